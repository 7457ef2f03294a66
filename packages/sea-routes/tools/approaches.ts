import { bearingDegrees, between, distanceNm, wrapLongitude, type LonLat } from '../src/geodesy.js';
import { placeOf, type Graph } from './lanes-from-geojson.js';
import { milesOnLand, type OnLand } from './natural-earth.js';
import type { SeaGrid } from './sea-grid.js';
import { straightened } from './straighten.js';

type Join = { from: number; to: number; share: number };

const SAMPLE_NM = 2;
const NEAR_ENOUGH_NM = 2; // a port this close to a lane lies on it
const MOST_CELLS = 120_000;
const MOST_APPROACHES = 3;
const MOST_CELLS_AGAIN = 30_000;
const APART_DEGREES = 50; // lanes that lie closer together are as good as one
const LONGER_AGAIN = 3;
const MOST_LAND_NM = 40; // more means a river or a lake, of which the map knows nothing

const milesOf = (line: readonly LonLat[]): number =>
  line.slice(1).reduce((sum, place, at) => sum + distanceNm(...(line[at] ?? place), ...place), 0);

/** Which edge passes through a cell, and where on it. */
const joinsByCell = (graph: Graph, part: ReadonlySet<number>, grid: SeaGrid): Map<number, Join> => {
  const joins = new Map<number, Join>();
  for (const from of part) {
    for (const to of graph.neighbours[from] ?? []) {
      if (to < from) continue;
      const [a, b] = [placeOf(graph, from), placeOf(graph, to)];
      const samples = Math.max(1, Math.ceil(distanceNm(a[0], a[1], b[0], b[1]) / SAMPLE_NM));
      for (let sample = 0; sample <= samples; sample += 1) {
        const share = sample / samples;
        joins.set(grid.cellOf(between(a, b, share)), { from, to, share });
      }
    }
  }
  return joins;
};

const addPlace = (graph: Graph, [longitude, latitude]: LonLat): number => {
  graph.neighbours.push(new Set());
  return graph.places.push([wrapLongitude(longitude), latitude]) - 1;
};

const link = (graph: Graph, a: number, b: number): void => {
  if (a === b) return;
  graph.neighbours[a]?.add(b);
  graph.neighbours[b]?.add(a);
};

const unlink = (graph: Graph, a: number, b: number): void => {
  graph.neighbours[a]?.delete(b);
  graph.neighbours[b]?.delete(a);
};

/** Puts all new junctions of an edge on it at once, in their order along it. */
const splitEdges = (graph: Graph, splits: ReadonlyMap<string, { join: Join; node: number }[]>): void => {
  for (const onEdge of splits.values()) {
    const { from, to } = onEdge[0]?.join ?? { from: 0, to: 0 };
    unlink(graph, from, to);
    const chain = [from, ...[...onEdge].sort((a, b) => a.join.share - b.join.share).map(({ node }) => node), to];
    chain.slice(1).forEach((node, at) => link(graph, chain[at] ?? node, node));
  }
};

type Approach = { line: LonLat[]; join: Join };

/** The first way to a lane that lies in another direction than those found before, if it is not out of all proportion. */
const nextApproach = (graph: Graph, port: LonLat, found: readonly Approach[], joins: ReadonlyMap<number, Join>, grid: SeaGrid, onLand: OnLand): Approach | null => {
  const placeOn = ({ from, to, share }: Join): LonLat => between(placeOf(graph, from), placeOf(graph, to), share);
  const taken = found.map(({ join }) => bearingDegrees(port, placeOn(join)));
  const isNew = (join: Join): boolean => taken.every((bearing) => Math.abs(wrapLongitude(bearing - bearingDegrees(port, placeOn(join)))) >= APART_DEGREES);
  const path = grid.pathTo(port, (cell) => {
    const join = joins.get(cell);
    return join !== undefined && isNew(join);
  }, found.length === 0 ? MOST_CELLS : MOST_CELLS_AGAIN);
  const join = path && joins.get(grid.cellOf(path.at(-1) ?? port));
  if (!path || !join) return null;
  const line = straightened([port, ...path.slice(1, -1), placeOn(join)], onLand);
  const most = found[0] ? milesOf(found[0].line) * LONGER_AGAIN + NEAR_ENOUGH_NM * 10 : Infinity;
  return milesOf(line) > most || milesOnLand(line, onLand, 1) > MOST_LAND_NM ? null : { line, join };
};

