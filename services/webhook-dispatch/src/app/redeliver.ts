import { problem } from '@landfall/kit/problem';
import { notificationFor } from '../domain/log-entry.js';
import { redelivered, type Notification } from '../domain/notification.js';
import type { Webhook } from '../domain/webhook.js';
import { missingWebhook } from './change-webhook.js';
import type { EventQuery, Ports } from './ports.js';

const BATCH = 200;

const activeWebhook = async ({ webhooks }: Ports, accountId: string, id: string): Promise<Webhook> => {
  const webhook = await webhooks.find(accountId, id);
  if (!webhook) throw missingWebhook(id);
  if (!webhook.active) throw problem('webhook_inactive', 'The webhook is inactive; switch it on first.');
  return webhook;
};

/** Sends one notification again: same id, same body (D-45). */
export const redeliver = (ports: Ports, look: () => void) =>
  async ({ accountId, id }: { accountId: string; id: string }): Promise<Notification> => {
    const notification = await ports.notifications.find(accountId, id);
    if (!notification) throw problem('not_found', `No webhook notification has the id ${id}.`);
    await activeWebhook(ports, accountId, notification.webhookId);
    const again = redelivered(notification, ports.around.now());
    await ports.notifications.save([{ notification: again }]);
    look();
    return again;
  };

export interface Stretch {
  accountId: string;
  id: string;
  since?: Date | undefined;
  afterSequence?: number | undefined;
  until?: Date | undefined;
}

/**
 * Sends a stretch of the log once more, also what fell into a time when the webhook was off. What was sent before keeps
 * its id and body; so a replay that is cut short is simply asked for again.
 */
export const replay = (ports: Ports, look: () => void) =>
  async ({ accountId, id, since, afterSequence, until }: Stretch): Promise<number> => {
    if (since === undefined && afterSequence === undefined) throw problem('blank', 'A replay starts at `since` or `after_sequence`.', { pointer: '/data/attributes/since' });
    const webhook = await activeWebhook(ports, accountId, id);
    const { events, notifications, around, shape } = ports;
    const last = await events.lastSequence(accountId);
    const query: EventQuery = { accountId, afterSequence: afterSequence ?? 0, size: BATCH, types: webhook.events, since, until };
    let queued = 0;
    for (let after = query.afterSequence; ; ) {
      const entries = (await events.list({ ...query, afterSequence: after })).filter(({ sequence }) => sequence <= last);
      if (entries.length === 0) return queued;
      const fresh = entries.map((entry) => notificationFor(entry, webhook, around.now(), around.nameId, shape));
      const added = await notifications.add(fresh);
      const known = fresh.filter(({ id }) => !added.has(id));
      // Round and time alone change; what was sent before keeps its body, and its count of attempts.
      if (known.length > 0) await notifications.again(accountId, known.map(({ id }) => id), around.now());
      look();
      queued += entries.length;
      after = entries.at(-1)?.sequence ?? last;
    }
  };
