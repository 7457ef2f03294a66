import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import type { Delivery, Sent } from '../../src/app/ports.js';
import { notifications } from '../../src/store/notifications.js';
import { webhooks } from '../../src/store/webhooks.js';
import { aWebhook, anEntry, HOUR, MINUTE, NOW } from '../fakes/a-notification.js';
import { ACCEPTED, drain, REFUSED, replicaOf, type Replica } from '../fakes/replica.js';

const EVENTS = 20;

describe('a clock that jumps while deliveries are under way, over a real store', () => {
  let store: TestMongo;
  let now = NOW;
  let received: Delivery[] = [];

  const replica = (post: () => Promise<Sent>) => replicaOf(store.connection.useDb(store.database), () => now, (delivery) => {
    received.push(delivery);
    return post();
  });
  const told = (from: Replica, accountId: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => from.append({ ...anEntry({ id: `${accountId} ${now.toISOString()} ${n}`, accountId, createdAt: now }) })));
  const statuses = async (accountId: string) => {
    const { items } = await notifications(store.connection.useDb(store.database)).list({ accountId, page: { number: 1, size: 100 }, filters: [], sort: [] });
    return items.map(({ status }) => status);
  };
  const attempts = async (accountId: string) => {
    const rows = await store.connection.useDb(store.database).collection('webhook_notification_logs').find({ accountId }).toArray();
    return { succeeded: rows.filter(({ outcome }) => outcome === 'succeeded').length, refused: rows.filter(({ outcome }) => outcome === 'refused').length };
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

  it('forwards makes others repeat what is under way, under the same webhook-id and with the same bytes; what fails too late undoes no success [A-08][A-10]', async () => {
    await subscribed('forwards');
    let answer: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => { answer = resolve; });
    const [slow, other] = [replica(() => hanging.then(() => REFUSED)), replica(async () => ACCEPTED)];
    await told(slow, 'forwards', EVENTS);
    await until('all are under way', () => received.length === EVENTS);
    now = new Date(now.getTime() + HOUR);
    await drain(other);
    await until('the other has sent them all', async () => (await statuses('forwards')).every((status) => status === 'succeeded'));
    answer();
    await slow.dispatch.idle();
    expect(await attempts('forwards')).to.deep.equal({ succeeded: EVENTS, refused: EVENTS });
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
