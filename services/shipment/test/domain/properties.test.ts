import { expect } from 'chai';
import fc from 'fast-check';
import type { CarrierEvent } from '../../src/domain/carrier-event.js';
import { atlas, BOX, direct, directSailing, equipment, estimated, milestones, play, rail, sea, snapshotOf, type State, type Voyage } from '../journeys.js';

const ONE = sea('FIRST SHIP', '1W'), TWO = sea('SECOND SHIP', '2W');

type Tale = { name: string; voyage: Voyage; own: CarrierEvent[]; shared: CarrierEvent[] };

const withdrawn = (event: CarrierEvent): CarrierEvent => ({ ...event, retracted: true, reportedAt: new Date('2026-05-01T00:00:00Z') });
const wrong = equipment('DISC', 'LADEN', 'USLAX', '2026-03-16', { ...sea('EXAMPLE STAR', '612E'), transportCallKey: 'TC-USLAX', reportedAt: new Date('2026-03-16T00:00:00Z') });

const TALES: Tale[] = [
  { name: 'direct', voyage: { pol: 'CNYTN', pod: 'USLAX' }, own: direct(), shared: directSailing() },
  {
    name: 'transshipment',
    voyage: { pol: 'CNYTN', pod: 'NLRTM' },
    own: [
      equipment('GTOT', 'EMPTY', 'CNYTN', '2026-02-20'), equipment('GTIN', 'LADEN', 'CNYTN', '2026-02-26'),
      equipment('LOAD', 'LADEN', 'CNYTN', '2026-03-01', ONE), equipment('DISC', 'LADEN', 'SGSIN', '2026-03-06', ONE),
      equipment('LOAD', 'LADEN', 'SGSIN', '2026-03-10', TWO), equipment('DISC', 'LADEN', 'NLRTM', '2026-04-02', TWO),
      equipment('DISC', 'LADEN', 'NLRTM', '2026-03-30', { ...TWO, ...estimated('2026-03-01') }),
    ],
    shared: [],
  },
  {
    name: 'rail',
    voyage: { pol: 'CNYTN', pod: 'USLAX', destination: 'USCHI' },
    own: [
      ...direct().slice(0, 4), equipment('LOAD', 'LADEN', 'USLAX', '2026-03-21', rail), equipment('DEPA', 'LADEN', 'USLAX', '2026-03-22', rail),
      equipment('ARRI', 'LADEN', 'USCHI', '2026-03-26', rail), equipment('DISC', 'LADEN', 'USCHI', '2026-03-27', rail),
      equipment('GTOT', 'LADEN', 'USCHI', '2026-03-29', { mode: 'TRUCK' }), equipment('GTIN', 'EMPTY', 'USCHI', '2026-04-02', { mode: 'TRUCK' }),
    ],
    shared: directSailing(),
  },
  { name: 'a step that was taken back', voyage: { pol: 'CNYTN', pod: 'USLAX' }, own: [...direct().slice(0, 3), wrong, withdrawn(wrong)], shared: directSailing() },
];

/** Everything a client can see, without when we learnt it. */
const visible = ({ shipment, containers }: State) => {
  const { revision: _r, updatedAt: _u, createdAt: _c, lastNewsAt: _n, etaChangedAt: _e, shared: _s, plan: _p, ...told } = shipment;
  return {
    told,
    boxes: containers.map(({ own, shared, transportEvents, revision: _, updatedAt: _at, createdAt: _born, ...box }) => ({
      ...box,
      rows: own.length + shared.length,
      milestones: transportEvents.filter(({ invalidatedAt }) => !invalidatedAt).map(({ id, event, timestamp, journeyOrder }) => ({ id, event, timestamp, journeyOrder })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    })),
  };
};

type Part = { event: CarrierEvent; shared: boolean };

/** A journey's events in any order, some of them several times, cut into snapshots anywhere. */
const tellings = (tale: Tale) => {
  const parts: Part[] = [...tale.own.map((event) => ({ event, shared: false })), ...tale.shared.map((event) => ({ event, shared: true }))];
  return fc.tuple(fc.shuffledSubarray(parts, { minLength: parts.length, maxLength: parts.length }), fc.array(fc.constantFrom(...parts), { maxLength: 6 }), fc.array(fc.nat({ max: parts.length + 6 }), { maxLength: 5 })).map(([all, repeated, cuts]) => {
    const whole = [...all, ...repeated];
    const at = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
    return at.slice(1).map((end, index) => whole.slice(at[index], end));
  });
};

const snapshotFrom = (tale: Tale, parts: Part[]) =>
  snapshotOf({ [BOX]: parts.filter(({ shared }) => !shared).map(({ event }) => event) }, parts.filter(({ shared }) => shared).map(({ event }) => event), tale.voyage);

// `PROPERTY_RUNS=1000` is the long run; this many are enough to notice a change that breaks it.
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 150);

describe('whatever the order, repetition and splitting of snapshots', () => {
  for (const tale of TALES) {
    it(`${tale.name}: the same state in the end, and each milestone told once [D-31] [D-32] [D-33]`, () => {
      const whole = play([snapshotOf({ [BOX]: tale.own }, tale.shared, tale.voyage)]);
      fc.assert(
        fc.property(tellings(tale), (pieces) => {
          const state = play(pieces.map((parts) => snapshotFrom(tale, parts)));
          expect(visible(state)).to.deep.equal(visible(whole));
          const told = state.told.filter((name) => name !== 'container_updated' && name !== 'estimated_arrival' && name !== 'pod_terminal_changed');
          expect(new Set(told).size, `told ${told.join(', ')}`).to.equal(told.length);
          expect(told).to.include.members(milestones(whole.containers[0]!));
        }),
        { numRuns: RUNS },
      );
    });
  }

  it('a world where no place is known keeps its order too [D-32]', () => {
    const tale = TALES[0]!;
    const known = atlas.place;
    atlas.place = () => null;
    try {
      const whole = play([snapshotOf({ [BOX]: tale.own }, tale.shared, tale.voyage)]);
      fc.assert(
        fc.property(tellings(tale), (pieces) => {
          expect(visible(play(pieces.map((parts) => snapshotFrom(tale, parts))))).to.deep.equal(visible(whole));
        }),
        { numRuns: Math.ceil(RUNS / 3) },
      );
    } finally {
      atlas.place = known;
    }
  });
});
