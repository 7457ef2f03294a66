import { expect } from 'chai';
import fc from 'fast-check';
import type { LonLat } from '../src/geodesy.js';
import { buildNetwork, loadNetwork } from '../src/network.js';
import { pathFinder, type Stretch } from '../src/path-finder.js';
import { snapper } from '../src/snap.js';

const miles = (stretches: readonly Stretch[] | null) =>
  stretches === null ? Infinity : stretches.reduce((sum, { fromNm, toNm }) => sum + Math.abs(fromNm - toNm), 0);

describe('path finder', () => {
  const network = loadNetwork();
  const find = pathFinder(network);
  const snap = snapper(network);

  /** Dijkstra without a bound, a heap or typed arrays: slow, and too simple to be wrong. */
  const plainly = (from: ReturnType<typeof snap>, to: ReturnType<typeof snap>): number => {
    const { nodeCount, laneFrom, laneTo, laneLength, arcStart, arcLane, arcTarget } = network;
    const cost = new Array<number>(nodeCount).fill(Infinity);
    cost[laneFrom[from.lane]!] = from.alongNm;
    cost[laneTo[from.lane]!] = Math.min(cost[laneTo[from.lane]!]!, laneLength[from.lane]! - from.alongNm);
    const open = new Set([laneFrom[from.lane]!, laneTo[from.lane]!]);
    for (const node of open) {
      open.delete(node);
      for (let arc = arcStart[node]!; arc < arcStart[node + 1]!; arc += 1) {
        const reached = cost[node]! + laneLength[arcLane[arc]!]!;
        if (reached < cost[arcTarget[arc]!]!) {
          cost[arcTarget[arc]!] = reached;
          open.add(arcTarget[arc]!);
        }
      }
    }
    const ends = [cost[laneFrom[to.lane]!]! + to.alongNm, cost[laneTo[to.lane]!]! + laneLength[to.lane]! - to.alongNm];
    return Math.min(...ends, from.lane === to.lane ? Math.abs(from.alongNm - to.alongNm) : Infinity);
  };

  it('finds the shortest way, as a search without a bound does [H-1]', () => {
    const place = fc.record({ longitude: fc.double({ min: -180, max: 180, noNaN: true }), latitude: fc.double({ min: -60, max: 65, noNaN: true }) });
    fc.assert(
      fc.property(place, place, (a, b) => {
        const [from, to] = [snap(a.longitude, a.latitude), snap(b.longitude, b.latitude)];
        expect(miles(find(from, to, new Set()))).to.be.closeTo(plainly(from, to), 0.05);
      }),
      { numRuns: 60 },
    );
  });

  it('hands out stretches that hang together from place to place', () => {
    const [from, to] = [snap(121.5, 31.2), snap(-118.2, 33.7)];
    const stretches = find(from, to, new Set())!;
    expect(stretches[0]).to.include({ lane: from.lane, fromNm: from.alongNm });
    expect(stretches.at(-1)).to.include({ lane: to.lane, toNm: to.alongNm });
    const nodeAt = ({ lane }: Stretch, nm: number) => (nm === 0 ? network.laneFrom[lane] : network.laneTo[lane]);
    stretches.slice(1).forEach((stretch, at) => {
      expect(nodeAt(stretch, stretch.fromNm)).to.equal(nodeAt(stretches[at]!, stretches[at]!.toNm));
    });
  });

  it('takes the shorter side of a ring, whichever end of it comes first', () => {
    const square: LonLat[] = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]];
    const small = buildNetwork([square, [[0, 0], [-1, 0]]]);
    const [near, out] = [snapper(small)(0, 0.5), snapper(small)(-1, 0)];
    expect(miles(pathFinder(small)(near, out, new Set()))).to.be.closeTo(90, 0.2);
  });

  it('answers null when the two places do not hang together', () => {
    const apart = buildNetwork([[[0, 0], [1, 0]], [[50, 0], [51, 0]]]);
    const look = snapper(apart);
    expect(pathFinder(apart)(look(0, 0), look(51, 0), new Set())).to.equal(null);
  });
});
