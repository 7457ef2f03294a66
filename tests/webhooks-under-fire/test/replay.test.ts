import { nameId } from '@landfall/kit/identity';
import { PUBLIC_EVENT_NAMES } from '@landfall/shipping/public-event';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { notices } from '../harness/notices.js';
import { failingShop, type Shop } from '../harness/shop.js';
import { stack, type Stack } from '../harness/stack.js';

const ACCOUNT = 'account-1';
const EVENTS = 120;
// A thousandth of D-43, so that an hour of the schedule is over in seconds and every delivery has been given up.
const WAITS = [10, 30, 60, 120, 300, 600].join();

describe('a receiver that is down for longer than it is retried', () => {
  let running: Stack;
  let shop: Shop;
  let mouth: Awaited<ReturnType<typeof notices>>;
  before(async () => {
    running = await stack({ DELIVERY_RETRY_WAITS_MS: WAITS });
    shop = await failingShop({ seed: 5, share: 0 });
    mouth = await notices(running.natsUrl);
  });
  after(async () => {
    await mouth.stop();
    await running.stop();
    await shop.stop();
  });

  const log = async () => (await running.caller.listEvents({ accountId: ACCOUNT, afterSequence: 0, size: 1_000, types: [], containerId: undefined, shipmentId: undefined, since: undefined, until: undefined })).items;

  it('has the state of the event log after one replay, without a gap and with the ids of the first time [D-40][D-45]', async () => {
    const webhook = await running.caller.createWebhook({ accountId: ACCOUNT, id: '', url: shop.url, active: true, events: { values: [...PUBLIC_EVENT_NAMES] }, headers: undefined, expectedRevision: undefined });
    const idOf = (eventId: string) => nameId('notification', eventId, webhook.id);
    await mouth.sayAll(EVENTS / 2, [ACCOUNT]);
    await until('the first half is there', () => shop.accepted.length === EVENTS / 2, 60_000);

    shop.failing(1);
    await mouth.sayAll(EVENTS / 4, [ACCOUNT]);
    const lastSeen = EVENTS / 2;
    await until('some were tried in vain', () => [...shop.received.values()].some(({ accepted }) => accepted === 0), 60_000);
    await running.caller.updateWebhook({ accountId: ACCOUNT, id: webhook.id, url: undefined, active: false, events: undefined, headers: undefined, expectedRevision: undefined });
    // What happens while it is off never becomes a notification, and is in the log all the same.
    await mouth.sayAll(EVENTS / 4, [ACCOUNT]);
    await until('the log has all', async () => (await log()).length === EVENTS, 60_000);
    expect(shop.accepted).to.have.length(EVENTS / 2);

    shop.failing(0);
    await running.caller.updateWebhook({ accountId: ACCOUNT, id: webhook.id, url: undefined, active: true, events: undefined, headers: undefined, expectedRevision: undefined });
    const { queued } = await running.caller.replayWebhook({ accountId: ACCOUNT, id: webhook.id, since: undefined, afterSequence: lastSeen, until: undefined });
    expect(queued).to.equal(EVENTS / 2);
    const entries = await log();
    await until('the receiver has all', () => entries.every(({ id }) => (shop.received.get(idOf(id))?.accepted ?? 0) > 0), 120_000);

    expect(entries.map(({ sequence }) => sequence)).to.deep.equal(Array.from({ length: EVENTS }, (_, n) => n + 1));
    expect(new Set(shop.accepted.map(({ webhookId }) => webhookId))).to.deep.equal(new Set(entries.map(({ id }) => idOf(id))));
    expect([...shop.received.values()].every(({ bodies }) => bodies.size === 1)).to.equal(true);
  });
}).timeout(300_000);
