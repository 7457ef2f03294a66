import { abandoned, afterAttempt, heldBack, type Notification, type Settled } from '../domain/notification.js';
import { keyring, paired } from './keyring.js';
import type { Ports } from './ports.js';

/** Where results go; both gather what comes together. */
export interface Results {
  settle: (settled: Settled) => Promise<void>;
  /** No attempt was made. */
  put: (notification: Notification) => Promise<void>;
}

/** One attempt at one notification, from the state of its webhook to the written log. */
export const deliver = (ports: Ports, { settle, put }: Results) => {
  const { webhooks, health, receiver, meter, retryWaits, around } = ports;
  const [keysOf, withPair] = [keyring(ports), paired(ports)];
  return async (notification: Notification): Promise<void> => {
    const { accountId, webhookId, id, body, origin } = notification;
    const webhook = await webhooks.findRecent(accountId, webhookId);
    if (!webhook?.active) return put(abandoned(notification));
    const held = heldBack(notification, await health.find(accountId, webhookId), around.now(), around.luck());
    if (held) return put(held);

    const { requestHeaders, responseHeaders, fault, ...answer } = await receiver.post({ url: webhook.url, body, notificationId: id, ...keysOf(await withPair(webhook)), headers: webhook.headers, origin });
    const settled = afterAttempt(notification, answer, around.now(), around.luck(), around.newId(), retryWaits);
    meter.attempted(settled);
    await settle(settled);
  };
};
