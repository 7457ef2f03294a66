import type { AisReport, VesselPosition } from './ais.js';

/** A transmitter and the ships it stood on: a change of flag gives a ship a new MMSI, and a number a new ship. */
export type VesselTrack = {
  id: string;
  imo: string | null;
  name: string | null;
  callSign: string | null;
  /** Every IMO number this transmitter was ever paired with. */
  imos: string[];
  pairings: { imo: string; name: string | null; since: Date }[];
  last: VesselPosition | null;
  /** Jumps in a row. */
  jumps: number;
  revision: number;
};

export type Followed = { kind: 'all' } | { kind: 'ships'; imos: ReadonlySet<string> };

const EARTH_NM = 3_440.065;
const RADIANS = Math.PI / 180;
const HOUR_MS = 3_600_000;

// The fastest container ships make some 25 knots; what is much faster is a second transmitter with the same number.
const FASTEST_KNOTS = 40;
// Clocks and rounding: two receivers may place one ship this far apart at one moment.
const SLACK_NM = 1;

const MOST_JUMPS = 5;

const KEEP_EVERY_MS = 10 * 60_000;
const KEEP_STILL_EVERY_MS = 6 * HOUR_MS;
const MOVED_NM = 0.5;

export const distanceNm = (a: VesselPosition, b: VesselPosition): number => {
  const [latA, latB] = [a.latitude * RADIANS, b.latitude * RADIANS];
  const half = Math.sin((latB - latA) / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(((b.longitude - a.longitude) * RADIANS) / 2) ** 2;
  return 2 * EARTH_NM * Math.asin(Math.min(1, Math.sqrt(half)));
};

/** Did the ship get there faster than any ship can? */
export const isJump = (before: VesselPosition, next: VesselPosition): boolean => {
  const hours = Math.abs(next.at.getTime() - before.at.getTime()) / HOUR_MS;
  return distanceNm(before, next) > FASTEST_KNOTS * hours + SLACK_NM;
};

/** Thinned to what a map and a berth need: some minutes under way, a change of state at once, now and then at rest. */
export const isWorthKeeping = (before: VesselPosition | null, next: VesselPosition): boolean => {
  if (before === null) return true;
  const waitedMs = next.at.getTime() - before.at.getTime();
  if (waitedMs <= 0) return false;
  if (next.navigationStatus !== undefined && next.navigationStatus !== before.navigationStatus) return true;
  return waitedMs >= KEEP_STILL_EVERY_MS || (waitedMs >= KEEP_EVERY_MS && distanceNm(before, next) >= MOVED_NM);
};

export const newTrack = (mmsi: string): VesselTrack => ({ id: mmsi, imo: null, name: null, callSign: null, imos: [], pairings: [], last: null, jumps: 0, revision: 0 });

const learnt = (track: VesselTrack, { imo, name, callSign }: AisReport, now: Date): VesselTrack => {
  const isNew = imo !== undefined && imo !== track.imo;
  const changed = isNew || (name !== undefined && name !== track.name) || (callSign !== undefined && callSign !== track.callSign);
  if (!changed) return track;
  return {
    ...track,
    imo: imo ?? track.imo,
    name: name ?? track.name,
    callSign: callSign ?? track.callSign,
    imos: isNew ? [...new Set([...track.imos, imo])] : track.imos,
    pairings: isNew ? [...track.pairings, { imo, name: name ?? null, since: now }] : track.pairings,
    // Another ship now: where the former one was says nothing about it.
    last: isNew && track.imo !== null ? null : track.last,
  };
};

export const isFollowed = (followed: Followed, track: VesselTrack, { imo }: AisReport): boolean => {
  if (followed.kind === 'all') return true;
  const ship = imo ?? track.imo;
  return ship !== null && ship !== undefined && followed.imos.has(ship);
};

export type Heard = { track: VesselTrack; position: VesselPosition | null; why: 'kept' | 'thinned' | 'jump' | 'learnt' | 'nothing' };

/** The track after a report, and the position if it is worth keeping. */
export const hear = (track: VesselTrack, report: AisReport, now: Date): Heard => {
  const known = learnt(track, report, now);
  const { position } = report;
  if (!position) return { track: known, position: null, why: known === track ? 'nothing' : 'learnt' };
  // When everything after one position contradicts it, it was that one that was wrong.
  if (known.last && isJump(known.last, position) && known.jumps < MOST_JUMPS) return { track: { ...known, jumps: known.jumps + 1 }, position: null, why: 'jump' };
  if (!isWorthKeeping(known.last, position)) return { track: known, position: null, why: 'thinned' };
  return { track: { ...known, last: position, jumps: 0 }, position, why: 'kept' };
};
