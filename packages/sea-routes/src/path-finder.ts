import { EARTH_RADIUS_NM, unitVector } from './geodesy.js';
import type { Network } from './network.js';
import type { Passage } from './passages.js';
import { pathHeap, pop, push, type PathHeap } from './path-heap.js';
import type { Snap } from './snap.js';

/** A stretch of a lane; sailed against the lane's direction when `toNm` is smaller. */
export type Stretch = { lane: number; fromNm: number; toNm: number };

export type PathFinder = (from: Snap, to: Snap, blocked: ReadonlySet<Passage>) => readonly Stretch[] | null;

const NOBODY = -1;

type End = { node: number; atNm: number };

/** What a search knows about nodes; a node's row counts only when its stamp is of this search, so nothing is wiped. */
type Rows = {
  network: Network;
  search: number;
  seen: Uint32Array;
  closed: Uint32Array;
  cost: Float64Array;
  bound: Float64Array;
  fromNode: Int32Array;
  fromLane: Int32Array;
  heap: PathHeap;
};

type Goal = { vector: readonly [number, number, number]; blocked: ReadonlySet<Passage> };

const rowsFor = (network: Network): Rows => ({
  network,
  search: 0,
  seen: new Uint32Array(network.nodeCount),
  closed: new Uint32Array(network.nodeCount),
  cost: new Float64Array(network.nodeCount),
  bound: new Float64Array(network.nodeCount),
  fromNode: new Int32Array(network.nodeCount),
  fromLane: new Int32Array(network.nodeCount),
  heap: pathHeap(),
});

const isOpen = ({ crossings }: Network, lane: number, fromNm: number, toNm: number, blocked: ReadonlySet<Passage>): boolean => {
  const gates = crossings.get(lane);
  if (gates === undefined) return true;
  const low = Math.min(fromNm, toNm), high = Math.max(fromNm, toNm);
  return !gates.some(({ passage, along }) => blocked.has(passage) && along >= low && along <= high);
};

/** The ends of a place's lane that can be reached on it, the nearer first. */
const openEnds = (network: Network, { lane, alongNm }: Snap, blocked: ReadonlySet<Passage>): End[] =>
  [
    { node: network.laneFrom[lane] ?? 0, atNm: 0 },
    { node: network.laneTo[lane] ?? 0, atNm: network.laneLength[lane] ?? 0 },
  ]
    .filter(({ atNm }) => isOpen(network, lane, alongNm, atNm, blocked))
    .sort((a, b) => Math.abs(a.atNm - alongNm) - Math.abs(b.atNm - alongNm));

/** Great-circle miles from a node to the goal: from the straight line through the earth, which needs no cosine. */
const boundOf = ({ nodeVectors }: Network, node: number, [x, y, z]: Goal['vector']): number => {
  const dx = (nodeVectors[node * 3] ?? 0) - x, dy = (nodeVectors[node * 3 + 1] ?? 0) - y, dz = (nodeVectors[node * 3 + 2] ?? 0) - z;
  return 2 * EARTH_RADIUS_NM * Math.asin(Math.min(1, Math.sqrt(dx * dx + dy * dy + dz * dz) / 2));
};

const reach = (rows: Rows, goal: Goal, node: number, nm: number, from: number, lane: number): void => {
  if (rows.seen[node] !== rows.search) {
    rows.seen[node] = rows.search;
    rows.bound[node] = boundOf(rows.network, node, goal.vector);
  } else if ((rows.cost[node] ?? 0) <= nm) return;
  rows.cost[node] = nm;
  rows.fromNode[node] = from;
  rows.fromLane[node] = lane;
  push(rows.heap, node, nm + (rows.bound[node] ?? 0));
};

const expand = (rows: Rows, goal: Goal, node: number): void => {
  const { arcStart, arcLane, arcTarget, laneLength } = rows.network;
  const end = arcStart[node + 1] ?? 0;
  for (let arc = arcStart[node] ?? 0; arc < end; arc += 1) {
    const lane = arcLane[arc] ?? 0, target = arcTarget[arc] ?? 0, length = laneLength[lane] ?? 0;
    if (rows.closed[target] === rows.search || !isOpen(rows.network, lane, 0, length, goal.blocked)) continue;
    reach(rows, goal, target, (rows.cost[node] ?? 0) + length, node, lane);
  }
};

/** Takes nodes off the heap until none can beat the best way to one of the ends; says which end that is. */
const searchEnds = (rows: Rows, goal: Goal, ends: readonly End[], alongNm: number, atMost: number): End | null => {
  let best = atMost;
  let arrival: End | null = null;
  for (let node = pop(rows.heap); node !== NOBODY; node = pop(rows.heap)) {
    if (rows.closed[node] === rows.search) continue;
    rows.closed[node] = rows.search;
    const cost = rows.cost[node] ?? 0;
    if (cost + (rows.bound[node] ?? 0) >= best) break;
    for (const end of ends) {
      const total = cost + Math.abs(alongNm - end.atNm);
      if (end.node === node && total < best) [best, arrival] = [total, end];
    }
    expand(rows, goal, node);
  }
  return arrival;
};

/** Lanes from the first node to this one, in the order they are sailed. */
const traced = ({ network, fromNode, fromLane }: Rows, last: number): { first: number; stretches: Stretch[] } => {
  const stretches: Stretch[] = [];
  let node = last;
  while ((fromNode[node] ?? NOBODY) !== NOBODY) {
    const lane = fromLane[node] ?? 0, before = fromNode[node] ?? 0, length = network.laneLength[lane] ?? 0;
    const forward = network.laneFrom[lane] === before;
    stretches.push({ lane, fromNm: forward ? 0 : length, toNm: forward ? length : 0 });
    node = before;
  }
  return { first: node, stretches: stretches.reverse() };
};

/**
 * A* between two places on lanes. The bound is the great circle to the goal, which no way over the sea
 * beats, so the first complete way that no open node can beat is the shortest.
 */
export const pathFinder = (network: Network): PathFinder => {
  const rows = rowsFor(network);
  return (from, to, blocked) => {
    rows.search += 1;
    rows.heap.size = 0;
    const goal: Goal = { vector: unitVector(to.longitude, to.latitude), blocked };
    const onOneLane = from.lane === to.lane && isOpen(network, from.lane, from.alongNm, to.alongNm, blocked);
    const starts = openEnds(network, from, blocked);
    for (const { node, atNm } of starts) reach(rows, goal, node, Math.abs(from.alongNm - atNm), NOBODY, from.lane);

    const atMost = onOneLane ? Math.abs(from.alongNm - to.alongNm) : Infinity;
    const arrival = searchEnds(rows, goal, openEnds(network, to, blocked), to.alongNm, atMost);
    if (arrival === null) return onOneLane ? [{ lane: from.lane, fromNm: from.alongNm, toNm: to.alongNm }] : null;

    const { first, stretches } = traced(rows, arrival.node);
    const leave = starts.find(({ node }) => node === first);
    return [
      { lane: from.lane, fromNm: from.alongNm, toNm: leave?.atNm ?? from.alongNm },
      ...stretches,
      { lane: to.lane, fromNm: arrival.atNm, toNm: to.alongNm },
    ];
  };
};
