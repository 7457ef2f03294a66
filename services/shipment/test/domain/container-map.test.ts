import { expect } from 'chai';
import { containerMap, type MapWorld } from '../../src/domain/container-map.js';
import { courseOf } from '../../src/domain/course.js';
import type { PlaceRow, VesselRow } from '../../src/domain/gazetteer.js';
import { withLine, type RouteLocation } from '../../src/domain/route.js';
import { voyagesOf } from '../../src/domain/voyages.js';
import { gazetteer } from '../../src/outside/gazetteer.js';
import { sea } from '../../src/outside/sea.js';

const at = (day: number) => new Date(Date.UTC(2026, 2, day));
const world = gazetteer();
const lanes = sea({});
const portOf = (key: string): PlaceRow => (world.ports.find(key) ?? world.metroAreas.find(key))!;

const stop = (locode: string, label: string, more: Partial<RouteLocation> = {}): RouteLocation => ({ spot: locode, label, locode, locationId: portOf(locode)?.id ?? 'nowhere', locationType: 'port', ...more });
const ROUTE: RouteLocation[] = [
  stop('CNYTN', 'POL', { outboundMode: 'vessel', outboundVesselId: 'one', outboundAtdAt: at(1) }),
  stop('SGSIN', 'TS1', { inboundMode: 'vessel', inboundAtaAt: at(5), outboundMode: 'vessel', outboundVesselId: 'two', outboundVoyageNumber: '2W', outboundAtdAt: at(8) }),
  stop('NLRTM', 'POD', { inboundMode: 'vessel', inboundEtaAt: at(30) }),
  { ...stop('DEDUI', 'DST', { inboundMode: 'rail' }) },
];

const ship = (more: Partial<VesselRow> = {}): VesselRow => ({ id: 'two', name: 'SECOND', imo: '9321483', latitude: 6, longitude: 80, speedKnots: 16, positionAt: at(12), ...more });
const worldWith = (row: VesselRow): MapWorld => ({ sea: lanes, placeOf: ({ locationId = '' }) => world.ports.find(locationId) ?? world.metroAreas.find(locationId), vesselOf: (id) => (id === 'two' ? row : undefined) });

describe('container map', () => {
  it('knows which legs are sailed, sailing and ahead, and that trains sail none [CT-05]', () => {
    const { stops, legs } = containerMap(ROUTE, worldWith(ship()));
    expect(stops.map(({ location }) => location.label)).to.deep.equal(['POL', 'TS1', 'POD', 'DST']);
    expect(legs.map(({ fromSequence, toSequence, phase }) => [fromSequence, toSequence, phase])).to.deep.equal([[1, 2, 'sailed'], [2, 3, 'sailing']]);
    const [, ...rest] = ROUTE;
    expect(containerMap([stop('CNYTN', 'POL', { outboundMode: 'vessel' }), ...rest.slice(0, 1)], worldWith(ship())).legs[0]?.phase).to.equal('sailed');
    expect(voyagesOf([stop('CNYTN', 'POL', { outboundMode: 'vessel' }), stop('NLRTM', 'POD')])[0]).to.not.have.property('departedAt');
  });

  it('shows the vessel only while it is at sea: after it left, before it came in [CT-05]', () => {
    const shown = (more: Partial<VesselRow>) => containerMap(ROUTE, worldWith(ship(more))).legs[1]!;
    expect(shown({}).vessel?.name).to.equal('SECOND');
    const { latitude, longitude } = portOf('NLRTM');
    expect(shown({ latitude, longitude, speedKnots: 0 }).vessel, 'moored where it was bound').to.equal(undefined);
    expect(shown({ positionAt: at(7) }).vessel, 'seen before it left').to.equal(undefined);
    const arrived = ROUTE.map((one) => (one.label === 'POD' ? { ...one, inboundAtaAt: at(29) } : one));
    const over = containerMap(arrived, worldWith(ship())).legs[1]!;
    expect([over.phase, over.vessel, over.remainingLine.length]).to.deep.equal(['sailed', undefined, 0]);
  });

  it('leads the way that is left from the ship to the next port, within the way between the ports [CT-05]', () => {
    const leg = containerMap(ROUTE, worldWith(ship())).legs[1]!;
    expect(leg.remainingLine[0]).to.deep.equal([80, 6]);
    const { longitude, latitude } = portOf('NLRTM');
    const [lastLongitude = 0, lastLatitude = 0] = leg.remainingLine.at(-1)!;
    expect(lanes.distanceNm({ longitude: lastLongitude, latitude: lastLatitude }, { longitude, latitude })).to.be.below(1e-6);
    expect(leg.remainingLine.length).to.be.below(leg.fullLine.length);
    expect(leg).to.include({ trackFrom: ROUTE[1]!.outboundAtdAt, vesselImo: '9321483', voyageNumber: '2W' });
  });

  it('leaves out a place that nobody knows, and joins no leg over it [CT-05]', () => {
    const { stops, legs } = containerMap([ROUTE[0]!, { ...ROUTE[1]!, locationId: 'nowhere' }, ROUTE[2]!], worldWith(ship()));
    expect(stops).to.have.length(2);
    expect(legs).to.deep.equal([]);
  });

  it('names the line of each leg by sea, and none for trains [CT-05]', () => {
    expect(withLine(ROUTE, 'MAEU').map(({ inboundScac, outboundScac }) => [inboundScac, outboundScac])).to.deep.equal([[undefined, 'MAEU'], ['MAEU', 'MAEU'], ['MAEU', undefined], [undefined, undefined]]);
  });

  it('proves an arrival that was not reported by what came after it [CT-05]', () => {
    const silent = ROUTE.map((one) => (one.label === 'TS1' ? { ...one, inboundAtaAt: undefined as never } : one));
    expect(voyagesOf(silent)[0]?.arrivedAt).to.deep.equal(at(8));
  });
});

