import { abandoned, afterAttempt, heldBack, type Change, type Notification, type Settled } from '../domain/notification.js';
import type { Webhook } from '../domain/webhook.js';
import { keyring, paired } from './keyring.js';
import type { Ports } from './ports.js';

/** Where results go; both gather what comes together. */
export interface Results {
  settle: (settled: Settled) => Promise<void>;
  /** No attempt was made. */
  put: (change: Change) => Promise<void>;
}

/** One that is remembered as off may just have been switched on, and replayed to: what is given up then would be lost. */
const webhookOf = async ({ webhooks }: Ports, { accountId, webhookId }: Notification): Promise<Webhook | undefined> => {
  const recent = await webhooks.findRecent(accountId, webhookId);
  return recent?.active ? recent : webhooks.find(accountId, webhookId);
};

/** One attempt at one notification, from the state of its webhook to the written log. */
export const deliver = (ports: Ports, { settle, put }: Results) => {
  const { health, receiver, meter, retryWaits, around } = ports;
  const [keysOf, withPair] = [keyring(ports), paired(ports)];
  return async (notification: Notification, onDone: () => void): Promise<void> => {
    const { accountId, webhookId, id, body, origin, dueAt } = notification;
    const webhook = await webhookOf(ports, notification);
    if (!webhook?.active) return put({ notification: abandoned(notification), claimedUntil: dueAt });
    const held = heldBack(notification, await health.find(accountId, webhookId), around.now(), around.luck());
    if (held) return put({ notification: held, claimedUntil: dueAt });

    const { requestHeaders, responseHeaders, fault, ...answer } = await receiver.post({ url: webhook.url, body, notificationId: id, ...keysOf(await withPair(webhook)), headers: webhook.headers, origin });
    const settled = afterAttempt(notification, answer, around.now(), around.luck(), around.newId(), retryWaits);
    meter.attempted(settled);
    // Who answers well may have the next one while the log is written; after trouble its health is written first.
    if (settled.attempt.outcome === 'succeeded') onDone();
    await settle(settled);
  };
};
