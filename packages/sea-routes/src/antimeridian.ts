import { unwrapBeside, wrapLongitude, type LonLat } from './geodesy.js';

/** Longitudes that run on past 180 instead of jumping: no two neighbours are more than half a turn apart. */
export const unwrapped = (line: readonly LonLat[]): LonLat[] => {
  const out: LonLat[] = [];
  for (const [longitude, latitude] of line) {
    const before = out.at(-1);
    out.push([before ? unwrapBeside(longitude, before[0]) : longitude, latitude]);
  }
  return out;
};

/** Turns of the world to the east a longitude lies in: 0 from -180 to 180. */
const turnOf = (longitude: number): number => Math.floor((longitude + 180) / 360);

const cutAt = (from: LonLat, to: LonLat, longitude: number): number =>
  from[1] + ((to[1] - from[1]) * (longitude - from[0])) / (to[0] - from[0]);

/**
 * The pieces of a line between its crossings of the antimeridian, as RFC 7946 section 3.1.9 asks: each lies
 * within -180 to 180, and one ends at the meridian where the next begins.
 */
export const splitAtAntimeridian = (line: readonly LonLat[]): LonLat[][] => {
  const whole = unwrapped(line);
  const [first, ...rest] = whole;
  if (first === undefined) return [];
  let turn = turnOf(first[0]);
  let piece: LonLat[] = [[first[0] - turn * 360, first[1]]];
  const pieces = [piece];
  rest.forEach((to, at) => {
    const from = whole[at] ?? to;
    const eastward = to[0] > from[0];
    // A point on the meridian itself belongs to the side the line comes from.
    const goal = eastward ? Math.ceil((to[0] + 180) / 360) - 1 : turnOf(to[0]);
    while (eastward ? turn < goal : turn > goal) {
      const meridian = eastward ? turn * 360 + 180 : turn * 360 - 180;
      const latitude = cutAt(from, to, meridian);
      piece.push([eastward ? 180 : -180, latitude]);
      turn += eastward ? 1 : -1;
      piece = [[eastward ? -180 : 180, latitude]];
      pieces.push(piece);
    }
    piece.push([to[0] - turn * 360, to[1]]);
  });
  return pieces.filter(({ length }) => length > 1);
};

export type LineGeometry =
  | { type: 'LineString'; coordinates: LonLat[] }
  | { type: 'MultiLineString'; coordinates: LonLat[][] };

/** A line for a map: in one piece, or cut where it crosses the antimeridian. */
export const lineGeometry = (line: readonly LonLat[]): LineGeometry => {
  const pieces = splitAtAntimeridian(line);
  const [only] = pieces;
  if (pieces.length === 1 && only) return { type: 'LineString', coordinates: only };
  return { type: 'MultiLineString', coordinates: pieces };
};

/** One line without a jump, its first longitude between -180 and 180: for clients that draw LineStrings only. */
export const unwrappedLine = (line: readonly LonLat[]): { type: 'LineString'; coordinates: LonLat[] } => {
  const [first] = line;
  const coordinates = first ? unwrapped([[wrapLongitude(first[0]), first[1]], ...line.slice(1)]) : [];
  return { type: 'LineString', coordinates };
};
