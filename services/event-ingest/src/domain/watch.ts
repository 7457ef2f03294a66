import type { FailedReason } from '@landfall/shipping/failed-reason';
import type { RequestType } from '@landfall/shipping/request-type';
import type { Cadence } from './carrier-profile.js';
import { nextPoll, nextRetry, type Phase } from './poll-policy.js';
import type { Snapshot } from './snapshot.js';

export type Tracker = { accountId: string; trackingRequestId: string };

/**
 * waiting: a look-up was asked for and not answered yet · refused: it was answered with no, the tracking request will
 * ask again · live: hears every snapshot · stopped: its shipment is no longer tracked · ended: never again.
 */
export type TrackerState = 'waiting' | 'refused' | 'live' | 'stopped' | 'ended';

/** `told`: the revision of its shipment that last stopped or resumed it; the two may overtake each other on their way. */
export type WatchTracker = Tracker & { state: TrackerState; attempt: number; since: Date; told?: number };

export type WatchIdentity = { scope: string; scac: string; requestType: RequestType; normalizedNumber: string };

/** One number at one carrier, asked once for however many trackers: cost grows with distinct numbers, not with customers. */
export type Watch = WatchIdentity & {
  id: string;
  trackers: WatchTracker[];
  /** Null while nobody needs an answer: such a watch costs no call. */
  dueAt: Date | null;
  lease: string | null;
  sequence: number;
  digest: string | null;
  /** Digest of the last message heard, by the account whose mailbox it came to. */
  heard: Record<string, string>;
  payloadId: string | null;
  payloadDigest: string | null;
  payloadUntil: Date | null;
  phase: Phase;
  vesselImos: string[];
  lastAttemptedAt: Date | null;
  lastAnsweredAt: Date | null;
  lastChangedAt: Date | null;
  lastSaidAt: Date | null;
  /** What the source's own clock said at its last answer. */
  lastSourceNow: Date | null;
  lastFault: string | null;
  lastFaultAt: Date | null;
  faultsInARow: number;
  revision: number;
};

export type Channel = 'line' | 'edi' | 'push';

export type Said =
  | { fact: 'snapshot_taken'; watch: Watch; snapshot: Snapshot; digest: string; channel: Channel; takenAt: Date; sourceNow: Date; trackers: Tracker[]; sequence: number; nextDueAt: Date | null }
  | { fact: 'lookup_failed'; tracker: Tracker; scac: string | null; reason: FailedReason; detail: string; failedAt: Date; known: boolean; attempt: number }
  | { fact: 'poll_failed'; watch: Watch; reason: FailedReason; detail: string; failedAt: Date; nextDueAt: Date | null; trackers: Tracker[]; source: string };

export type Answer = { snapshot: Snapshot; digest: string; channel: Channel; sourceNow: Date; phase: Phase; vesselImos: string[]; payload: { id: string; digest: string; until: Date } | null };

export type Refusal = { reason: FailedReason; detail: string; known: boolean; retryAfterMs?: number | undefined };

export type Settled = { watch: Watch; says: Said[] };

export const newWatch = (id: string, identity: WatchIdentity): Watch => ({
  ...identity,
  id,
  trackers: [],
  dueAt: null,
  lease: null,
  sequence: 0,
  digest: null,
  heard: {},
  payloadId: null,
  payloadDigest: null,
  payloadUntil: null,
  phase: 'before_gate_in',
  vesselImos: [],
  lastAttemptedAt: null,
  lastAnsweredAt: null,
  lastChangedAt: null,
  lastSaidAt: null,
  lastSourceNow: null,
  lastFault: null,
  lastFaultAt: null,
  faultsInARow: 0,
  revision: 0,
});

const DAY_MS = 86_400_000;

// As long as the bus keeps facts: a late `created` must still find that its request ended.
const ENDED_KEPT_MS = 8 * DAY_MS;

const named = ({ accountId, trackingRequestId }: Tracker): Tracker => ({ accountId, trackingRequestId });

export const trackersIn = (watch: Watch, ...states: TrackerState[]): Tracker[] => watch.trackers.filter(({ state }) => states.includes(state)).map(named);

export const hasSucceeded = (watch: Watch): boolean => watch.digest !== null;

/** Is anybody left for whom the carrier has to be asked? */
export const isWanted = (watch: Watch): boolean => watch.trackers.some(({ state }) => state === 'waiting' || state === 'live');

