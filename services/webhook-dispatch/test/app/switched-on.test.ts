import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import type { Delivery, Sent } from '../../src/app/ports.js';
import { aWebhook, anEntry, NOW } from '../fakes/a-notification.js';
import { ACCEPTED, drain, REFUSED, replicaOf } from '../fakes/replica.js';

const which = { accountId: 'account-1', id: 'webhook-1' };

describe('a webhook whose owner asks for a delivery again', () => {
  let store: TestMongo;
  let received: Delivery[];
  let answer: Sent;
  const replica = () => replicaOf(store.connection.useDb(store.database), () => NOW, async (delivery) => {
    received.push(delivery);
    return answer;
  });

  beforeEach(async () => {
    store = await testMongo();
    [received, answer] = [[], ACCEPTED];
    await replica().ports.webhooks.add(aWebhook(which));
    await withIndexes(store.connection.useDb(store.database));
  });
  afterEach(() => store.stop());

  const told = (from: ReturnType<typeof replica>, count: number) => Promise.all(Array.from({ length: count }, (_, n) => from.append(anEntry({ id: `event-${n}`, accountId: which.accountId, createdAt: NOW }))));

  it('is sent it although an attempt of before fails only now [A-07][A-08][A-10]', async () => {
    let end: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => { end = resolve; });
    const slow = replicaOf(store.connection.useDb(store.database), () => NOW, (delivery) => {
      received.push(delivery);
      return hanging.then(() => REFUSED);
    });
    const other = replica();
    await told(slow, 5);
    await until('all are under way', () => received.length === 5);
    for (const { notificationId } of received) await other.redeliver({ accountId: which.accountId, id: notificationId });
    end();
    await slow.dispatch.idle();
    await drain(other);
    await until('all are sent again', () => received.length === 10);
  });

  it('is sent its replay by a replica too that still remembers it as off [A-07][A-10]', async () => {
    const [asked, other] = [replica(), replica()];
    await asked.editWebhook({ ...which, active: false });
    await told(asked, 5);
    expect((await other.ports.webhooks.findRecent(which.accountId, which.id))?.active).to.equal(false);
    await asked.editWebhook({ ...which, active: true });
    await asked.replay({ ...which, afterSequence: 0 });
    await drain(other);
    await until('all are sent', () => received.length === 5);
  });

  it('is sent at once what was held back from it while it failed [D-44][A-06]', async () => {
    answer = REFUSED;
    const one = replica();
    await told(one, 12);
    await until('all were refused', () => received.length === 12);
    await until('the breaker is open', async () => (await one.ports.health.find(which.accountId, which.id)).openUntil !== undefined);
    await one.ports.notifications.again(which.accountId, (await one.ports.notifications.list({ accountId: which.accountId, page: { number: 1, size: 100 }, filters: [], sort: [] })).items.map(({ id }) => id), NOW);
    await drain(one);
    const held = () => store.connection.useDb(store.database).collection('webhook_notifications').countDocuments({ held: true });
    await until('all are held', async () => (await held()) === 12);
    answer = ACCEPTED;
    await one.editWebhook({ ...which, active: false });
    await one.editWebhook({ ...which, active: true });
    await drain(one);
    await until('all are sent', () => received.length === 24);
  });
});
