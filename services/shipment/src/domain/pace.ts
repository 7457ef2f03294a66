import type { Moving } from './in-port.js';
import type { SeaPoint } from './sea-way.js';

/** A ship as it was seen, oldest first in a track. */
export type Sighted = Moving & { at: Date };

/** How fast a ship sails, and by what share that varies. */
export type Pace = { knots: number; spread: number };

const HOUR_MS = 3_600_000;

// What a ship did three days ago says nothing of today's weather.
const WINDOW_MS = 72 * HOUR_MS;

// Slower is drifting, waiting or manoeuvring, which says nothing of the sea ahead; faster is a wrong position.
const UNDERWAY_KNOTS = 4, FASTEST_KNOTS = 28;

// What container ships make on the average voyage, worth half a day of watching one.
const USUAL: Pace = { knots: 15, spread: 0.12 };
const USUAL_HOURS = 12;

export const usualPace = (): Pace => USUAL;

type Stretch = { hours: number; knots: number };

const stretchesOf = (track: readonly Sighted[], distanceNm: (from: SeaPoint, to: SeaPoint) => number): Stretch[] => {
  const last = track.at(-1)?.at.getTime() ?? 0;
  const recent = track.filter(({ at }) => last - at.getTime() <= WINDOW_MS);
  return recent.slice(1).flatMap((to, index) => {
    const from = recent[index] ?? to;
    const hours = (to.at.getTime() - from.at.getTime()) / HOUR_MS;
    const knots = hours > 0 ? distanceNm(from, to) / hours : 0;
    return knots >= UNDERWAY_KNOTS && knots <= FASTEST_KNOTS ? [{ hours, knots }] : [];
  });
};

/** Speed made good lately, leaning on what ships usually make while little was seen. */
export const paceOf = (track: readonly Sighted[], distanceNm: (from: SeaPoint, to: SeaPoint) => number): Pace => {
  const seen = [...stretchesOf(track, distanceNm), { hours: USUAL_HOURS, knots: USUAL.knots }];
  const hours = seen.reduce((sum, stretch) => sum + stretch.hours, 0);
  const knots = seen.reduce((sum, stretch) => sum + stretch.knots * stretch.hours, 0) / hours;
  const own = (USUAL.knots * USUAL.spread) ** 2 * USUAL_HOURS;
  const variance = seen.reduce((sum, stretch) => sum + (stretch.knots - knots) ** 2 * stretch.hours, own) / hours;
  return { knots, spread: Math.sqrt(variance) / knots };
};