const rested = (watch: Watch): Watch => (isWanted(watch) ? watch : { ...watch, dueAt: null });

const earlier = (a: Date | null, b: Date): Date => (a !== null && a < b ? a : b);

/** Due now, unless it is being asked just now: then the answer under way serves, and the lease ends by itself. */
const dueNow = (watch: Watch, now: Date): Date | null => (watch.lease === null ? earlier(watch.dueAt, now) : watch.dueAt);

const withTracker = (watch: Watch, tracker: WatchTracker): Watch => ({
  ...watch,
  trackers: [...watch.trackers.filter(({ trackingRequestId }) => trackingRequestId !== tracker.trackingRequestId), tracker],
});

export const trackerOf = (watch: Watch, trackingRequestId: string): WatchTracker | undefined =>
  watch.trackers.find((tracker) => tracker.trackingRequestId === trackingRequestId);

/** A look-up is wanted. Repeats and late arrivals change nothing: then the same watch comes back. */
export const wait = (watch: Watch, tracker: Tracker, attempt: number, now: Date): Watch => {
  const before = trackerOf(watch, tracker.trackingRequestId);
  const settled = before && (before.state !== 'refused' || before.attempt >= attempt);
  if (settled) return watch;
  return { ...withTracker(watch, { ...named(tracker), state: 'waiting', attempt, since: now }), dueAt: dueNow(watch, now) };
};

/** Nobody waits for this tracker any more. It is remembered for a while, since facts may overtake each other. */
export const end = (watch: Watch, tracker: Tracker, now: Date): Watch => {
  if (trackerOf(watch, tracker.trackingRequestId)?.state === 'ended') return watch;
  return rested(withTracker(watch, { ...named(tracker), state: 'ended', attempt: 0, since: now }));
};

/** Said at one revision, a shipment was resumed only to stop again. */
const isNewer = ({ state, told = -1 }: WatchTracker, said: 'live' | 'stopped', revision: number): boolean =>
  told < revision || (told === revision && said === 'stopped' && state === 'live');

/** What the trackers' shipment said at that revision. Said before, or older than what was heard of it: then the same watch comes back. */
const told = (watch: Watch, trackingRequestIds: readonly string[], state: 'live' | 'stopped', revision: number, now: Date): Watch => {
  const concerns = (tracker: WatchTracker): boolean =>
    trackingRequestIds.includes(tracker.trackingRequestId) && (tracker.state === 'live' || tracker.state === 'stopped') && isNewer(tracker, state, revision);
  if (!watch.trackers.some(concerns)) return watch;
  const moved = (tracker: WatchTracker): WatchTracker => ({ ...tracker, told: revision, ...(tracker.state === state ? {} : { state, since: now }) });
  return { ...watch, trackers: watch.trackers.map((tracker) => (concerns(tracker) ? moved(tracker) : tracker)) };
};

export const stop = (watch: Watch, trackingRequestIds: readonly string[], revision: number, now: Date): Watch => {
  const after = told(watch, trackingRequestIds, 'stopped', revision, now);
  return after === watch ? watch : rested(after);
};

export const resume = (watch: Watch, trackingRequestIds: readonly string[], revision: number, now: Date): Watch => {
  const after = told(watch, trackingRequestIds, 'live', revision, now);
  const returns = trackersIn(after, 'live').length > trackersIn(watch, 'live').length;
  return returns ? { ...after, dueAt: dueNow(after, now) } : after;
};

/** As soon as the limits allow; a watch nobody wants stays asleep. */
export const hurry = (watch: Watch, now: Date): Watch => (isWanted(watch) ? { ...watch, dueAt: dueNow(watch, now) } : watch);

const withoutOldEnds = (watch: Watch, now: Date): Watch => ({
  ...watch,
  trackers: watch.trackers.filter(({ state, since }) => state !== 'ended' || now.getTime() - since.getTime() < ENDED_KEPT_MS),
});

export type Pace = { cadence: Cadence; luck: number; sayUnchangedEveryMs: number };

const isNewsTo = (watch: Watch, digest: string, now: Date, everyMs: number): boolean =>
  watch.digest !== digest || trackersIn(watch, 'waiting').length > 0 || now.getTime() - (watch.lastSaidAt?.getTime() ?? 0) >= everyMs;

