import { notificationsOf, type NewEntry } from '../domain/log-entry.js';
import { CLAIM_MS, type Dispatcher } from './dispatcher.js';
import type { Ports } from './ports.js';

/** The notice becomes the next entry of its account's log, and one notification a webhook that wants it. Safe to repeat. */
export const append = ({ events, webhooks, notifications, shape, around }: Ports, dispatcher: Dispatcher) =>
  async (entry: NewEntry): Promise<void> => {
    const kept = await events.append(entry);
    const hearing = await webhooks.hearing(kept.accountId, kept.event);
    if (hearing.length === 0) return;

    const now = around.now();
    const wanted = notificationsOf(kept, hearing, now, around.nameId, shape);
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    // What fits is claimed with its birth and saves a look; the rest waits to be found.
    const born = wanted.map((notification) => (dispatcher.hasRoom(notification.webhookId) ? { ...notification, dueAt: claimedUntil } : notification));
    const added = await notifications.add(born);
    for (const notification of born) {
      if (added.has(notification.id) && notification.dueAt === claimedUntil) dispatcher.begin(notification);
    }
  };
