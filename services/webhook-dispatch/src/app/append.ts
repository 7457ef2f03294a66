import { notificationsOf, type LogEntry, type NewEntry } from '../domain/log-entry.js';
import type { Webhook } from '../domain/webhook.js';
import type { Dispatcher } from './dispatcher.js';
import { gatherer } from '@landfall/kit/gatherer';
import type { Ports } from './ports.js';

// Those that come while a batch is written make the next one; nobody waits for company.
const MOST = 256;

/** The active webhooks of each account: one question for the whole batch. */
const hearingOf = async ({ webhooks }: Ports, entries: readonly LogEntry[]): Promise<Map<string, Webhook[]>> => {
  const found = await webhooks.hearing([...new Set(entries.map(({ accountId }) => accountId))], [...new Set(entries.map(({ event }) => event))]);
  const byAccount = new Map<string, Webhook[]>();
  for (const webhook of found) byAccount.set(webhook.accountId, [...(byAccount.get(webhook.accountId) ?? []), webhook]);
  return byAccount;
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
    const claimedUntil = dispatcher.claimedUntil();
    // What fits is claimed with its birth and saves a look; the rest waits to be found.
    const mayBeClaimed = dispatcher.reservation();
    const born = kept
      .flatMap((entry) => notificationsOf(entry, hearing.get(entry.accountId) ?? [], now, around.nameId, shape))
      .map((notification) => (mayBeClaimed(notification.webhookId) ? { ...notification, dueAt: claimedUntil } : notification));
    if (born.length === 0) return;
    const added = await notifications.add(born);
    dispatcher.take(born.filter(({ id, dueAt }) => dueAt === claimedUntil && added.has(id)));
  };
  return gatherer(appendAll, { most: MOST });
};
