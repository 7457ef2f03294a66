import { mayTryAtOnce } from '../domain/health.js';
import type { Notification } from '../domain/notification.js';
import type { Ports } from './ports.js';

export interface DispatcherLimits {
  /** Attempts under way in this process. */
  atOnce: number;
  /** Of them, to one webhook: a slow endpoint may not take everybody's place. */
  atOncePerWebhook: number;
}

/** Longer than any attempt can take; a process that dies leaves its claims to others after this. */
export const CLAIM_MS = 60_000;

const BATCH = 200;

/** Who is being sent to right now, in this process. */
const occupancy = ({ atOnce, atOncePerWebhook }: DispatcherLimits) => {
  const busy = new Map<string, number>();
  let total = 0;
  return {
    hasRoom: (webhookId: string, most = atOncePerWebhook): boolean => total < atOnce && (busy.get(webhookId) ?? 0) < most,
    room: (): number => atOnce - total,
    /** For several at once: counts what it grants, so that together they stay within the limits. */
    reservation: () => {
      const granted = new Map<string, number>();
      let sum = 0;
      return (webhookId: string): boolean => {
        const own = granted.get(webhookId) ?? 0;
        if (total + sum >= atOnce || (busy.get(webhookId) ?? 0) + own >= atOncePerWebhook) return false;
        granted.set(webhookId, own + 1);
        sum += 1;
        return true;
      };
    },
    full: (): string[] => [...busy].filter(([, count]) => count >= atOncePerWebhook).map(([webhookId]) => webhookId),
    enter: (webhookId: string): void => {
      total += 1;
      busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
    },
    /** Answers whether somebody who found no room before may find some now. */
    leave: (webhookId: string): boolean => {
      total -= 1;
      const left = (busy.get(webhookId) ?? 1) - 1;
      if (left === 0) busy.delete(webhookId);
      else busy.set(webhookId, left);
      return left === atOncePerWebhook - 1 || total === atOnce - 1;
    },
  };
};

/**
 * Decides what is sent when, within the limits. New notifications are taken straight from the log; those that wait, or
 * whose claim ran out with its process, are found by looking.
 */
export const dispatcher = ({ notifications, health, around }: Ports, attempt: (notification: Notification) => Promise<void>, limits: DispatcherLimits, onFault: (error: unknown) => void) => {
  const places = occupancy(limits);
  const open = new Set<Promise<void>>();
  let wake: () => void = () => undefined;

  const begin = (notification: Notification): void => {
    places.enter(notification.webhookId);
    const work = attempt(notification)
      // The claim runs out and somebody tries again; nothing is lost.
      .catch(onFault)
      .finally(() => {
        open.delete(work);
        if (places.leave(notification.webhookId)) wake();
      });
    open.add(work);
  };

  const take = async (notification: Notification): Promise<void> => {
    const state = await health.find(notification.accountId, notification.webhookId);
    if (!places.hasRoom(notification.webhookId, mayTryAtOnce(state, limits.atOncePerWebhook))) return;
    if (await notifications.claim(notification, new Date(around.now().getTime() + CLAIM_MS))) begin(notification);
  };

  return {
    /** Who of several new ones may be started at once? */
    reservation: places.reservation,
    /** Starts on a notification that was claimed at its birth. */
    begin,
    /** Looks for due ones. Says whether there may be more that fit. */
    turn: async (): Promise<boolean> => {
      if (places.room() <= 0) return false;
      const due = await notifications.due(around.now(), Math.min(BATCH, places.room()), places.full());
      await Promise.all(due.map(take));
      return due.length === BATCH && places.room() > 0;
    },
    onRoom: (call: () => void): void => {
      wake = call;
    },
    /** When the attempts under way have ended. */
    idle: async (): Promise<void> => {
      await Promise.allSettled(open);
    },
  };
};

export type Dispatcher = ReturnType<typeof dispatcher>;
