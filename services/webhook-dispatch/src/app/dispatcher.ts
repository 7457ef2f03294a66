import { mayTryAtOnce } from '../domain/health.js';
import type { Notification } from '../domain/notification.js';
import { places, type Limits } from './places.js';
import type { Ports } from './ports.js';
import { waitingLine } from './waiting-line.js';

export interface DispatcherLimits extends Limits {
  /** How long a whole attempt may take. */
  attemptMs: number;
}

const BATCH = 200;
const SLACK_MS = 5_000;
/** Receivers that answer do so sooner; who does not may not keep others waiting for a place. */
const SILENT_AFTER_MS = 500;
// Attempts that wait for their receiver or for the log hold their bodies; beyond so many a slow store has to catch up.
const OPEN_PER_PLACE = 16;

/** As long as the longest attempt twice over: one that is under way and one that waits for its place. */
export const claimMsOf = ({ attemptMs }: DispatcherLimits): number => 2 * attemptMs + SLACK_MS;

/** Resolves when its outcome is written; says before that, as soon as it is so, that the endpoint is done with it. */
type Attempt = (notification: Notification, onDone: () => void) => Promise<void>;

/** Takes a place and answers how to leave it; a receiver that falls silent meanwhile leaves the common one to others. */
const enter = (taken: ReturnType<typeof places>, webhookId: string, onRoom: () => void): (() => void) => {
  taken.enter(webhookId);
  let isSilent = false;
  let isIn = true;
  const silence = setTimeout(() => {
    isSilent = taken.fallSilent();
    onRoom();
  }, SILENT_AFTER_MS);
  return () => {
    if (!isIn) return;
    isIn = false;
    clearTimeout(silence);
    taken.leave(webhookId, isSilent);
    onRoom();
  };
};

/** Starts what waits in line as soon as there is a place for it. */
const starter = ({ health, around }: Ports, attempt: Attempt, limits: DispatcherLimits, onFault: (error: unknown) => void, onEnd: (webhookId: string) => void) => {
  const taken = places(limits);
  const line = waitingLine();
  const open = new Set<Promise<void>>();
  let isEnding = false;

  // A claim that could run out in the middle of the attempt is left to whoever finds it afterwards.
  const isStillOurs = ({ dueAt }: Notification): boolean => dueAt !== undefined && dueAt.getTime() - around.now().getTime() > limits.attemptMs;
  const may = (webhookId: string): boolean => taken.hasRoom(webhookId, mayTryAtOnce(health.recent(webhookId), limits.atOncePerWebhook));

  const begin = (notification: Notification): void => {
    const leave = enter(taken, notification.webhookId, () => advance());
    const work = attempt(notification, leave)
      // The claim runs out and somebody tries again; nothing is lost.
      .catch(onFault)
      .finally(() => {
        open.delete(work);
        leave();
        advance();
        onEnd(notification.webhookId);
      });
    open.add(work);
  };
  const advance = (): void => {
    while (!taken.isFull() && open.size < limits.atOnce * OPEN_PER_PLACE && !isEnding) {
      const next = line.take(may);
      if (!next) return;
      if (isStillOurs(next)) begin(next);
    }
  };
  return {
    line,
    /** Takes over claimed ones. */
    take: (claimed: readonly Notification[]): void => {
      for (const notification of claimed) line.add(notification);
      advance();
    },
    /** Begins nothing more, and resolves when the attempts under way have ended. */
    idle: async (): Promise<void> => {
      isEnding = true;
      await Promise.allSettled(open);
    },
  };
};

/**
 * Decides what is sent when, within the limits. New notifications are taken straight from the log; those that wait, or
 * whose claim ran out with its process, are found by looking.
 */
export const dispatcher = (ports: Ports, attempt: Attempt, limits: DispatcherLimits, onFault: (error: unknown) => void) => {
  const { notifications, around } = ports;
  let wake: () => void = () => undefined;
  // The store has, or may have, due ones that found no room here.
  let isMoreInStore = false;
  const { line, take, idle } = starter(ports, attempt, limits, onFault, (webhookId) => isMoreInStore && line.isLow(webhookId) && wake());
  const claimedUntil = (): Date => new Date(around.now().getTime() + claimMsOf(limits));

  /** Who of several new ones may be claimed with their birth? */
  const reservation = () => {
    const mayJoin = line.reservation();
    return (webhookId: string): boolean => {
      const granted = mayJoin(webhookId);
      isMoreInStore ||= !granted;
      return granted;
    };
  };

  /** Looks for due ones. Says whether there may be more that fit. */
  const turn = async (): Promise<boolean> => {
    const most = Math.min(BATCH, line.room());
    isMoreInStore = most < BATCH;
    if (most <= 0) return false;
    const full = line.full();
    const due = await notifications.due(around.now(), most, full);
    isMoreInStore ||= full.length > 0 || due.length === most;
    const grants = line.reservation();
    const wanted = due.filter(({ webhookId }) => grants(webhookId));
    if (wanted.length === 0) return false;
    take(await notifications.claim(wanted, around.now(), claimedUntil(), around.newId()));
    return due.length === most && line.room() > 0;
  };

  return {
    claimedUntil,
    reservation,
    take,
    turn,
    idle,
    onRoom: (call: () => void): void => {
      wake = call;
    },
    /** Looks now: somebody made something due. */
    look: (): void => wake(),
  };
};

export type Dispatcher = ReturnType<typeof dispatcher>;
