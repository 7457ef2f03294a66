import { nameId } from '@landfall/kit/identity';
import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import type { Ports } from '../../src/app/ports.js';
import { warnOwners } from '../../src/app/warn.js';
import { afterTally } from '../../src/domain/health.js';
import { toFailingEntry } from '../../src/messages.js';
import { events } from '../../src/store/events.js';
import { healthRecords } from '../../src/store/health-records.js';
import { webhooks } from '../../src/store/webhooks.js';
import { aWebhook, DAY, later, NOW } from '../fakes/a-notification.js';

describe('the warnings before an endpoint is switched off, over a real store', () => {
  let store: TestMongo;
  let now = NOW;
  // A replica knows of the others only what is in the store; one that restarts is a new one.
  const replica = () => {
    const own = store.connection.useDb(store.database);
    const ports = { events: events(own), webhooks: webhooks(own, () => now), health: healthRecords(own, () => now), failingEntry: toFailingEntry, around: { now: () => now, nameId } };
    return { ...ports, warn: warnOwners(ports as unknown as Ports) };
  };
  const told = async (accountId: string) =>
    (await replica().events.list({ accountId, afterSequence: 0, size: 100, types: ['webhook.failing'] })).map(({ included }) => (JSON.parse(included) as { attributes: { percent?: number } }[])[0]?.attributes.percent);
  const tally = (id: string, successes: number, failures: number) => replica().health.change(`account of ${id}`, id, (health) => afterTally(health, { successes, failures }, now));
  const failing = async (id: string, failures = 20, active = true) => {
    now = NOW;
    await replica().webhooks.add(aWebhook({ id, accountId: `account of ${id}`, active }));
    await tally(id, 0, failures);
  };

  before(async () => {
    store = await testMongo();
    replica();
    await withIndexes(store.connection.useDb(store.database));
  });
  after(() => store.stop());

  it('are told at 50, 70 and 90 %, once each, however many replicas look and however often they start [A-05]', async () => {
    await failing('once');
    for (const day of [1, 2.5, 2.6, 3.5, 4, 4.5, 4.9, 6]) {
      now = later(day * DAY);
      await Promise.all([replica(), replica(), replica()].map(({ warn }) => warn()));
    }
    expect(await told('account of once')).to.deep.equal([50, 70, 90]);
  });

  it('are told once by who dies between telling and noting that it told [A-05]', async () => {
    await failing('dying');
    now = later(2.5 * DAY);
    const dying = replica();
    dying.health.change = () => Promise.reject(new Error('killed'));
    const ports = { ...dying, failingEntry: toFailingEntry, around: { now: () => now, nameId } } as unknown as Ports;
    const fault = await warnOwners(ports)().catch((error: Error) => error.message);
    expect(fault).to.equal('killed');
    now = later(2.6 * DAY);
    await replica().warn();
    expect(await told('account of dying')).to.deep.equal([50]);
  });

  it('are told again when it begins to fail again [A-05]', async () => {
    await failing('again');
    now = later(2.5 * DAY);
    await replica().warn();
    await tally('again', 1, 0);
    await tally('again', 0, 20);
    for (const day of [2.5, 4.9, 5]) {
      now = later(day * DAY);
      await replica().warn();
    }
    expect(await told('account of again')).to.deep.equal([50, 50]);
  });

  it('are not told of an endpoint that is off, nor before it failed often enough, nor looked for ever [A-05]', async () => {
    await failing('off', 20, false);
    await failing('rarely', 9);
    now = later(4 * DAY);
    await replica().warn();
    expect([await told('account of off'), await told('account of rarely')]).to.deep.equal([[], []]);
    now = later(9 * DAY);
    for (let n = 0; n < 3; n += 1) await replica().warn();
    expect(await replica().health.dueWarnings(now, 100)).to.deep.equal([]);
  });
});
