import { nameId, newId } from '@landfall/kit/identity';
import type { Connection } from 'mongoose';
import { app } from '../../src/app/index.js';
import type { Delivery, Ports, Sent } from '../../src/app/ports.js';
import { RETRY_WAITS } from '../../src/domain/notification.js';
import { sampleBody, toBody, toFailingEntry, toWebhookEntry } from '../../src/messages.js';
import { events } from '../../src/store/events.js';
import { healthRecords } from '../../src/store/health-records.js';
import { notifications } from '../../src/store/notifications.js';
import { webhooks } from '../../src/store/webhooks.js';
import { HOUR, SEALED } from './a-notification.js';

const LIMITS = { atOnce: 64, atOncePerWebhook: 64, attemptMs: 15_000 };

export const ACCEPTED: Sent = { outcome: 'succeeded', durationMs: 1, httpStatus: 204, requestHeaders: {}, responseHeaders: {} };
export const REFUSED: Sent = { ...ACCEPTED, outcome: 'refused', httpStatus: 500 };

/** One process under a clock of the test's own: what it knows of others is in the store. `post` is its way to the receiver. */
export const replicaOf = (db: Connection, now: () => Date, post: (delivery: Delivery) => Promise<Sent>, change: Partial<Ports> = {}) => {
  const ports: Ports = {
    events: events(db), webhooks: webhooks(db, now), notifications: notifications(db), health: healthRecords(db, now), meter: { attempted: () => undefined }, receiver: { post },
    secrets: { make: () => '', makePair: () => ({ privateKey: '', publicKey: '' }), signer: () => () => '', seal: () => SEALED, open: () => '' },
    shape: toBody, sample: sampleBody, entryAbout: toWebhookEntry, failingEntry: toFailingEntry, rules: { mayUseLoopback: true, signatureHeader: 'X-Webhook-Signature' },
    keyOverlapMs: HOUR, retryWaits: RETRY_WAITS, around: { now, luck: () => 0.5, newId, nameId }, ...change,
  };
  return app(ports, LIMITS, () => undefined);
};

export type Replica = ReturnType<typeof replicaOf>;

/** Sends what is due, until nothing more is. */
export const drain = async ({ dispatch }: Replica): Promise<void> => {
  while (await dispatch.turn());
};
