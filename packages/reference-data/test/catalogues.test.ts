import { expect } from 'chai';
import { isSupported, lines, supports } from '../src/lines.js';
import { metroAreas } from '../src/metro-areas.js';
import { places } from '../src/places.js';
import { ports } from '../src/ports.js';
import { railTerminals } from '../src/rail-terminals.js';
import { sizeTypes } from '../src/size-types.js';
import { stableId } from '../src/stable-id.js';
import { terminals } from '../src/terminals.js';
import { vesselId, vessels } from '../src/vessels.js';

const STRICT_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('ids', () => {
  it('pass the strict pattern of clients, are unique, and find their row', () => {
    const catalogues = [lines(), ports(), metroAreas(), terminals(), railTerminals(), vessels()];
    const seen = new Set<string>();
    for (const { all, byId } of catalogues) {
      for (const row of all) {
        expect(row.id).to.match(STRICT_UUID);
        expect(seen.has(row.id)).to.equal(false);
        seen.add(row.id);
        expect(byId(row.id)).to.equal(row);
      }
      expect(byId('00000000-0000-4000-8000-000000000000')).to.equal(null);
    }
    expect(seen.size).to.equal(75 + 1159 + 1250 + 296 + 2454);
  });

  it('never change, since other people keep them', () => {
    // uuid.uuid5(UUID('6f1d3c0e-9b7a-4d52-a8e4-5c1b7f20d3e6'), 'port:NLRTM') in Python
    expect(stableId('port', 'NLRTM')).to.equal('66495194-6e39-55f6-9cac-de0a6b12fa4e');
    expect(ports().byLocode('NLRTM')?.id).to.equal('66495194-6e39-55f6-9cac-de0a6b12fa4e');
    expect(vesselId('9074729')).to.equal('60bec1d3-7bb6-5537-b365-320e6be6aafd');
  });
});

describe('lines', () => {
  it('are found by SCAC, by another SCAC, and by the prefix of their boxes', () => {
    expect(lines().byScac('MAEU')?.name).to.contain('Maersk');
    expect(lines().byScac('CNCX')?.scac).to.equal('11DX');
    expect(lines().byBicPrefix('MSKU')?.scac).to.equal('MAEU');
    expect([lines().byScac('NOPE'), lines().byBicPrefix('TGHU')]).to.deep.equal([null, null]);
  });

  it('say which numbers may be asked of them, and count unknown as no [D-21]', () => {
    const zim = lines().byScac('ZIMU')!;
    expect([supports(zim, 'bill_of_lading'), supports(zim, 'booking_number'), supports(zim, 'container')]).to.deep.equal([true, true, false]);
    expect([isSupported(zim), isSupported(lines().byScac('11QU')!)]).to.deep.equal([true, false]);
  });

  it('include the sandbox, which takes everything [D-60]', () => {
    const line = lines().byScac('TEST')!;
    expect(line.sandbox).to.equal(true);
    expect(Object.values(line.supports)).to.deep.equal([true, true, true]);
    expect(lines().all.filter(({ sandbox }) => sandbox)).to.have.length(1);
  });

  it('are searched by code and by the start of any word, without accents', () => {
    expect(lines().search('maeu')[0]?.scac).to.equal('MAEU');
    expect(lines().search('hapag').map(({ scac }) => scac)).to.deep.equal(['HLCU']);
    expect(lines().search('Alianca')[0]?.name).to.equal('Aliança Navegação e Logística');
    expect(lines().search('')).to.deep.equal([]);
  });
});

describe('places', () => {
  it('are ports or metro areas, and never both', () => {
    expect(ports().all).to.have.length(875);
    expect(metroAreas().all).to.have.length(284);
    expect(ports().byLocode('USCHI')).to.equal(null);
    expect(metroAreas().byLocode('USCHI')?.timeZone).to.equal('America/Chicago');
    expect(places().byLocode('USCHI')?.type).to.equal('metro_area');
    expect(places().byLocode('USLAX')?.type).to.equal('port');
  });

  it('answer to the codes carriers use, unless it is another port’s own', () => {
    const shanghai = ports().all.find(({ alternateLocodes }) => alternateLocodes.includes('CNSHG'))!;
    expect(ports().byLocode('CNSHG')).to.equal(shanghai);
    expect(ports().byLocode('USEWR')?.locode).to.equal('USEWR');
  });

  it('are searched with the busiest first', () => {
    expect(ports().search('rotterdam')[0]?.locode).to.equal('NLRTM');
    expect(ports().search('los ang')[0]?.locode).to.equal('USLAX');
    expect(ports().search('angeles los')[0]?.locode).to.equal('USLAX');
    expect(ports().search('SGSIN')[0]?.locode).to.equal('SGSIN');
    expect(ports().search('a', 3)).to.have.length(3);
    expect(ports().search('zzzz')).to.deep.equal([]);
  });

  it('are found by position, across the antimeridian too, and within a distance', () => {
    expect(ports().nearest(33.73, -118.26)?.place.countryCode).to.equal('US');
    expect(ports().nearest(-18.1, -179.9)?.place.countryCode).to.equal('FJ');
    expect(ports().nearest(0, -140, 100)).to.equal(null);
    // Los Angeles and Long Beach share a bay: both are meant, the closer one first.
    expect(ports().around(33.74, -118.265, 15).map(({ locode }) => locode)).to.deep.equal(['USLAX', 'USLGB']);
    expect(ports().around(0, -140, 100)).to.deep.equal([]);
    expect(terminals().around(51.954, 4.022, 5).every(({ locode }) => locode === 'NLRTM')).to.equal(true);
  });
});

