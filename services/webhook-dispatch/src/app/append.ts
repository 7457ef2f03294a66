import { notificationsOf, type LogEntry, type NewEntry } from '../domain/log-entry.js';
import type { Webhook } from '../domain/webhook.js';
import { CLAIM_MS, type Dispatcher } from './dispatcher.js';
import { gatherer } from './gatherer.js';
import type { Ports } from './ports.js';

/** Long enough to meet the others that come in a burst, short enough to be nothing beside a delivery. */
const GATHER_MS = 2;
const MOST = 128;

const kindOf = ({ accountId, event }: LogEntry): string => `${accountId} ${event}`;

/** Who hears each kind of event in the batch: one question a kind, not an event. */
const hearingOf = async ({ webhooks }: Ports, entries: readonly LogEntry[]): Promise<Map<string, Webhook[]>> => {
  const kinds = new Map(entries.map((entry) => [kindOf(entry), entry]));
  const found = await Promise.all([...kinds].map(async ([kind, { accountId, event }]) => [kind, await webhooks.hearing(accountId, event)] as const));
  return new Map(found);
};

/**
 * Notices become the next entries of their accounts' logs, and one notification a webhook that wants them. Safe to
 * repeat: an entry keeps its place, a notification its life. The order of arrival is the order of the log.
 */
export const append = (ports: Ports, dispatcher: Dispatcher) => {
  const { events, notifications, shape, around } = ports;
  const appendAll = async (entries: readonly NewEntry[]): Promise<void> => {
    const kept = await events.append(entries);
    const hearing = await hearingOf(ports, kept);
    const now = around.now();
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    // What fits is claimed with its birth and saves a look; the rest waits to be found.
    const room = dispatcher.reservation();
    const born = kept
      .flatMap((entry) => notificationsOf(entry, hearing.get(kindOf(entry)) ?? [], now, around.nameId, shape))
      .map((notification) => (room(notification.webhookId) ? { ...notification, dueAt: claimedUntil } : notification));
    if (born.length === 0) return;
    const added = await notifications.add(born);
    for (const notification of born) {
      if (added.has(notification.id) && notification.dueAt === claimedUntil) dispatcher.begin(notification);
    }
  };
  return gatherer(appendAll, { waitMs: GATHER_MS, most: MOST });
};
