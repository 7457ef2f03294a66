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

/**
 * Decides what is sent when, within the limits. New notifications are taken straight from the log; those that wait, or
 * whose claim ran out with its process, are found by looking.
 */
export const dispatcher = ({ notifications, health, around }: Ports, attempt: (notification: Notification) => Promise<void>, { atOnce, atOncePerWebhook }: DispatcherLimits, onFault: (error: unknown) => void) => {
  const busy = new Map<string, number>();
  const open = new Set<Promise<void>>();
  let wake: () => void = () => undefined;

  const hasRoom = (webhookId: string, most = atOncePerWebhook): boolean => open.size < atOnce && (busy.get(webhookId) ?? 0) < most;

  const begin = (notification: Notification): void => {
    const { webhookId } = notification;
    busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
    const work = attempt(notification)
      // The claim runs out and somebody tries again; nothing is lost.
      .catch(onFault)
      .finally(() => {
        open.delete(work);
        const left = (busy.get(webhookId) ?? 1) - 1;
        if (left === 0) busy.delete(webhookId);
        else busy.set(webhookId, left);
        if (left === atOncePerWebhook - 1 || open.size === atOnce - 1) wake();
      });
    open.add(work);
  };

  const full = (): string[] => [...busy].filter(([, count]) => count >= atOncePerWebhook).map(([webhookId]) => webhookId);

  const take = async (notification: Notification): Promise<void> => {
    const state = await health.find(notification.accountId, notification.webhookId);
    if (!hasRoom(notification.webhookId, mayTryAtOnce(state, atOncePerWebhook))) return;
    if (await notifications.claim(notification, new Date(around.now().getTime() + CLAIM_MS))) begin(notification);
  };

  return {
    /** Is there room for one more to this webhook? */
    hasRoom,
    /** Starts on a notification that was claimed at its birth. */
    begin,
    /** Looks for due ones. Says whether there may be more that fit. */
    turn: async (): Promise<boolean> => {
      if (open.size >= atOnce) return false;
      const due = await notifications.due(around.now(), Math.min(BATCH, atOnce - open.size), full());
      await Promise.all(due.map(take));
      return due.length === BATCH && open.size < atOnce;
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
