import type { CarrierEvent, Snapshot, TerminalReport } from './snapshot.js';

/** Who looks after the box: a terminal at the quay, or a railway at the ramp where its train ends. */
export type Yard = 'terminal' | 'rail';

export type TerminalPlace = { locode: string | null; smdgCode: string | null; bicCode: string | null };

/** One container at the yard where it is or will be unloaded, from a ship or from a train. */
export type TerminalWatch = TerminalPlace & {
  id: string;
  watchId: string;
  scac: string;
  normalizedNumber: string;
  containerNumber: string;
  connector: string;
  dueAt: Date | null;
  lease: string | null;
  digest: string | null;
  lastAttemptedAt: Date | null;
  lastAnsweredAt: Date | null;
  lastChangedAt: Date | null;
  lastFault: string | null;
  lastFaultAt: Date | null;
  faultsInARow: number;
  sequence: number;
  revision: number;
};

export type UnloadingPlan = TerminalPlace & { kind: Yard; containerNumber: string; at: Date };

const HOUR_MS = 3_600_000, DAY_MS = 24 * HOUR_MS;

// Terminals announce holds and fees before the ship is there, but hardly earlier than two days.
export const ASK_AHEAD_MS = 2 * DAY_MS;

// A box that nobody fetched in two months is beyond what a terminal's public answer says.
const GIVE_UP_MS = 60 * DAY_MS;

const endsCall = ({ eventType, eventCode, retracted }: CarrierEvent): boolean => !retracted && (eventCode === 'DISC' || (eventType === 'TRANSPORT' && eventCode === 'ARRI'));

const ENDS: Record<Yard, (event: CarrierEvent) => boolean> = {
  terminal: (event) => endsCall(event) && event.mode !== 'RAIL' && event.mode !== 'TRUCK',
  rail: (event) => endsCall(event) && event.mode === 'RAIL',
};

const hasLeftFull = (event: CarrierEvent): boolean =>
  event.classifier === 'ACT' && !event.retracted && event.emptyIndicator === 'LADEN' && (event.eventCode === 'GTOT' || event.eventCode === 'PICK');

/** A box that left the quay for the train has not left the railway. */
const hasLeft = (kind: Yard, event: CarrierEvent, place: string | undefined): boolean => hasLeftFull(event) && (kind === 'terminal' || event.locationLocode === place);

const latest = (events: readonly CarrierEvent[]): CarrierEvent | undefined =>
  events.filter(({ occursAt }) => occursAt).reduce<CarrierEvent | undefined>((last, event) => (!last || (event.occursAt ?? 0) >= (last.occursAt ?? 0) ? event : last), undefined);

const planOf = (kind: Yard, containerNumber: string, events: readonly CarrierEvent[], now: Date): UnloadingPlan[] => {
  const ends = events.filter(ENDS[kind]);
  const last = latest(ends);
  if (!last?.occursAt || events.some((event) => hasLeft(kind, event, last.locationLocode))) return [];
  const agoMs = now.getTime() - last.occursAt.getTime();
  if (agoMs < -ASK_AHEAD_MS || agoMs > GIVE_UP_MS) return [];
  const codes = ends.filter((event) => event.facilityCode && event.locationLocode === last.locationLocode);
  const facility = last.facilityCode ? last : codes.at(-1);
  const isBic = facility?.facilityCodeList === 'BIC';
  return [{ kind, containerNumber, at: last.occursAt, locode: last.locationLocode ?? null, smdgCode: isBic ? null : (facility?.facilityCode ?? null), bicCode: isBic ? (facility?.facilityCode ?? null) : null }];
};

/**
 * Which containers are worth a question at a yard now: those whose last known ship or train is near or past, and that
 * have not left. Only a guess of where to ask; what the answer means for the journey is decided by the shipment.
 */
export const unloadingsToAsk = (snapshot: Snapshot, now: Date): UnloadingPlan[] =>
  snapshot.containers.flatMap(({ number, events }) => (['terminal', 'rail'] as const).flatMap((kind) => planOf(kind, number, [...events, ...snapshot.events], now)));

export type TerminalPace = { fixedMs: number | null; luck: number };

/** 1–2 h around the ship's call and while the box stands there; at the sandbox its own pace. */
export const nextTerminalPoll = (now: Date, { fixedMs, luck }: TerminalPace): Date =>
  new Date(now.getTime() + (fixedMs === null ? HOUR_MS * (1 + luck) : fixedMs * (0.9 + 0.2 * luck)));

/** The terminal itself saw the box leave full: nothing more to ask. */
export const isGone = (report: TerminalReport): boolean => report.events.some(hasLeftFull);

export const reported = (watch: TerminalWatch, report: TerminalReport, digest: string, now: Date, pace: TerminalPace): { watch: TerminalWatch; changed: boolean } => {
  const changed = digest !== watch.digest;
  return {
    changed,
    watch: {
      ...watch,
      lease: null,
      dueAt: isGone(report) ? null : nextTerminalPoll(now, pace),
      digest,
      sequence: watch.sequence + 1,
      lastAttemptedAt: now,
      lastAnsweredAt: now,
      lastChangedAt: changed ? now : watch.lastChangedAt,
      faultsInARow: 0,
    },
  };
};

/** The same answer with a repaired mapping: told at once, asked again when it was due anyway. */
export const readAgain = (watch: TerminalWatch, digest: string): TerminalWatch => ({ ...watch, digest, sequence: watch.sequence + 1 });

export const unreported = (watch: TerminalWatch, fault: string, now: Date, pace: TerminalPace, retryAfterMs = 0): TerminalWatch => {
  const usual = nextTerminalPoll(now, pace).getTime();
  return { ...watch, lease: null, dueAt: new Date(Math.max(usual, now.getTime() + retryAfterMs)), lastAttemptedAt: now, lastFault: fault, lastFaultAt: now, faultsInARow: watch.faultsInARow + 1 };
};
