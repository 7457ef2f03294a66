import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { between, distanceNm, unwrapBeside, wrapLongitude, type LonLat } from '../src/geodesy.js';

const BANDS_PER_DEGREE = 10;

export type OnLand = (longitude: number, latitude: number) => boolean;

type Edge = readonly [lowLon: number, lowLat: number, highLon: number, highLat: number];

const rings = (): LonLat[][] => {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
  const topology = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ land: GeometryCollection }>;
  return feature(topology, topology.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates as unknown as LonLat[][];
    if (geometry.type === 'MultiPolygon') return (geometry.coordinates as unknown as LonLat[][][]).flat();
    return [];
  });
};

const upward = (a: LonLat, b: LonLat): Edge => (a[1] < b[1] ? [...a, ...b] : [...b, ...a]);

// A hair beyond the antimeridian, so that it is west of every place.
const WEST_END = -180.001;

/** One coast as the map cut at the antimeridian shows it; the cut itself is closed down to the south pole. */
const edgesOf = (from: LonLat, to: LonLat): Edge[] => {
  const beside = unwrapBeside(to[0], from[0]);
  if (Math.abs(to[0] - from[0]) <= 180) return [upward(from, to)];
  const side = beside > from[0] || (beside === from[0] && beside > 0) ? 180 : -180;
  // From 180 to -180 itself there is no way to divide: the whole step lies on the cut.
  const cut = beside === from[0] ? to[1] : from[1] + ((side - from[0]) / (beside - from[0])) * (to[1] - from[1]);
  return [upward(from, [side, cut]), upward([-side, cut], to), [WEST_END, -90, WEST_END, cut]];
};

/** Natural Earth's land at 1:50m; a point is on land when a line to the west crosses coasts an odd number of times. */
export const naturalEarthLand = (): OnLand => {
  const bands: Edge[][] = Array.from({ length: 180 * BANDS_PER_DEGREE + 1 }, () => []);
  const bandOf = (latitude: number) => Math.floor((latitude + 90) * BANDS_PER_DEGREE);
  for (const ring of rings()) {
    const edges = ring.slice(1).flatMap((to, at) => edgesOf(ring[at] ?? to, to));
    for (const edge of edges) for (let band = bandOf(edge[1]); band <= bandOf(edge[3]); band += 1) bands[band]?.push(edge);
  }
  return (longitude, latitude) => {
    const x = wrapLongitude(longitude);
    let inside = false;
    for (const [lowLon, lowLat, highLon, highLat] of bands[bandOf(latitude)] ?? []) {
      if (latitude < lowLat || latitude >= highLat) continue;
      if (lowLon + ((latitude - lowLat) / (highLat - lowLat)) * (highLon - lowLon) < x) inside = !inside;
    }
    return inside;
  };
};

/** Nautical miles of a line that lie on land, looked at every so many miles. */
export const milesOnLand = (line: readonly LonLat[], onLand: OnLand, everyNm = 2): number => {
  let miles = 0;
  line.slice(1).forEach((to, at) => {
    const from = line[at] ?? to;
    const length = distanceNm(from[0], from[1], to[0], to[1]);
    const steps = Math.max(1, Math.ceil(length / everyNm));
    for (let step = 0; step < steps; step += 1) {
      if (onLand(...between(from, to, (step + 0.5) / steps))) miles += length / steps;
    }
  });
  return miles;
};