describe('course', () => {
  const [start, end] = [portOf('CNSGH'), portOf('USLAX')];
  const wanted = { ship: ship({ latitude: 45, longitude: 175, positionAt: at(10) }), start, end, now: at(11) };

  it('begins where the ship was seen, ends in port, and its times grow with its miles [VE-01]', () => {
    const course = courseOf({ ...wanted, from: undefined }, lanes);
    expect(course[0]).to.deep.include({ latitude: 45, longitude: 175, at: at(10) });
    expect(course.at(-1)!.latitude).to.be.closeTo(end.latitude, 1e-6);
    expect(course.length).to.be.within(1_000, 2_001);
    course.slice(1).forEach((point, index) => {
      const before = course[index]!;
      expect(point.at > before.at).to.equal(true);
      expect(lanes.distanceNm(before, point)).to.be.most((16 * (point.at.getTime() - before.at.getTime())) / 3_600_000 + 0.01);
      expect(point.headingDegrees).to.be.within(0, 360);
    });
  });

  it('begins where the caller says, a minute apart on a short way [VE-01]', () => {
    const course = courseOf({ ...wanted, from: { latitude: 33.5, longitude: -118.6 } }, lanes);
    expect(course[0]).to.deep.include({ latitude: 33.5, longitude: -118.6, at: at(11) });
    expect(course[1]!.at.getTime() - course[0]!.at.getTime()).to.equal(60_000);
  });

  it('begins in the port that the ship leaves when nobody saw it, at the speed ships usually make [VE-01]', () => {
    const course = courseOf({ ...wanted, ship: { id: 'x', name: 'UNSEEN' }, from: undefined }, lanes);
    expect(course[0]!.latitude).to.be.closeTo(start.latitude, 1e-6);
    const days = (course.at(-1)!.at.getTime() - at(11).getTime()) / 86_400_000;
    expect(days).to.be.within(15, 18);
  });

  it('is empty when every way is shut [VE-01]', () => {
    const shut = sea({ blocked: ['bosporus'] });
    expect(courseOf({ ship: { id: 'x', name: 'UNSEEN' }, start: portOf('UAODS'), end: portOf('ITGOA'), from: undefined, now: at(1) }, shut)).to.deep.equal([]);
    expect(() => sea({ blocked: ['channel'] })).to.throw('SEA_PASSAGES_BLOCKED names channel');
  });
});
