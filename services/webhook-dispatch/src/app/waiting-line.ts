import type { Notification } from '../domain/notification.js';

// A few megabytes of bodies; more would only wait here instead of in the store.
const MOST = 1_024;
/** So that a slow endpoint fills its own line and nobody else's. */
const MOST_PER_WEBHOOK = 128;

/** Claimed notifications that wait in this process for a place: a line for each webhook, served in turn. */
export const waitingLine = () => {
  const lines = new Map<string, Notification[]>();
  let length = 0;
  return {
    room: (): number => MOST - length,
    /** For several at once: counts what it grants, so that together they stay within the limits. */
    reservation: () => {
      const granted = new Map<string, number>();
      let sum = 0;
      return (webhookId: string): boolean => {
        const own = granted.get(webhookId) ?? 0;
        if (length + sum >= MOST || (lines.get(webhookId)?.length ?? 0) + own >= MOST_PER_WEBHOOK) return false;
        granted.set(webhookId, own + 1);
        sum += 1;
        return true;
      };
    },
    full: (): string[] => [...lines].filter(([, line]) => line.length >= MOST_PER_WEBHOOK).map(([webhookId]) => webhookId),
    /** Has it shrunk so far that looking for more is worth the question? */
    isLow: (webhookId: string): boolean => (lines.get(webhookId)?.length ?? 0) <= MOST_PER_WEBHOOK / 2 && length <= MOST / 2,
    add: (notification: Notification): void => {
      const line = lines.get(notification.webhookId);
      if (line) line.push(notification);
      else lines.set(notification.webhookId, [notification]);
      length += 1;
    },
    /** The next one that `may` go; its webhook then stands behind the others. */
    take: (may: (webhookId: string) => boolean): Notification | undefined => {
      for (const [webhookId, line] of lines) {
        if (!may(webhookId)) continue;
        const next = line.shift();
        lines.delete(webhookId);
        if (line.length > 0) lines.set(webhookId, line);
        length -= 1;
        return next;
      }
      return undefined;
    },
  };
};
