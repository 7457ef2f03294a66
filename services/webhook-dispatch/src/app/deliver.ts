import { abandoned, afterAttempt, heldBack, type Notification, type Settled } from '../domain/notification.js';
import type { Webhook } from '../domain/webhook.js';
import type { Ports } from './ports.js';

const secretsOf = ({ secret, previousSecret }: Webhook, now: Date, open: Ports['secrets']['open'], id: string): string[] => [
  open(secret, id),
  ...(previousSecret && previousSecret.until > now ? [open(previousSecret.secret, id)] : []),
];

/** One attempt at one notification, from the state of its webhook to the written log. */
export const deliver = ({ webhooks, notifications, health, receiver, secrets, around }: Ports, settle: (settled: Settled) => Promise<void>) =>
  async (notification: Notification): Promise<void> => {
    const { accountId, webhookId, id, body } = notification;
    const webhook = await webhooks.findRecent(accountId, webhookId);
    if (!webhook?.active) return notifications.save(abandoned(notification));
    const held = heldBack(notification, await health.find(accountId, webhookId), around.now());
    if (held) return notifications.save(held);

    const { requestHeaders, responseHeaders, fault, ...answer } = await receiver.post({ url: webhook.url, body, notificationId: id, secrets: secretsOf(webhook, around.now(), secrets.open, webhook.id), headers: webhook.headers });
    await settle(afterAttempt(notification, answer, around.now(), around.luck(), around.newId()));
  };
