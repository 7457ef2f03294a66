import { hears, type Webhook } from './webhook.js';
import type { Notification } from './notification.js';

/** A public event of an account, in its place in the account's log. */
export interface LogEntry {
  /** The notice's own id: told twice, kept once. */
  id: string;
  accountId: string;
  /** Gap-free per account, from 1 (D-34). */
  sequence: number;
  event: string;
  occurredAt: Date;
  createdAt: Date;
  referenceType: string;
  referenceId: string;
  shipmentId?: string | undefined;
  containerId?: string | undefined;
  /** The JSON text of what a body includes, as it was at the moment of the event. */
  included: string;
  /** Of which request it is a late consequence: trace and request id, as headers. */
  origin?: Record<string, string> | undefined;
}

export type NewEntry = Omit<LogEntry, 'sequence'>;

/** Makes the body of one notification; the door knows how the world sees it. */
export type Shape = (entry: LogEntry, notification: Omit<Notification, 'body'>) => string;

/** The notifications that an entry causes, one a webhook, unique by entry and webhook. */
export const notificationsOf = (entry: LogEntry, webhooks: readonly Webhook[], now: Date, nameId: (...parts: string[]) => string, shape: Shape): Notification[] =>
  webhooks.filter((webhook) => hears(webhook, entry.event)).map((webhook) => notificationFor(entry, webhook, now, nameId, shape));

export const notificationFor = (entry: LogEntry, webhook: Webhook, now: Date, nameId: (...parts: string[]) => string, shape: Shape): Notification => {
  const { accountId, event, sequence, referenceType, referenceId, origin } = entry;
  const head = {
    id: nameId('notification', entry.id, webhook.id), accountId, webhookId: webhook.id, eventId: entry.id, event, sequence, referenceType, referenceId,
    createdAt: now, status: 'pending' as const, tries: 0, attempts: 0, dueAt: now, nextAttemptAt: now, ...(origin ? { origin } : {}),
  };
  return { ...head, body: shape(entry, head) };
};
