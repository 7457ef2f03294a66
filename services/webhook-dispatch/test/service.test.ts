import { newId } from '@landfall/kit/identity';
import type { Problem } from '@landfall/kit/problem';
import type { WriteWebhookRequest } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { PUBLIC_EVENT_NAMES } from '@landfall/shipping/public-event';
import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { listing, reading, whole, write, type Whole } from './fakes/whole.js';

describe('webhook-dispatch, whole: two replicas, real gRPC, store, bus and receivers', () => {
  let running: Whole;
  let shop: LocalServer;
  let answer = 204;
  before(async () => {
    running = await whole(2);
    shop = await localServer((_, res) => res.writeHead(answer).end('thanks'));
  });
  after(async () => {
    await running.stop();
    await shop.stop();
  });
  beforeEach(() => {
    answer = 204;
    shop.seen.length = 0;
  });

  const one = () => running.one();
  const say: Whole['say'] = (...what) => running.say(...what);
  const subscribed = (accountId: string, events: readonly string[], more: Partial<WriteWebhookRequest> = {}) =>
    one().createWebhook(write({ accountId, url: `${shop.url}/${accountId}`, events: { values: [...events] }, ...more }));
  const seenBy = (accountId: string) => shop.seen.filter(({ url }) => url === `/${accountId}`);
  const faultOf = (promise: Promise<unknown>) => promise.then(() => undefined, (error: Problem) => error.code);

  it('delivers every event there is, signed, with the body of the table [WH-01][D-41][A-07]', async () => {
    const { secret = '' } = await subscribed('every', PUBLIC_EVENT_NAMES);
    for (const event of PUBLIC_EVENT_NAMES) await say('every', event);
    await until('all are delivered', () => seenBy('every').length === PUBLIC_EVENT_NAMES.length);
    for (const { body, headers } of seenBy('every')) {
      const document = new StandardWebhook(secret).verify(body, headers as Record<string, string>) as { data: { id: string; type: string; attributes: Record<string, unknown>; relationships: Record<string, { data: { type: string; id: string } }> }; included: { type: string; id: string }[] };
      expect(document.data).to.include({ type: 'webhook_notification', id: headers['webhook-id'] });
      expect(document.data.attributes).to.include({ id: document.data.id, delivery_status: 'pending' });
      const reference = document.data.relationships['reference_object']?.data;
      expect(document.included.map(({ type, id }) => `${type} ${id}`)).to.include(`${reference?.type} ${reference?.id}`);
      expect(document.included.map(({ type }) => type)).not.to.include('webhook');
    }
  });

  it('lets a receiver see which request an event goes back to, however late it is told [D-12][D-42]', async () => {
    await subscribed('traced', ['container.created']);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    await say('traced', 'container.created', newId(), { traceparent: `00-${trace}-00f067aa0ba902b7-00`, 'x-request-id': 'request-of-somebody' });
    const [first] = await until('it is delivered', () => seenBy('traced').length === 1 && seenBy('traced'));
    expect(first?.headers).to.include({ 'x-request-id': 'request-of-somebody' });
    expect(first?.headers['traceparent']).to.include(trace);
    const { items } = await one().listNotifications(listing('traced'));
    expect(JSON.stringify(items)).not.to.include(trace);
  });

  it('keeps a gap-free log in order however many say it twice, and at whatever replica [D-40][D-34]', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => say('log', 'container.updated', newId()).then(async (id) => (n % 3 === 0 ? say('log', 'container.updated', id) : id))));
    const { items } = await until('all are in the log', async () => {
      const list = await one().listEvents(reading('log'));
      return list.items.length === 60 && list;
    });
    expect(items.map(({ sequence }) => sequence)).to.deep.equal(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(new Set(items.map(({ id }) => id))).to.deep.equal(new Set(ids));
    expect((await one().listEvents(reading('nobody'))).items).to.deep.equal([]);
  });

  it('streams the log and what comes after to whoever listens [D-40]', async () => {
    await say('stream', 'container.created');
    const enough = new AbortController();
    const heard: number[] = [];
    for await (const { sequence } of one().streamEvents(reading('stream'), enough.signal)) {
      heard.push(sequence);
      if (sequence === 1) await say('stream', 'container.updated');
      if (sequence === 2) enough.abort();
    }
    expect(heard).to.deep.equal([1, 2]);
  });

  it('sends only what was asked for, and to nobody else [WH-02]', async () => {
    await subscribed('picky', ['container.created'], { headers: { values: [{ name: 'X-Mine', value: 'yes' }] } });
    await subscribed('other', ['container.created']);
    await say('picky', 'container.updated');
    await say('picky', 'container.created');
    await until('it is delivered', () => seenBy('picky').length === 1);
    expect(seenBy('picky')[0]?.headers['x-mine']).to.equal('yes');
    expect(seenBy('other')).to.deep.equal([]);
  });

  it('retries under the same id with the same bytes, logs each attempt, and redelivers on demand [D-43][D-46][D-45][A-07][A-08]', async () => {
    const webhook = await subscribed('retry', ['container.created']);
    answer = 500;
    await say('retry', 'container.created');
    const [notification] = (await until('an attempt is logged', async () => {
      const { items } = await one().listNotifications(listing('retry', [{ field: 'webhook', op: 'eq', values: [webhook.id] }]));
      const [first] = items;
      return first && (await one().listAttempts({ accountId: 'retry', notificationIds: [first.id] })).items.length === 1 && items;
    }));
    const read = () => one().getNotification({ accountId: 'retry', id: notification?.id ?? '' });
    expect(await read()).to.include({ deliveryStatus: 'pending' });
    expect((await read()).attempts[0]).to.include({ attempt: 1, outcome: 'refused', httpStatus: 500, responseExcerpt: 'thanks' });
    answer = 204;
    await one().redeliverNotification({ accountId: 'retry', id: notification?.id ?? '' });
    await until('it has succeeded', async () => (await read()).deliveryStatus === 'succeeded');
    expect(seenBy('retry')).to.have.length(2);
    expect(seenBy('retry')[0]?.body).to.equal(seenBy('retry')[1]?.body);
    expect(seenBy('retry')[0]?.headers['webhook-id']).to.equal(seenBy('retry')[1]?.headers['webhook-id']);
    expect((await read()).attempts.map(({ outcome }) => outcome)).to.deep.equal(['refused', 'succeeded']);
  });

  it('switches a webhook off that answers 410, tells the log, and can replay what was missed [D-43][D-44][D-45][A-05][A-07]', async () => {
    const { id } = await subscribed('gone', ['container.created', 'container.updated']);
    answer = 410;
    await say('gone', 'container.created');
    await until('it is off', async () => !(await one().getWebhook({ accountId: 'gone', id })).active);
    await until('the log says so', async () => (await one().listEvents(reading('gone'))).items.some(({ event }) => event === 'webhook.deactivated'));
    await say('gone', 'container.updated');
    await until('the log has it', async () => (await one().listEvents(reading('gone'))).lastSequence === 3);
    expect(await faultOf(one().replayWebhook({ accountId: 'gone', id, since: undefined, afterSequence: 0, until: undefined }))).to.equal('webhook_inactive');

    answer = 204;
    shop.seen.length = 0;
    const failingSince = async () => (await one().getWebhook({ accountId: 'gone', id })).health?.failingSince;
    expect(await failingSince()).to.be.a('date');
    await one().updateWebhook(write({ accountId: 'gone', id, active: true }));
    expect(await failingSince()).to.equal(undefined);
    expect((await one().replayWebhook({ accountId: 'gone', id, since: undefined, afterSequence: 0, until: undefined })).queued).to.equal(2);
    await until('both are delivered', () => seenBy('gone').length === 2);
  });

  it('keeps secrets encrypted, shows them to who may ask, and signs with both after a rotation [D-42][D-45][A-02]', async () => {
    const { id, secret = '' } = await subscribed('secret', ['container.created']);
    const rows = await running.rows('webhooks').find({ accountId: 'secret' }).toArray();
    expect(JSON.stringify(rows)).not.to.include(secret).and.not.to.include(secret.slice(6));
    const fresh = (await one().rotateSecret({ accountId: 'secret', id })).secret ?? '';
    expect(fresh).not.to.equal(secret);
    await say('secret', 'container.created');
    const [seen] = await until('it is delivered', () => seenBy('secret').length === 1 && seenBy('secret'));
    for (const each of [secret, fresh]) new StandardWebhook(each).verify(seen?.body ?? '', (seen?.headers ?? {}) as Record<string, string>);
  });

  it('tries any address once on demand and tells everything that came of it [D-45][A-07]', async () => {
    const tried = await one().triggerWebhook({ accountId: 'account-1', url: `${shop.url}/trial`, event: 'container.created', secret: 'whsec_c2VjcmV0' });
    expect(tried).to.include({ succeeded: true, statusCode: 204 });
    expect(shop.seen[0]?.body).to.equal(tried.requestBody);
    expect(await faultOf(one().triggerWebhook({ accountId: 'account-1', url: 'http://10.0.0.1/', event: 'container.created', secret: undefined }))).to.equal('blocked_address');
    expect(await faultOf(one().triggerWebhook({ accountId: 'account-1', url: shop.url, event: 'nonsense', secret: undefined }))).to.equal('invalid');
  });

  it('answers a foreign id like a missing one at every method [D-08]', async () => {
    const { id } = await subscribed('mine', ['container.created']);
    await say('mine', 'container.created');
    const [notification] = await until('there is a notification', async () => {
      const { items } = await one().listNotifications(listing('mine'));
      return items.length === 1 && items;
    });
    const foreign = { accountId: 'thief', id };
    const theirs = { accountId: 'thief', id: notification?.id ?? '' };
    const calls = [
      () => one().getWebhook(foreign), () => one().updateWebhook(write({ ...foreign, active: false })), () => one().deleteWebhook(foreign), () => one().rotateSecret(foreign),
      () => one().replayWebhook({ ...foreign, since: undefined, afterSequence: 0, until: undefined }), () => one().getNotification(theirs), () => one().redeliverNotification(theirs),
    ];
    for (const call of calls) expect(await faultOf(call())).to.equal('not_found');
    expect((await one().batchGetWebhooks({ accountId: 'thief', ids: [id] })).items).to.deep.equal([]);
    expect((await one().listAttempts({ accountId: 'thief', notificationIds: [theirs.id] })).items).to.deep.equal([]);
  });

  it('tells on /metrics what deliveries came to, how late they are, and how each endpoint does [D-46]', async () => {
    const { id } = await subscribed('metered', ['container.created']);
    await say('metered', 'container.created');
    await until('it is delivered', () => seenBy('metered').length === 1);
    const figures = async () => (await fetch(`http://127.0.0.1:${running.healthPort}/metrics`)).text();
    // Both replicas of this test live in one process and share its registry.
    const text = await until('the attempt is counted', async () => {
      const told = await figures();
      return told.includes(`landfall_webhook_attempts_total{webhook="${id}",result="succeeded"} 1`) && told;
    });
    expect(text).to.match(/landfall_delivery_attempts_total\{outcome="succeeded"\} [1-9]/).and.to.match(/landfall_delivery_lag_seconds_count [1-9]/);
    expect(text).to.match(/landfall_due_lag_seconds\{service="webhook-dispatch",collection="webhook_notifications"\} \d/);
  });

  it('takes fifty webhooks an account and no more [D-42]', async () => {
    for (let n = 0; n < 50; n += 1) await subscribed('many', ['container.created'], { active: false });
    expect(await faultOf(subscribed('many', ['container.created']))).to.equal('limit_reached');
  });
});