/** What is kept of the answer; without a new payload the former one still stands. */
const keptOf = (watch: Watch, { payload }: Answer): Pick<Watch, 'payloadId' | 'payloadDigest' | 'payloadUntil'> =>
  payload ? { payloadId: payload.id, payloadDigest: payload.digest, payloadUntil: payload.until } : watch;

/** A source answered with data: whoever waits or follows hears of it. */
export const answered = (before: Watch, answer: Answer, now: Date, pace: Pace): Settled => {
  const watch = withoutOldEnds(before, now);
  const changed = watch.digest !== answer.digest;
  const isNews = isNewsTo(watch, answer.digest, now, pace.sayUnchangedEveryMs);
  const { payloadId, payloadDigest, payloadUntil } = keptOf(watch, answer);
  const trackers = watch.trackers.map((tracker) => (tracker.state === 'waiting' ? { ...tracker, state: 'live' as const, since: now } : tracker));
  const after: Watch = rested({
    ...watch,
    trackers,
    lease: null,
    dueAt: nextPoll(answer.phase, pace.cadence, now, pace.luck),
    digest: answer.digest,
    payloadId,
    payloadDigest,
    payloadUntil,
    phase: answer.phase,
    vesselImos: answer.vesselImos,
    sequence: watch.sequence + (isNews ? 1 : 0),
    lastAttemptedAt: now,
    lastAnsweredAt: now,
    lastChangedAt: changed ? now : watch.lastChangedAt,
    lastSaidAt: isNews ? now : watch.lastSaidAt,
    lastSourceNow: answer.sourceNow,
    faultsInARow: 0,
  });
  const hearers = trackersIn(after, 'live');
  if (!isNews || hearers.length === 0) return { watch: after, says: [] };
  const { snapshot, digest, channel, sourceNow } = answer;
  return { watch: after, says: [{ fact: 'snapshot_taken', watch: after, snapshot, digest, channel, takenAt: now, sourceNow, trackers: hearers, sequence: after.sequence, nextDueAt: after.dueAt }] };
};

/** A source had no data: those who waited are told why, those who follow learn that the news is getting old. */
export const refused = (before: Watch, refusal: Refusal, now: Date, pace: Pace): Settled => {
  const watch = withoutOldEnds(before, now);
  const { reason, detail, known } = refusal;
  const faultsInARow = watch.faultsInARow + 1;
  const waiting = watch.trackers.filter(({ state }) => state === 'waiting');
  const trackers = watch.trackers.map((tracker) => (tracker.state === 'waiting' ? { ...tracker, state: 'refused' as const, since: now } : tracker));
  const after: Watch = rested({
    ...watch,
    trackers,
    lease: null,
    dueAt: nextRetry(watch.phase, pace.cadence, faultsInARow, now, pace.luck, refusal.retryAfterMs),
    lastAttemptedAt: now,
    lastFault: reason,
    lastFaultAt: now,
    faultsInARow,
  });
  const live = trackersIn(after, 'live');
  const says: Said[] = waiting.map((tracker) => ({ fact: 'lookup_failed', tracker: named(tracker), scac: watch.scac, reason, detail, failedAt: now, known, attempt: tracker.attempt }));
  if (live.length > 0) says.push({ fact: 'poll_failed', watch: after, reason, detail, failedAt: now, nextDueAt: after.dueAt, trackers: live, source: 'line' });
  return { watch: after, says };
};

/** Not asked after all (limits): due again later, nothing is said. */
export const deferred = (watch: Watch, until: Date): Watch => rested({ ...watch, lease: null, dueAt: until });

/** The same answer read with a repaired mapping: told at once, asked again when it was due anyway. */
export const rederived = (watch: Watch, read: Pick<Answer, 'snapshot' | 'digest' | 'sourceNow' | 'phase' | 'vesselImos'>, now: Date): Settled => {
  const { snapshot, digest, sourceNow, phase, vesselImos } = read;
  const after: Watch = { ...watch, digest, phase, vesselImos, sequence: watch.sequence + 1, lastChangedAt: now, lastSaidAt: now };
  const trackers = trackersIn(after, 'live');
  if (trackers.length === 0) return { watch: after, says: [] };
  return { watch: after, says: [{ fact: 'snapshot_taken', watch: after, snapshot, digest, channel: 'line', takenAt: now, sourceNow, trackers, sequence: after.sequence, nextDueAt: after.dueAt }] };
};
