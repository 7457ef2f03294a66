import { newId } from '@landfall/kit/identity';
import { localServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { listing, reading, whole, write } from './fakes/whole.js';

describe('the bus, killed while a receiver refuses', () => {
  it('takes nothing from the attempt log: retries go on and are logged, and what is said afterwards arrives [D-46][A-08][A-10]', async () => {
    const running = await whole(1, { DELIVERY_RETRY_WAITS_MS: Array.from({ length: 12 }, () => 400).join() });
    let answer = 500;
    const shop = await localServer((_, res) => res.writeHead(answer).end());
    const [accountId, one] = ['account-1', running.one()];
    await one.createWebhook(write({ accountId, url: shop.url, events: { values: ['container.created'] } }));
    await running.say(accountId, 'container.created');
    const { id } = await until('there is a notification', async () => (await one.listNotifications(listing(accountId))).items[0]);
    const attempts = async () => (await one.listAttempts({ accountId, notificationIds: [id] })).items;
    await until('an attempt is logged', async () => (await attempts()).length > 0);

    await running.nats.kill();
    const before = (await attempts()).length;
    await until('more are logged without a bus', async () => (await attempts()).length >= before + 3, 20_000);
    answer = 204;
    await until('it has succeeded', async () => (await one.getNotification({ accountId, id })).deliveryStatus === 'succeeded', 20_000);
    const log = await attempts();
    expect(log.map(({ attempt }) => attempt)).to.deep.equal(log.map((_, place) => place + 1));
    expect(shop.seen.map(({ headers }) => headers['webhook-id'])).to.deep.equal(log.map(() => id));

    await running.nats.restart();
    const next = newId();
    await until('the bus takes it', () => running.say(accountId, 'container.created', next).catch(() => undefined), 20_000);
    await until('the log goes on', async () => (await one.listEvents(reading(accountId))).lastSequence === 2, 20_000);
    await until('the next one is delivered', () => new Set(shop.seen.map(({ headers }) => headers['webhook-id'])).size === 2, 20_000);
    await running.stop();
    await shop.stop();
  }).timeout(120_000);
});
