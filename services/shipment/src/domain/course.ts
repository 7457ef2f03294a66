import type { VesselRow } from './gazetteer.js';
import type { Sea, SeaPoint } from './sea-way.js';

export type CoursePoint = SeaPoint & { headingDegrees: number; at: Date };
export type Course = CoursePoint[];

type Wanted = { ship: VesselRow; start: SeaPoint; end: SeaPoint; from: SeaPoint | undefined; now: Date };

const MINUTE_MS = 60_000, HOUR_MS = 3_600_000;

// What container ships make on average since they steam slowly; taken when a ship does not say or lies still.
const USUAL_KNOTS = 15;
const LEAST_KNOTS = 5, MOST_KNOTS = 25;

// A point a minute as the original gives them, until a long voyage would fill megabytes.
const MOST_POINTS = 2_000;

const knotsOf = ({ speedKnots }: VesselRow): number => (speedKnots !== undefined && speedKnots >= LEAST_KNOTS ? Math.min(speedKnots, MOST_KNOTS) : USUAL_KNOTS);

/** Where the ship is known to be: as the caller says, else as it was seen, else still in the port that it leaves. */
const beginning = ({ ship, from, start, now }: Wanted): SeaPoint & { at: Date } => {
  if (from) return { ...from, at: now };
  const { latitude, longitude, positionAt } = ship;
  return latitude !== undefined && longitude !== undefined && positionAt ? { latitude, longitude, at: positionAt } : { latitude: start.latitude, longitude: start.longitude, at: now };
};

/** The way a ship is expected to take from where it is to a port, at the speed it makes now. Empty when every way is shut. */
export const courseOf = (wanted: Wanted, sea: Sea): Course => {
  const begin = beginning(wanted);
  const way = sea.wayAhead(wanted.start, wanted.end, begin);
  if (!way) return [];
  const nmPerMs = knotsOf(wanted.ship) / HOUR_MS;
  const totalMs = way.distanceNm / nmPerMs;
  const stepMs = Math.max(1, Math.ceil(totalMs / MINUTE_MS / MOST_POINTS)) * MINUTE_MS;
  const count = Math.ceil(totalMs / stepMs);
  return Array.from({ length: count + 1 }, (_, step) => {
    const afterMs = Math.min(totalMs, step * stepMs);
    return { ...way.at(afterMs * nmPerMs), at: new Date(begin.at.getTime() + Math.round(afterMs)) };
  });
};
