import { expect } from 'chai';
import fc from 'fast-check';
import { atlas, BOX, milestones, play, snapshotOf, type State } from '../journeys.js';
import { snapshotFrom, TALES, tellings } from '../tellings.js';

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