const approachesOf = (graph: Graph, port: LonLat, joins: ReadonlyMap<number, Join>, grid: SeaGrid, onLand: OnLand): Approach[] => {
  const found: Approach[] = [];
  while (found.length < MOST_APPROACHES) {
    const next = nextApproach(graph, port, found, joins, grid, onLand);
    if (!next || (found.length === 0 && milesOf(next.line) < NEAR_ENOUGH_NM)) break;
    found.push(next);
  }
  return found;
};

/**
 * Lanes from each port to the sea lanes around it, kept off the land. Without them a ship would be drawn straight
 * from its last waypoint into port, over whatever headland lies between; with a single one it would sail to the
 * nearest lane first, even backwards.
 */
export const addApproaches = (graph: Graph, part: ReadonlySet<number>, ports: readonly LonLat[], grid: SeaGrid, onLand: OnLand): number => {
  const joins = joinsByCell(graph, part, grid);
  const splits = new Map<string, { join: Join; node: number }[]>();

  const junctionAt = (join: Join): number => {
    if (join.share === 0) return join.from;
    if (join.share === 1) return join.to;
    const key = `${join.from} ${join.to}`;
    const onEdge = splits.get(key) ?? [];
    const same = onEdge.find((other) => other.join.share === join.share);
    if (same) return same.node;
    const node = addPlace(graph, between(placeOf(graph, join.from), placeOf(graph, join.to), join.share));
    splits.set(key, [...onEdge, { join, node }]);
    return node;
  };

  let tied = 0;
  for (const port of ports) {
    const found = approachesOf(graph, port, joins, grid, onLand);
    if (found.length === 0) continue;
    const berth = addPlace(graph, port);
    for (const { line, join } of found) {
      const inside = line.slice(1, -1).map((place) => addPlace(graph, place));
      [berth, ...inside, junctionAt(join)].reduce((before, node) => (link(graph, before, node), node));
    }
    tied += 1;
  }
  splitEdges(graph, splits);
  return tied;
};

const REPAIR_FROM_NM = 4; // less may be the coarseness of the map
const LONGEST_REPAIR_NM = 900;
const LONGEST_DETOUR = 1.3;

/** Edges that cut across land are led around it, where a way around is there and not much longer. */
export const leadAroundLand = (graph: Graph, part: ReadonlySet<number>, mayCross: (from: LonLat, to: LonLat) => boolean, grid: SeaGrid, onLand: OnLand): number => {
  let repaired = 0;
  for (const from of [...part]) {
    for (const to of [...(graph.neighbours[from] ?? [])]) {
      const [a, b] = [placeOf(graph, from), placeOf(graph, to)];
      const length = distanceNm(a[0], a[1], b[0], b[1]);
      if (to < from || length > LONGEST_REPAIR_NM || mayCross(a, b)) continue;
      const before = milesOnLand([a, b], onLand, 1);
      if (before < REPAIR_FROM_NM) continue;

      const goal = grid.cellOf(b);
      const path = grid.pathTo(a, (cell) => cell === goal, MOST_CELLS);
      if (!path) continue;
      const line = straightened([a, ...path.slice(1, -1), b], onLand);
      if (milesOnLand(line, onLand, 1) > before / 2 || milesOf(line) > length * LONGEST_DETOUR + 20) continue;

      unlink(graph, from, to);
      const inside = line.slice(1, -1).map((place) => addPlace(graph, place));
      [from, ...inside, to].reduce((last, node) => (link(graph, last, node), node));
      repaired += 1;
    }
  }
  return repaired;
};
