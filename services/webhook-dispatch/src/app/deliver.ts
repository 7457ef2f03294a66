import { abandoned, afterAttempt, heldBack, type Notification, type Settled } from '../domain/notification.js';
import type { Webhook } from '../domain/webhook.js';
import type { Ports } from './ports.js';

const secretsOf = ({ secret, previousSecret }: Webhook, now: Date, open: Ports['secrets']['open'], id: string): string[] => [
  open(secret, id),
  ...(previousSecret && previousSecret.until > now ? [open(previousSecret.secret, id)] : []),
];

/** Where results go; both gather what comes together. */
export interface Results {
  settle: (settled: Settled) => Promise<void>;
  /** No attempt was made. */
  put: (notification: Notification) => Promise<void>;
}

/** One attempt at one notification, from the state of its webhook to the written log. */
export const deliver = ({ webhooks, health, receiver, secrets, meter, retryWaits, around }: Ports, { settle, put }: Results) =>
  async (notification: Notification): Promise<void> => {
    const { accountId, webhookId, id, body, origin } = notification;
    const webhook = await webhooks.findRecent(accountId, webhookId);
    if (!webhook?.active) return put(abandoned(notification));
    const held = heldBack(notification, await health.find(accountId, webhookId), around.now(), around.luck());
    if (held) return put(held);

    const { requestHeaders, responseHeaders, fault, ...answer } = await receiver.post({ url: webhook.url, body, notificationId: id, secrets: secretsOf(webhook, around.now(), secrets.open, webhook.id), headers: webhook.headers, origin });
    const settled = afterAttempt(notification, answer, around.now(), around.luck(), around.newId(), retryWaits);
    meter.attempted(settled);
    await settle(settled);
  };
