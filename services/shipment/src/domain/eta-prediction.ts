import type { Pace } from './pace.js';
import { usualPace } from './pace.js';

/** Our own estimate beside the carrier's: nine in ten voyages end after p10, half after p50, one in ten after p90. */
export type EtaPrediction = { p10At: Date; p50At: Date; p90At: Date; computedAt: Date; remainingNm: number; basis: string; vesselId: string };

/** Hours. */
export type Quantiles = { p10: number; p50: number; p90: number };

export type LegOutlook = { nm: number; departsAt?: Date };

export type Outlook = {
  now: Date;
  /** When the ship was where the remaining miles begin. */
  seenAt: Date;
  remainingNm: number;
  pace: Pace;
  /** How long ships wait off the port of discharge. */
  wait: Quantiles;
  /** Voyages after this one, on ships that are not known yet. */
  ahead: readonly LegOutlook[];
};

const HOUR_MS = 3_600_000;

// A tenth of a normal distribution lies beyond this many deviations.
const TENTH = 1.28;
// Nobody is so uncertain that a ship might stand still.
const WIDEST = 0.35;

// From one ship to the next at a hub, when no schedule says better.
const CHANGE_HOURS: Quantiles = { p10: 24, p50: 72, p90: 168 };
// Discharged and loaded again it cannot be sooner, whatever the schedule says.
const LEAST_CHANGE_HOURS = 12;
// Schedules of the second ship slip too.
const SLIP_HOURS: Quantiles = { p10: 0, p50: 0, p90: 24 };

type Name = keyof Quantiles;

/** Early is fast, late is slow; which way a deviation counts. */
const SIDE = { p10: 1, p50: 0, p90: -1 } as const;

const sailingMs = (nm: number, { knots, spread }: Pace, name: Name): number => (nm / (knots * (1 + SIDE[name] * Math.min(WIDEST, TENTH * spread)))) * HOUR_MS;

const departureMs = (arrivesMs: number, { departsAt }: LegOutlook, name: Name): number =>
  departsAt ? Math.max(arrivesMs + LEAST_CHANGE_HOURS * HOUR_MS, departsAt.getTime() + SLIP_HOURS[name] * HOUR_MS) : arrivesMs + CHANGE_HOURS[name] * HOUR_MS;

const arrivalAt = ({ now, seenAt, remainingNm, pace, wait, ahead }: Outlook, name: Name): Date => {
  const firstMs = seenAt.getTime() + sailingMs(remainingNm, pace, name);
  const lastMs = ahead.reduce((arrivesMs, leg) => departureMs(arrivesMs, leg, name) + sailingMs(leg.nm, usualPace(), name), firstMs);
  // What should have happened by now has not, so it will not have happened before.
  return new Date(Math.round(Math.max(now.getTime(), lastMs + wait[name] * HOUR_MS)));
};

/** When cargo will be at its port of discharge, from the miles that are left, the ship's own speed and the port's history. */
export const predictArrival = (outlook: Outlook): Record<`${Name}At`, Date> => ({ p10At: arrivalAt(outlook, 'p10'), p50At: arrivalAt(outlook, 'p50'), p90At: arrivalAt(outlook, 'p90') });

const MOVED_MS = 30 * 60_000;
const WIDENED_MS = 2 * HOUR_MS;
const STALE_MS = 24 * HOUR_MS;

const apartMs = (a: Date, b: Date): number => Math.abs(a.getTime() - b.getTime());

/** Ships report every few minutes; a prediction is told anew when it says something else, or once a day. */
export const isNews = (before: EtaPrediction | undefined, after: EtaPrediction): boolean =>
  before === undefined ||
  before.vesselId !== after.vesselId ||
  apartMs(before.p50At, after.p50At) >= MOVED_MS ||
  apartMs(before.p10At, after.p10At) >= WIDENED_MS ||
  apartMs(before.p90At, after.p90At) >= WIDENED_MS ||
  apartMs(before.computedAt, after.computedAt) >= STALE_MS;
