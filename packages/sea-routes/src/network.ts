import { between, distanceNm, unitVector, wrapLongitude, type LonLat } from './geodesy.js';
import { readLanes, type Lanes } from './network-file.js';
import { passagesCrossed, type Passage } from './passages.js';

/**
 * Lanes as typed arrays. Searching walks `arcs` between the ends of lanes only; points in between
 * matter for drawing, snapping and measuring.
 */
export type Network = {
  nodeCount: number;
  laneCount: number;
  /** Three numbers a node: its place on the unit sphere. */
  nodeVectors: Float64Array;
  /** Arcs of a node stand from `arcStart[node]` to `arcStart[node + 1]`. */
  arcStart: Uint32Array;
  arcTarget: Uint32Array;
  arcLane: Uint32Array;
  laneFrom: Uint32Array;
  laneTo: Uint32Array;
  laneLength: Float64Array;
  /** Points of a lane stand from `pointStart[lane]` to `pointStart[lane + 1]`. */
  pointStart: Uint32Array;
  pointLon: Float64Array;
  pointLat: Float64Array;
  /** Nautical miles from the start of the point's lane. */
  pointAlong: Float64Array;
  /** Where lanes pass through passages. */
  crossings: ReadonlyMap<number, readonly Crossing[]>;
};

export type Crossing = { passage: Passage; along: number };

// Straight lines between points this close stay within a mile of the great circle, even near the poles.
const LONGEST_STEP_NM = 60;

/** Long steps are bent along the great circle: ships sail it, and maps show it. */
export const densified = (lane: readonly LonLat[]): LonLat[] =>
  lane.flatMap((to, at) => {
    const from = lane[at - 1];
    if (from === undefined) return [to];
    const steps = Math.ceil(distanceNm(from[0], from[1], to[0], to[1]) / LONGEST_STEP_NM) || 1;
    return Array.from({ length: steps }, (_, step) => (step + 1 === steps ? to : between(from, to, (step + 1) / steps)));
  });

/** Ends of lanes that are the same place have the same number, wherever the lane's longitudes run. */
const numberEnds = (lanes: Lanes) => {
  const numbers = new Map<string, number>();
  const places: LonLat[] = [];
  const numberOf = ([longitude, latitude]: LonLat): number => {
    const key = `${wrapLongitude(longitude).toFixed(5)} ${latitude.toFixed(5)}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, places.length);
    return places.push([longitude, latitude]) - 1;
  };
  const laneFrom = Uint32Array.from(lanes, (lane) => numberOf(lane[0] ?? [0, 0]));
  const laneTo = Uint32Array.from(lanes, (lane) => numberOf(lane.at(-1) ?? [0, 0]));
  const nodeVectors = Float64Array.from(places.flatMap(([longitude, latitude]) => unitVector(longitude, latitude)));
  return { nodeCount: places.length, nodeVectors, laneFrom, laneTo };
};

const arcsOf = (nodeCount: number, laneFrom: Uint32Array, laneTo: Uint32Array) => {
  const arcStart = new Uint32Array(nodeCount + 1);
  const count = (node: number) => arcStart.fill((arcStart[node + 1] ?? 0) + 1, node + 1, node + 2);
  laneFrom.forEach(count);
  laneTo.forEach(count);
  for (let node = 0; node < nodeCount; node += 1) arcStart[node + 1] = (arcStart[node + 1] ?? 0) + (arcStart[node] ?? 0);

  const next = arcStart.slice();
  const arcTarget = new Uint32Array(laneFrom.length * 2);
  const arcLane = new Uint32Array(laneFrom.length * 2);
  const add = (from: number, to: number, lane: number) => {
    const at = next[from] ?? 0;
    arcTarget[at] = to;
    arcLane[at] = lane;
    next[from] = at + 1;
  };
  laneFrom.forEach((from, lane) => {
    const to = laneTo[lane] ?? from;
    add(from, to, lane);
    add(to, from, lane);
  });
  return { arcStart, arcTarget, arcLane };
};

const measured = (lane: readonly LonLat[]): number[] => {
  let along = 0;
  return lane.map(([longitude, latitude], at) => {
    const before = lane[at - 1];
    if (before) along += distanceNm(before[0], before[1], longitude, latitude);
    return along;
  });
};

const crossingsOf = (lane: readonly LonLat[], along: readonly number[]): Crossing[] =>
  lane.slice(1).flatMap((to, at) => {
    const start = along[at] ?? 0;
    const step = (along[at + 1] ?? start) - start;
    return passagesCrossed(lane[at] ?? to, to).map(({ passage, share }) => ({ passage, along: start + share * step }));
  });

export const buildNetwork = (lanes: Lanes): Network => {
  const shaped = lanes.map(densified);
  const alongs = shaped.map(measured);
  const ends = numberEnds(lanes);
  const points = shaped.flat();
  const pointStart = new Uint32Array(lanes.length + 1);
  shaped.forEach((lane, at) => pointStart.set([(pointStart[at] ?? 0) + lane.length], at + 1));

  const crossings = new Map<number, readonly Crossing[]>();
  shaped.forEach((lane, at) => {
    const found = crossingsOf(lane, alongs[at] ?? []);
    if (found.length > 0) crossings.set(at, found);
  });

  return {
    ...ends,
    ...arcsOf(ends.nodeCount, ends.laneFrom, ends.laneTo),
    laneCount: lanes.length,
    laneLength: Float64Array.from(alongs, (along) => along.at(-1) ?? 0),
    pointStart,
    pointLon: Float64Array.from(points, ([longitude]) => longitude),
    pointLat: Float64Array.from(points, ([, latitude]) => latitude),
    pointAlong: Float64Array.from(alongs.flat()),
    crossings,
  };
};

export const loadNetwork = (path?: string): Network => buildNetwork(readLanes(path));
