import { nameId, newId } from '@landfall/kit/identity';
import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { app } from '../../src/app/index.js';
import type { Delivery, Ports, Sent } from '../../src/app/ports.js';
import { RETRY_WAITS } from '../../src/domain/notification.js';
import { sampleBody, toBody, toFailingEntry, toWebhookEntry } from '../../src/messages.js';
import { events } from '../../src/store/events.js';
import { healthRecords } from '../../src/store/health-records.js';
import { notifications } from '../../src/store/notifications.js';
import { webhooks } from '../../src/store/webhooks.js';
import { aWebhook, anEntry, HOUR, MINUTE, NOW, SEALED } from '../fakes/a-notification.js';

const LIMITS = { atOnce: 64, atOncePerWebhook: 64, attemptMs: 15_000 };
const ACCEPTED: Sent = { outcome: 'succeeded', durationMs: 1, httpStatus: 204, requestHeaders: {}, responseHeaders: {} };
const EVENTS = 20;

describe('a clock that jumps while deliveries are under way, over a real store', () => {
  let store: TestMongo;
  let now = NOW;
  let received: Delivery[] = [];

  /** One process: what it knows of others is in the store. `post` is its way to the receiver. */
  const replica = (post: () => Promise<Sent>) => {
    const db = store.connection.useDb(store.database);
    const [secret, clock] = [{ make: () => '', makePair: () => ({ privateKey: '', publicKey: '' }), signer: () => () => '', seal: () => SEALED, open: () => '' }, () => now];
    const ports: Ports = {
      events: events(db), webhooks: webhooks(db, clock), notifications: notifications(db), health: healthRecords(db, clock), secrets: secret, meter: { attempted: () => undefined },
      receiver: { post: (delivery) => { received.push(delivery); return post(); } },
      shape: toBody, sample: sampleBody, entryAbout: toWebhookEntry, failingEntry: toFailingEntry, rules: { mayUseLoopback: true, signatureHeader: 'X-Webhook-Signature' },
      keyOverlapMs: HOUR, retryWaits: RETRY_WAITS, around: { now: clock, luck: () => 0.5, newId, nameId },
    };
    return app(ports, LIMITS, () => undefined);
  };
  const told = (from: ReturnType<typeof replica>, accountId: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => from.append({ ...anEntry({ id: `${accountId} ${now.toISOString()} ${n}`, accountId, createdAt: now }) })));
  const drain = async (from: ReturnType<typeof replica>) => {
    while (await from.dispatch.turn());
  };
  const statuses = async (accountId: string) => {
    const { items } = await notifications(store.connection.useDb(store.database)).list({ accountId, page: { number: 1, size: 100 }, filters: [], sort: [] });
    return items.map(({ status }) => status);
  };
  const bodiesById = () => {
    const bodies = new Map<string, Set<string>>();
    for (const { notificationId, body } of received) bodies.set(notificationId, (bodies.get(notificationId) ?? new Set()).add(body));
    return bodies;
  };
  const subscribed = async (accountId: string) => {
    received = [];
    await webhooks(store.connection.useDb(store.database), () => now).add(aWebhook({ id: `webhook of ${accountId}`, accountId }));
  };

  before(async () => {
    store = await testMongo();
    replica(async () => ACCEPTED);
    await withIndexes(store.connection.useDb(store.database));
  });
  after(() => store.stop());

  it('forwards makes others repeat what is under way, under the same webhook-id and with the same bytes [A-10]', async () => {
    await subscribed('forwards');
    let answer: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => { answer = resolve; });
    const [slow, other] = [replica(() => hanging.then(() => ACCEPTED)), replica(async () => ACCEPTED)];
    await told(slow, 'forwards', EVENTS);
    await until('all are under way', () => received.length === EVENTS);
    now = new Date(now.getTime() + HOUR);
    await drain(other);
    await until('the other has sent them all', async () => (await statuses('forwards')).every((status) => status === 'succeeded'));
    answer();
    await slow.dispatch.idle();
    expect(received).to.have.length(2 * EVENTS);
    expect([...bodiesById().values()].map(({ size }) => size)).to.deep.equal(Array.from({ length: EVENTS }, () => 1));
    expect(await statuses('forwards')).to.deep.equal(Array.from({ length: EVENTS }, () => 'succeeded'));
  });

  it('backwards delays what a dead process had claimed, and loses none of it nor of what comes [A-10]', async () => {
    await subscribed('backwards');
    const [dead, other] = [replica(() => new Promise<Sent>(() => undefined)), replica(async () => ACCEPTED)];
    await told(dead, 'backwards', EVENTS);
    await until('all are under way', () => received.length === EVENTS);
    now = new Date(now.getTime() - HOUR);
    await told(other, 'backwards', EVENTS);
    await until('new ones are sent at once', async () => (await statuses('backwards')).filter((status) => status === 'succeeded').length === EVENTS);
    now = new Date(now.getTime() + HOUR + MINUTE);
    await drain(other);
    await until('the old ones too', async () => (await statuses('backwards')).every((status) => status === 'succeeded'));
    expect(bodiesById().size).to.equal(2 * EVENTS);
    expect([...bodiesById().values()].every(({ size }) => size === 1)).to.equal(true);
    const log = await other.ports.events.list({ accountId: 'backwards', afterSequence: 0, size: 100, types: [] });
    expect(log.map(({ sequence }) => sequence)).to.deep.equal(Array.from({ length: 2 * EVENTS }, (_, n) => n + 1));
  });
});
