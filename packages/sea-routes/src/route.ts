import { bearingDegrees, between, distanceNm, unwrapBeside, wrapLongitude, type LonLat } from './geodesy.js';
import type { Passage } from './passages.js';

export type Route = {
  /** From port to port; longitudes run on past 180 instead of jumping. */
  coordinates: readonly LonLat[];
  /** Nautical miles from the start to each of the coordinates. */
  alongNm: readonly number[];
  distanceNm: number;
  passages: readonly Passage[];
};

export type RoutePosition = { longitude: number; latitude: number; bearingDegrees: number; alongNm: number };

export const routeOf = (line: readonly LonLat[], passages: readonly Passage[] = []): Route => {
  const coordinates: LonLat[] = [];
  const alongNm: number[] = [];
  for (const [longitude, latitude] of line) {
    const before = coordinates.at(-1);
    const here: LonLat = [before ? unwrapBeside(longitude, before[0]) : longitude, latitude];
    const step = before ? distanceNm(before[0], before[1], here[0], here[1]) : 0;
    // Where two stretches meet their common point is given twice.
    if (before && step < 1e-6 && coordinates.length > 1) continue;
    coordinates.push(here);
    alongNm.push((alongNm.at(-1) ?? 0) + step);
  }
  return { coordinates, alongNm, distanceNm: alongNm.at(-1) ?? 0, passages };
};

/** The last coordinate that is not farther along, and never the very last. */
const segmentAt = ({ alongNm }: Route, nm: number): number => {
  let low = 0, high = Math.max(1, alongNm.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((alongNm[middle] ?? 0) <= nm) low = middle;
    else high = middle;
  }
  return low;
};

const placeAt = (route: Route, segment: number, nm: number): LonLat => {
  const from = route.coordinates[segment] ?? [0, 0];
  const to = route.coordinates[segment + 1] ?? from;
  const start = route.alongNm[segment] ?? 0;
  const length = (route.alongNm[segment + 1] ?? start) - start;
  return length === 0 ? from : between(from, to, (nm - start) / length);
};

const within = (route: Route, nm: number): number => Math.min(route.distanceNm, Math.max(0, nm));

/** Where a ship is after so many miles, and where it heads; before the start and past the end it stays there. */
export const positionAt = (route: Route, distance: number): RoutePosition => {
  const nm = within(route, distance);
  const segment = segmentAt(route, nm);
  const [longitude, latitude] = placeAt(route, segment, nm);
  const from = route.coordinates[segment] ?? [longitude, latitude];
  const to = route.coordinates[segment + 1] ?? from;
  // Close to its end a segment is too short to aim along, so the whole of it is.
  return { longitude: wrapLongitude(longitude), latitude, bearingDegrees: bearingDegrees(from, to), alongNm: nm };
};

/** The miles between two points of a route as a route of its own: a leg that is partly sailed. */
export const sliceRoute = (route: Route, fromNm: number, toNm: number): Route => {
  const from = within(route, Math.min(fromNm, toNm)), to = within(route, Math.max(fromNm, toNm));
  const inside = route.coordinates.filter((_, at) => (route.alongNm[at] ?? 0) > from && (route.alongNm[at] ?? 0) < to);
  const ends = [from, to].map((nm) => placeAt(route, segmentAt(route, nm), nm));
  return routeOf([...ends.slice(0, 1), ...inside, ...ends.slice(1)], route.passages);
};

/** The place of a route nearest to a ship: how far along it is, and how far off. */
export const nearestOnRoute = (route: Route, longitude: number, latitude: number): { alongNm: number; offNm: number } => {
  const narrow = Math.cos((latitude * Math.PI) / 180);
  let best = { squared: Infinity, segment: 0, share: 0 };
  for (let segment = 0; segment + 1 < route.coordinates.length; segment += 1) {
    const [fromLon, fromLat] = route.coordinates[segment] ?? [0, 0];
    const [toLon, toLat] = route.coordinates[segment + 1] ?? [fromLon, fromLat];
    const x = wrapLongitude(fromLon - longitude) * narrow, y = fromLat - latitude;
    const alongX = (toLon - fromLon) * narrow, alongY = toLat - fromLat;
    const length = alongX * alongX + alongY * alongY;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * alongX + y * alongY) / length));
    const squared = (x + share * alongX) ** 2 + (y + share * alongY) ** 2;
    if (squared < best.squared) best = { squared, segment, share };
  }
  const start = route.alongNm[best.segment] ?? 0;
  const alongNm = start + best.share * ((route.alongNm[best.segment + 1] ?? start) - start);
  const [nearLon, nearLat] = placeAt(route, best.segment, alongNm);
  return { alongNm, offNm: distanceNm(longitude, latitude, nearLon, nearLat) };
};
