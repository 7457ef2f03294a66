import { isTechnicalReason, type FailedReason } from '@landfall/shipping/failed-reason';
import { isClosedStatus } from '@landfall/shipping/request-status';
import { ANSWER_OVERDUE_MS } from './open.js';
import { moved, type Cargo, type Change, type TrackingRequest, type Unchanged } from './tracking-request.js';

const MINUTE = 60_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
/** Technical faults pass within minutes or within a night; after about 22 hours nobody believes in the next try (D-23). */
const RETRY_WAITS = [1, 2, 4, 8, 16, 30, 60, 90, 120, 150, 180, 210, 240, 240].map((minutes) => minutes * MINUTE);
const SPREAD = 0.1;
/** Manifests are published once a day at best, and within a week of the booking or never (D-24). */
const MANIFEST_WAIT = DAY;
const MANIFEST_WINDOW = 7 * DAY;

export interface Failure {
  reason: FailedReason;
  /** The carrier knows the number but has nothing to tell yet. */
  known: boolean;
  /** Which look-up this answers. */
  attempt: number;
}

/** When it happens, and how fast days pass there: a sandbox number's carrier lives through a day in a second. */
export interface Moment {
  now: Date;
  /** 0..1; spreads retries by a tenth either way. */
  luck: number;
  /** 1 for real carriers. */
  pace: number;
}

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

const isStale = (request: TrackingRequest, attempt: number): boolean =>
  isClosedStatus(request.status) || request.status === 'created' || attempt !== request.attempt;

const failed = (request: TrackingRequest, failedReason: FailedReason, now: Date): Change => ({
  request: moved(request, now, { status: 'failed', failedReason, isRetrying: false, nextAttemptAt: undefined, dueAt: undefined }),
  says: [{ says: 'notice.failed' }, { says: 'ended', because: 'failed' }, { says: 'changed' }],
});

const retried = (request: TrackingRequest, failedReason: FailedReason, { now, luck, pace }: Moment): Change => {
  const tries = request.isRetrying ? (request.retryCount ?? 0) : 0;
  const wait = RETRY_WAITS[tries];
  if (wait === undefined) return failed(request, 'retries_exhausted', now);
  const at = later(now, Math.round((wait * (1 - SPREAD + 2 * SPREAD * luck)) / pace));
  const change = { failedReason, isRetrying: true, retryCount: tries + 1, nextAttemptAt: at, dueAt: at };
  return { request: moved(request, now, change), says: [{ says: 'changed' }] };
};

const awaited = (request: TrackingRequest, { known }: Failure, { now, pace }: Moment): Change => {
  const since = request.awaitingManifestSince ?? now;
  const seenByCarrier = request.seenByCarrier || known;
  if (now.getTime() - since.getTime() >= MANIFEST_WINDOW / pace) return failed({ ...request, seenByCarrier }, seenByCarrier ? 'expired' : 'not_found', now);

  const at = later(now, MANIFEST_WAIT / pace);
  const change = { status: 'awaiting_manifest', failedReason: 'awaiting_manifest', awaitingManifestSince: since, seenByCarrier, isRetrying: false, nextAttemptAt: at, dueAt: at } as const;
  const isFirst = request.awaitingManifestSince === undefined;
  return { request: moved(request, now, change), says: isFirst ? [{ says: 'notice.awaiting_manifest' }, { says: 'changed' }] : [{ says: 'changed' }] };
};

/** What a failed look-up makes of the request. */
export const afterFailure = (request: TrackingRequest, failure: Failure, moment: Moment): Change | Unchanged => {
  if (isStale(request, failure.attempt)) return 'unchanged';
  if (isTechnicalReason(failure.reason)) return retried(request, failure.reason, moment);

  const mayAppear = failure.reason === 'not_found' || failure.reason === 'data_unavailable';
  // A container exists or it does not; a booking may be days ahead of its manifest.
  if (mayAppear && request.requestType !== 'container') return awaited(request, failure, moment);
  return failed(request, failure.reason, moment.now);
};

/** The carrier answered and the shipment exists. */
export const afterSuccess = (request: TrackingRequest, shipmentId: string, cargo: Cargo, now: Date): Change | Unchanged => {
  if (isClosedStatus(request.status) || request.status === 'created') return 'unchanged';
  const change = { status: 'created', shipmentId, failedReason: undefined, isRetrying: false, nextAttemptAt: undefined, dueAt: undefined } as const;
  return { request: moved(request, now, change), says: [{ says: 'notice.succeeded', cargo }, { says: 'changed' }] };
};

/** The time of the next try has come, or the last answer never did: ask once more. */
export const askAgain = (request: TrackingRequest, now: Date): Change | Unchanged => {
  const isDue = request.dueAt !== undefined && request.dueAt <= now;
  if (!isDue || isClosedStatus(request.status) || request.status === 'created') return 'unchanged';
  const change = { attempt: request.attempt + 1, nextAttemptAt: undefined, dueAt: later(now, ANSWER_OVERDUE_MS) };
  // Without a SCAC there is nobody to ask yet, so detection runs again.
  return { request: moved(request, now, change), says: [{ says: 'lookup_due' }, { says: 'changed' }] };
};

/** Detection named the carrier; now it can be asked. */
export const withScac = (request: TrackingRequest, scac: string, normalizedNumber: string, now: Date): Change | Unchanged => {
  if (request.scac !== undefined || isClosedStatus(request.status)) return 'unchanged';
  return { request: moved(request, now, { scac, normalizedNumber }), says: [{ says: 'scac_resolved' }, { says: 'changed' }] };
};

/** Detection named a carrier whose number this account tracks already. */
export const asDuplicate = (request: TrackingRequest, now: Date): Change => failed(request, 'duplicate', now);
