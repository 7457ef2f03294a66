import { isHealthy, type Health } from './health.js';

export type Outcome = 'succeeded' | 'refused' | 'timeout' | 'dns' | 'tls' | 'connect' | 'blocked';

/** One event on its way to one webhook. */
export interface Notification {
  id: string;
  accountId: string;
  webhookId: string;
  eventId: string;
  event: string;
  sequence: number;
  referenceType: string;
  referenceId: string;
  createdAt: Date;
  status: 'pending' | 'succeeded' | 'failed';
  /** How many attempts of the current round were made. */
  tries: number;
  /** All attempts ever, over redeliveries. */
  attempts: number;
  /** When the next attempt may be made; while one is under way, when its claim runs out. */
  dueAt?: Date | undefined;
  nextAttemptAt?: Date | undefined;
  /** Put off because its endpoint was failing; let go as soon as the endpoint answers again. */
  held?: true | undefined;
  /** What was sent is what is sent again, byte for byte (D-41). */
  body: string;
  /** That of its entry: an attempt belongs to the trace of the request that caused it. */
  origin?: Record<string, string> | undefined;
}

export interface Attempt {
  id: string;
  accountId: string;
  notificationId: string;
  webhookId: string;
  attempt: number;
  attemptedAt: Date;
  durationMs: number;
  outcome: Outcome;
  httpStatus?: number | undefined;
  responseExcerpt?: string | undefined;
  nextAttemptAt?: Date | undefined;
}

/** What a receiver answered. */
export interface Answer {
  outcome: Outcome;
  durationMs: number;
  httpStatus?: number | undefined;
  responseExcerpt?: string | undefined;
  retryAfterMs?: number | undefined;
}

const SECOND = 1_000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE;
/** Quick at first for a receiver that restarts, then patient enough for a night: 12 retries in about a day (D-43). */
export const RETRY_WAITS = [10 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR];
const SPREAD = 0.2;

const waitOf = (slotMs: number, retryAfterMs: number | undefined, luck: number): number => {
  if (retryAfterMs === undefined) return slotMs * (1 - SPREAD + 2 * SPREAD * luck);
  // A receiver may ask for time, yet neither hurry us nor put us off for ever.
  return Math.min(Math.max(retryAfterMs, slotMs), 2 * slotMs);
};

/** A new state of a notification. */
export interface Change {
  notification: Notification;
  /** Only if the claim is still the one under which it came about: else somebody knows better by now. */
  claimedUntil?: Date | undefined;
}

export interface Settled extends Change {
  attempt: Attempt;
  /** The receiver said that it is gone for good. */
  isGone: boolean;
}

const GONE = 410;

/** What becomes of a notification after an attempt. `luck` is 0..1 and spreads retries by a fifth either way. */
export const afterAttempt = (notification: Notification, answer: Answer, now: Date, luck: number, attemptId: string, waits: readonly number[] = RETRY_WAITS): Settled => {
  const { accountId, id, webhookId } = notification;
  const isGone = answer.httpStatus === GONE;
  const slotMs = waits[notification.tries];
  const mayRetry = answer.outcome !== 'succeeded' && !isGone && slotMs !== undefined;
  const next = mayRetry ? new Date(now.getTime() + Math.round(waitOf(slotMs, answer.retryAfterMs, luck))) : undefined;
  const status = answer.outcome === 'succeeded' ? 'succeeded' : mayRetry ? 'pending' : 'failed';
  const { retryAfterMs, durationMs, ...told } = answer;
  return {
    notification: { ...notification, status, tries: notification.tries + 1, attempts: notification.attempts + 1, dueAt: next, nextAttemptAt: next, held: undefined },
    attempt: { id: attemptId, accountId, notificationId: id, webhookId, attempt: notification.attempts + 1, attemptedAt: new Date(now.getTime() - durationMs), durationMs, ...told, nextAttemptAt: next },
    // A success is one however late it is.
    claimedUntil: status === 'succeeded' ? undefined : notification.dueAt,
    isGone,
  };
};

/** Sent once more, from the first wait of the schedule on: same id, same body. */
export const redelivered = (notification: Notification, now: Date): Notification => ({ ...notification, status: 'pending', tries: 0, dueAt: now, nextAttemptAt: now, held: undefined });

/** A webhook that was switched off gets nothing more of what still waited for it. */
export const abandoned = (notification: Notification): Notification => ({ ...notification, status: 'failed', dueAt: undefined, nextAttemptAt: undefined, held: undefined });

const LONGEST_HOLD = 10 * MINUTE;

/**
 * An endpoint that fails most of the time is left alone for a while; waiting is no attempt. The longer the trouble, the
 * wider the waiting ones are spread, so that a long line costs little while nobody answers.
 */
export const heldBack = (notification: Notification, health: Health, now: Date, luck: number): Notification | undefined => {
  if (isHealthy(health, now)) return undefined;
  const [from, since] = [health.openUntil ?? now, health.failingSince ?? now];
  const dueAt = new Date(from.getTime() + Math.round(luck * Math.min(LONGEST_HOLD, (now.getTime() - since.getTime()) / 2)));
  return { ...notification, dueAt, nextAttemptAt: dueAt, held: true };
};
