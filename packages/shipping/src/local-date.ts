import { isTimeZone, offsetMsAt } from './time-zone.js';

const DAY = 24 * 60 * 60 * 1_000;

/** A calendar day without a clock, as `YYYY-MM-DD`: a last free day is one. */
export type LocalDate = string;

export type CarrierTime = {
  at: Date;
  /** Set when only a day was given: `at` is then the first instant of it. */
  on: LocalDate | null;
  /** The text had no offset, so the zone of the place decided. */
  zoneAssumed: boolean;
};

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

const wallMsOf = (date: string, time = '00:00:00'): number | null => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  if (hour > 23 || minute > 59 || second >= 60) return null;
  const ms = Date.UTC(year, month - 1, day, hour, minute, 0) + Math.round(second * 1_000);
  // The 30th of February rolls over instead of failing: what comes out must be what went in.
  return new Date(ms).toISOString().startsWith(`${date}T${pad(hour)}:${pad(minute)}`) ? ms : null;
};

/**
 * The instant at which a zone's clocks show a wall time. A time that happens twice means the first;
 * a time that is skipped means as long after the jump as it would have been.
 */
const instantOf = (wallMs: number, zone: string): Date => {
  const before = offsetMsAt(zone, new Date(wallMs - DAY));
  const after = offsetMsAt(zone, new Date(wallMs + DAY));
  const holds = (offset: number) => offsetMsAt(zone, new Date(wallMs - offset)) === offset;
  const offset = [before, after].find(holds) ?? before;
  return new Date(wallMs - offset);
};

export const isLocalDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && wallMsOf(text) !== null;

/** `YYYY-MM-DDTHH:mm[:ss]` on the clocks of a zone; null for anything else or an unknown zone. */
export const fromWallTime = (text: string, zone: string): Date | null => {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(text) ?? [];
  const wallMs = date === undefined ? null : wallMsOf(date, time);
  return wallMs === null || !isTimeZone(zone) ? null : instantOf(wallMs, zone);
};

const shifted = (at: Date, zone: string): string => new Date(at.getTime() + offsetMsAt(zone, at)).toISOString();

/** What the clocks of a zone show at an instant, as `YYYY-MM-DDTHH:mm:ss`. */
export const toWallTime = (at: Date, zone: string): string => shifted(at, zone).slice(0, 19);

/** The day it is in a zone at an instant. */
export const localDateOf = (at: Date, zone: string): LocalDate => shifted(at, zone).slice(0, 10);

/** The instant with the zone's own offset, for readers who think in local time. */
export const toOffsetTime = (at: Date, zone: string): string => {
  const minutes = Math.round(offsetMsAt(zone, at) / 60_000);
  const size = Math.abs(minutes);
  return `${toWallTime(at, zone)}${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
};

/**
 * The first instant of a day in a zone: going through UTC would shift a last free day by one for half the
 * world. Where midnight is skipped by a clock change the day starts at the jump.
 */
export const startOfDay = (date: LocalDate, zone: string): Date | null => {
  if (!isLocalDate(date)) return null;
  return fromWallTime(`${date}T00:00`, zone);
};

/** The last millisecond of a day in a zone: until then a last free day has not passed. */
export const endOfDay = (date: LocalDate, zone: string): Date | null => {
  const next = addDays(date, 1);
  const start = next === null ? null : startOfDay(next, zone);
  return start === null ? null : new Date(start.getTime() - 1);
};

export const addDays = (date: LocalDate, days: number): LocalDate | null => {
  const ms = isLocalDate(date) ? wallMsOf(date) : null;
  return ms === null ? null : new Date(ms + days * DAY).toISOString().slice(0, 10);
};

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

const withOffset = (text: string): Date | null => {
  const at = new Date(text.toUpperCase().replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(at.getTime()) ? null : at;
};

/**
 * A carrier's time as it comes: with an offset it is an instant; without one it is the local time of the
 * place it happened, never of this machine; a bare day keeps being a day.
 */
export const parseCarrierTime = (text: string, zone: string): CarrierTime | null => {
  const given = text.trim();
  if (WITH_OFFSET.test(given)) {
    const at = withOffset(given);
    return at && { at, on: null, zoneAssumed: false };
  }
  const day = startOfDay(given, zone);
  if (day) return { at: day, on: given, zoneAssumed: true };
  const at = fromWallTime(given, zone);
  return at && { at, on: null, zoneAssumed: true };
};
