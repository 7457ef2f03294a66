import type { Quantiles } from './eta-prediction.js';
import { isInPort } from './in-port.js';
import type { Sighted } from './pace.js';
import type { SeaPoint } from './sea-way.js';

/** A ship came to a port: when it lay still there, and how long that took beyond the mere sailing. */
export type PortCall = { arrivedAt: Date; waitedHours: number };

const HOUR_MS = 3_600_000;

// Anchorages lie within this distance of a port; who waits, waits here.
const APPROACH_NM = 50;
const APPROACH_KNOTS = 12;

/** The call that ends a track; null while the ship is not in port, or when nobody saw it come. */
export const portCallOf = (track: readonly Sighted[], port: SeaPoint, distanceNm: (from: SeaPoint, to: SeaPoint) => number): PortCall | null => {
  const isThere = (ship: Sighted) => isInPort(ship, port, distanceNm);
  const last = track.at(-1);
  if (!last || !isThere(last)) return null;
  const away = track.findLastIndex((ship) => !isThere(ship));
  const arrived = track[away + 1] ?? last;
  const begin = track.slice(0, away + 1).findLastIndex((ship) => distanceNm(ship, port) > APPROACH_NM) + 1;
  const approach = track[begin];
  if (away < 0 || begin === 0 || !approach || begin > away) return null;
  const sailingHours = distanceNm(approach, port) / APPROACH_KNOTS;
  return { arrivedAt: arrived.at, waitedHours: Math.max(0, (arrived.at.getTime() - approach.at.getTime()) / HOUR_MS - sailingHours) };
};

// What ports do that nobody has watched: most ships go straight in, some lie a day. Counts like eight calls.
const USUAL_WAITS = [0, 0, 0, 1, 2, 4, 10, 24];

const quantileOf = (sorted: readonly number[], share: number): number => {
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
};

/** How long ships wait off a port, from the calls that were seen there. */
export const waitsOf = (calls: readonly Pick<PortCall, 'waitedHours'>[]): Quantiles => {
  const sorted = [...USUAL_WAITS, ...calls.map(({ waitedHours }) => waitedHours)].sort((a, b) => a - b);
  return { p10: quantileOf(sorted, 0.1), p50: quantileOf(sorted, 0.5), p90: quantileOf(sorted, 0.9) };
};
