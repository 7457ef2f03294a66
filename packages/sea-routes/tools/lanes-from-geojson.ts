import { unwrapped } from '../src/antimeridian.js';
import { wrapLongitude, type LonLat } from '../src/geodesy.js';

export type Graph = { places: LonLat[]; neighbours: Set<number>[] };

export const placeOf = ({ places }: Graph, node: number): LonLat => places[node] ?? [0, 0];

/**
 * The lines of a GeoJSON network as one graph. Longitude 180 is folded to -180: the data ends there on both
 * sides of the Pacific, which is why naive readers route it through Suez.
 */
export const graphOf = (lines: readonly (readonly LonLat[])[]): Graph => {
  const numbers = new Map<string, number>();
  const graph: Graph = { places: [], neighbours: [] };
  const numberOf = ([longitude, latitude]: LonLat): number => {
    const place: LonLat = [wrapLongitude(longitude), latitude === 0 ? 0 : latitude];
    const key = place.map((degrees) => degrees.toFixed(4)).join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, graph.places.length);
    graph.neighbours.push(new Set());
    return graph.places.push(place) - 1;
  };
  for (const line of lines) {
    const [first, ...rest] = line.map(numberOf);
    let before = first;
    for (const here of rest) {
      if (before !== undefined && before !== here) {
        graph.neighbours[before]?.add(here);
        graph.neighbours[here]?.add(before);
      }
      before = here;
    }
  }
  return graph;
};

/** The largest part that hangs together: a port snapped to a stray lane would reach nothing. */
export const mainComponent = ({ neighbours }: Graph): Set<number> => {
  const seen = new Set<number>();
  let largest = new Set<number>();
  neighbours.forEach((_, start) => {
    if (seen.has(start)) return;
    const part = new Set([start]);
    for (const node of part) for (const next of neighbours[node] ?? []) part.add(next);
    for (const node of part) seen.add(node);
    if (part.size > largest.size) largest = part;
  });
  return largest;
};

/** Chains of places with two neighbours become one lane, so that a search visits junctions only. */
export const lanesOf = ({ places, neighbours }: Graph): LonLat[][] => {
  const part = mainComponent({ places, neighbours });
  const degree = (node: number) => neighbours[node]?.size ?? 0;
  const lanes: number[][] = [];
  const walked = new Set<string>();
  const step = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;

  for (const start of part) {
    if (degree(start) === 2) continue;
    for (const next of neighbours[start] ?? []) {
      if (walked.has(step(start, next))) continue;
      const lane = [start, next];
      walked.add(step(start, next));
      for (let here = next, before = start; degree(here) === 2; ) {
        const onward = [...(neighbours[here] ?? [])].find((node) => node !== before) ?? start;
        walked.add(step(here, onward));
        lane.push(onward);
        [before, here] = [here, onward];
      }
      lanes.push(lane);
    }
  }
  return lanes.map((lane) => unwrapped(lane.map((node) => places[node] ?? [0, 0])));
};
