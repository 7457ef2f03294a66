import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DataFileFault, dataFolder } from '../src/data-file.js';
import { lines } from '../src/lines.js';
import { places } from '../src/places.js';
import { ports } from '../src/ports.js';
import { terminals } from '../src/terminals.js';
import { vessels } from '../src/vessels.js';

describe('data file', () => {
  const made: string[] = [];
  const folderWith = (name: string, content: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'reference-data-'));
    made.push(folder);
    writeFileSync(join(folder, name), content);
    return folder;
  };
  after(() => made.forEach((folder) => rmSync(folder, { recursive: true })));

  const port = { locode: 'ZZAAA', name: 'Anchor', alternate_locodes: [], country_code: 'ZZ', country: 'Nowhere', state_abbr: null, state: null, lat: 1, lon: 2, timezone: 'UTC', kind: 'seaport', rail_hub: false, functions: [], smdg_terminals: 0, harbor_size: null };
  const faultOf = (act: () => unknown): string => {
    try {
      act();
    } catch (error) {
      if (error instanceof DataFileFault) return error.message;
      throw error;
    }
    return 'no fault';
  };

  it('reads the operator’s folder, and the shipped file for what is not in it', () => {
    const folder = folderWith('ports.json', JSON.stringify([port]));
    expect(ports(folder).all.map(({ locode }) => locode)).to.deep.equal(['ZZAAA']);
    expect(lines(folder).byScac('MAEU')?.shortName).to.equal('Maersk');
    expect(ports().byLocode('ZZAAA')).to.equal(null);
  });

  it('takes the folder from the argument first and REFERENCE_DATA_PATH next', () => {
    const before = process.env['REFERENCE_DATA_PATH'];
    const folder = folderWith('ports.json', JSON.stringify([port]));
    try {
      process.env['REFERENCE_DATA_PATH'] = folder;
      expect(dataFolder()).to.equal(folder);
      expect(dataFolder('/elsewhere')).to.equal('/elsewhere');
      expect(ports().all).to.have.length(1);
    } finally {
      if (before === undefined) delete process.env['REFERENCE_DATA_PATH'];
      else process.env['REFERENCE_DATA_PATH'] = before;
    }
    expect(ports().all.length).to.be.greaterThan(800);
  });

  it('names file and row of a bad value', () => {
    const faults = [{ lat: 91 }, { timezone: 'Mars/Olympus' }, { locode: 'ZZ1AA' }, { kind: 'airport' }].map((bad) => {
      const folder = folderWith('ports.json', JSON.stringify([port, { ...port, locode: 'ZZBBB', ...bad }]));
      const fault = faultOf(() => places(folder));
      expect(fault.startsWith(`${join(folder, 'ports.json')}, row 2: `), fault).to.equal(true);
      return fault.split(': ')[1];
    });
    expect(faults).to.deep.equal(['lat', 'timezone', 'locode', 'kind']);
  });

  it('refuses a key that is there twice, a wrong check digit, and a pattern that does not compile', () => {
    expect(faultOf(() => places(folderWith('ports.json', JSON.stringify([port, port]))))).to.match(/row 2: ZZAAA is there twice/);
    const ship = { imo: '9074728', name: 'X', mmsi: null, ship_type: 'container_ship', carrier_scac: null, flag_country: null };
    expect(faultOf(() => vessels(folderWith('vessels.json', JSON.stringify([ship]))))).to.match(/row 1: imo: must be an IMO number/);
    const line = { ...JSON.parse(JSON.stringify(RAW_LINE)), bl_patterns: ['^(?:$'] };
    expect(faultOf(() => lines(folderWith('shipping-lines.json', JSON.stringify([line]))))).to.match(/row 1: bl_patterns.0: must be a regular expression/);
    const terminal = { ...RAW_TERMINAL, smdg_code: null };
    expect(faultOf(() => terminals(folderWith('terminals.json', JSON.stringify([terminal]))))).to.match(/row 1: row: needs an SMDG or a FIRMS code/);
  });

  it('refuses what is no JSON and what is no array', () => {
    expect(faultOf(() => places(folderWith('ports.json', '[{')))).to.match(/ports\.json: cannot be read as JSON/);
    expect(faultOf(() => places(folderWith('ports.json', '{}')))).to.match(/ports\.json: is not an array of rows/);
  });

  it('hands out rows nobody can change', () => {
    const [line] = lines().all;
    expect(Object.isFrozen(line) && Object.isFrozen(line?.supports) && Object.isFrozen(line?.bicPrefixes) && Object.isFrozen(lines().all)).to.equal(true);
    expect(Object.isFrozen(ports().all[0]) && Object.isFrozen(vessels().all[0]) && Object.isFrozen(terminals().all[0])).to.equal(true);
  });
});

const RAW_LINE = { scac: 'ZZZZ', name: 'Z', short_name: 'Z', alternative_scacs: [], smdg_liner_code: null, parent_smdg_code: null, bic_prefixes: [], bl_prefixes: [], bl_patterns: [], bl_keeps_prefix: null, booking_patterns: [], supports_bill_of_lading: null, supports_booking: null, supports_container: null };
const RAW_TERMINAL = { locode: 'NLRTM', smdg_code: 'X', name: 'X', nickname: null, operator: null, alternate_locodes: [], firms_code: null, bic_facility_code: null, lat: null, lon: null, street: null, city: null, state_abbr: null, state: null, zip: null, country_code: 'NL', country: 'Netherlands', address: null, website: null, terminal_type: 'container_terminal' };