describe('terminals', () => {
  const rotterdam = () => terminals().inPort('NLRTM');

  it('are found by port and SMDG code first', () => {
    const [terminal] = rotterdam();
    expect(terminals().bySmdg('NLRTM', terminal!.smdgCode!)).to.equal(terminal);
    expect(terminals().find({ locode: 'NLRTM', smdgCode: terminal!.smdgCode, name: 'another' })).to.equal(terminal);
    expect(terminals().bySmdg('NLRTM', 'NOPE')).to.equal(null);
  });

  it('stand in a place and have its time zone', () => {
    for (const terminal of terminals().all) {
      const place = places().byId(terminal.placeId ?? '');
      expect(place?.locode, terminal.name).to.equal(terminal.locode);
      expect(terminal.timeZone).to.equal(place?.timeZone);
    }
  });

  it('fall back on BIC, on FIRMS with its port, and on the name', () => {
    const byBic = terminals().all.find(({ bicFacilityCode }) => bicFacilityCode !== null)!;
    const byFirms = terminals().all.find(({ firmsCode }) => firmsCode !== null)!;
    expect(terminals().find({ bicFacilityCode: byBic.bicFacilityCode })).to.equal(byBic);
    expect(terminals().find({ locode: byFirms.locode, firmsCode: byFirms.firmsCode })).to.equal(byFirms);
    expect(terminals().find({ firmsCode: byFirms.firmsCode })).to.equal(byFirms);
    expect(terminals().find({ locode: byFirms.locode === 'NLRTM' ? 'USLAX' : 'NLRTM', firmsCode: byFirms.firmsCode })).to.equal(null);
    const named = rotterdam()[0]!;
    expect(terminals().find({ locode: 'NLRTM', smdgCode: 'NOPE', name: named.name.toLowerCase() })).to.equal(named);
    expect(terminals().find({})).to.equal(null);
  });

  it('answer under the other codes of their port', () => {
    const shanghai = ports().byLocode('CNSHG')!;
    const [terminal] = terminals().inPort(shanghai.locode);
    expect(terminals().bySmdg('CNSHG', terminal!.smdgCode!)).to.equal(terminal);
    expect(terminals().inPort('CNSHG')).to.deep.equal(terminals().inPort(shanghai.locode));
    expect(terminals().inPort('ZZZZZ')).to.deep.equal([]);
  });

  it('are searched by name, operator and port', () => {
    expect(terminals().search('apm rotterdam', 50).every(({ locode }) => locode === 'NLRTM')).to.equal(true);
    expect(terminals().search('apm rotterdam').length).to.be.greaterThan(0);
  });
});

describe('rail terminals', () => {
  it('are one for each rail hub, tied to its metro area or port [ADR-0021]', () => {
    const hubs = places().all.filter(({ railHub }) => railHub);
    expect(railTerminals().all.map(({ locode }) => locode)).to.deep.equal(hubs.map(({ locode }) => locode));
    for (const ramp of railTerminals().all) expect([ramp.portId, ramp.metroAreaId].filter((id) => id !== null)).to.have.length(1);
    expect(railTerminals().byLocode('USCHI')?.metroAreaId).to.equal(metroAreas().byLocode('USCHI')?.id);
    expect(railTerminals().byLocode('SGSIN')).to.equal(null);
    expect(railTerminals().search('chicago')[0]?.locode).to.equal('USCHI');
  });

  it('have a FIRMS code where one is known', () => {
    expect(railTerminals().byLocode('USEWI')?.firmsCode).to.equal('H572');
  });
});

describe('vessels', () => {
  it('are found by IMO and by name, of which one may be several ships', () => {
    expect(vessels().byImo('8715857')?.name).to.equal('MSC SARISKA V');
    expect(vessels().byImo('9074729')).to.equal(null);
    expect(vessels().byName('msc sariska v').map(({ imo }) => imo)).to.deep.equal(['8715857']);
    expect(vessels().byName('PERSEUS')).to.have.length(2);
    expect(vessels().byName('NO SUCH SHIP')).to.deep.equal([]);
    expect(vessels().byMmsi('563012345')).to.equal(null);
    expect(vessels().search('sariska')[0]?.imo).to.equal('8715857');
  });
});

describe('size types', () => {
  it('decode each whole code of the file to what the file says', () => {
    expect(sizeTypes().examples).to.have.length(32);
    for (const example of sizeTypes().examples) expect(sizeTypes().decode(example.code)).to.deep.equal(example);
  });

  it('know trade shorthands, groups, and codes newer than the table', () => {
    const short = (code: string) => {
      const found = sizeTypes().decode(code);
      return found && [found.equipmentType, found.equipmentLength, found.equipmentHeight];
    };
    expect(short('40hc')).to.deep.equal(['dry', 40, 'high_cube']);
    expect(short("40' OT")).to.deep.equal(['open top', 40, null]);
    expect(short('45GP')).to.deep.equal(['dry', 40, 'high_cube']);
    expect(short('22PF')).to.deep.equal(['flat rack', 20, 'standard']);
    expect(short('22GX')).to.deep.equal(['dry', 20, 'standard']);
    expect(short('22S1')).to.deep.equal([null, 20, 'standard']);
    expect(short('XYZ9')).to.deep.equal([null, null, null]);
    expect(short('toolong')).to.equal(null);
    expect(short('')).to.equal(null);
  });
});
