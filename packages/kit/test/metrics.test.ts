import { facts } from '@landfall/contracts/facts';
import { testBus, type TestBus } from '@landfall/testkit/test-bus';
import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { bus } from '../src/bus.js';
import { consumer, consumers } from '../src/consumer.js';
import { dueLag } from '../src/due-lag.js';
import { health } from '../src/health.js';
import { httpServer } from '../src/http.js';
import { service, type Service } from '../src/lifecycle.js';
import { logger } from '../src/log.js';
import { onScrape, scrape } from '../src/metrics.js';
import { mongo } from '../src/mongo.js';
import { parkedFacts } from '../src/parked-facts.js';

const log = logger('test', 'silent');

const figure = async (name: string, labels: string): Promise<number | undefined> => {
  const line = (await scrape()).split('\n').find((each) => each.startsWith(`${name}{`) && each.includes(labels));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

describe('what a service measures', () => {
  let nats: TestBus;
  let store: TestMongo;
  before(async () => {
    nats = await testBus();
    store = await testMongo();
  });
  after(async () => {
    await store.stop();
    await nats.stop();
  });

  const started: Service[] = [];
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop();
  });

  /** Handles one fact at a time, each when the returned function is called. */
  const listener = async (name: string) => {
    const handled: string[] = [];
    const gates: (() => void)[] = [];
    const back = mongo({ uri: store.uri, database: store.database, log });
    const wire = bus({ url: nats.url, name, log });
    const parked = parkedFacts({ connection: back.connection, bus: wire, service: name });
    const slow = consumer({ durable: 'test__slow', reads: facts.principal.changed, inFlight: 1, handle: async ({ accountId }) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      handled.push(accountId);
    } });
    const door = httpServer({ port: 0, app: (_, res) => res.end() });
    const one = service(name, log, [health({ port: 0, ready: { store: back.ready } }), back, wire, parked, consumers({ bus: wire, log, service: name, parked }, [slow]), door]);
    await one.start();
    started.push(one);
    return { one, wire, parked, door, handled, gates };
  };

  it('tells what waits on the bus, what is being handled, what is parked, and that it is ready', async () => {
    const { wire, parked, door, gates, handled } = await listener('lagging');
    for (let at = 0; at < 5; at += 1) await wire.publish(facts.principal.changed.subject, { account_id: `a${at}` }, `lag-${at}`);
    await until('one is in hand', () => gates.length === 1);
    expect(await figure('landfall_fact_in_flight', 'service="lagging"')).to.equal(1);
    expect(await until('all five are known', async () => ((await figure('landfall_consumer_unacked', 'service="lagging"')) ?? 0) + ((await figure('landfall_consumer_pending', 'service="lagging"')) ?? 0) === 5)).to.equal(true);
    await parked.park({ durable: 'test__slow', subject: 'fact.x', id: '1', body: '{}', reason: 'internal: broken' });
    expect(await figure('landfall_facts_parked', 'service="lagging"')).to.equal(1);
    expect(await figure('landfall_ready', 'service="lagging",part="store"')).to.equal(1);
    expect(await figure('landfall_mongo_connections', 'state="waiting"')).to.equal(0);
    await fetch(`http://127.0.0.1:${door.port()}/`);
    await until('the request is counted', async () => (await figure('landfall_http_served_seconds_count', 'service="lagging",method="GET",status="200"')) === 1);
    await until('all are handled', () => {
      gates.splice(0).forEach((open) => open());
      return handled.length === 5;
    });
  });

  it('tells how late the oldest work is that rows wait with', async () => {
    const rows = store.connection.collection('errands');
    await rows.insertMany([{ dueAt: new Date(1_000_000) }, { dueAt: new Date(1_040_000) }, { dueAt: new Date(9_000_000) }, { done: true }]);
    const lag = dueLag({ connection: store.connection, service: 'late', collections: ['errands'], now: () => 1_060_000 });
    await lag.start();
    expect(await figure('landfall_due_lag_seconds', 'service="late",collection="errands"')).to.equal(60);
    await rows.deleteMany({ dueAt: { $lt: new Date(1_060_000) } });
    expect(await figure('landfall_due_lag_seconds', 'service="late"')).to.equal(0);
    await lag.stop();
  });

  it('lets a figure that cannot be had fail alone', async () => {
    const forget = onScrape(() => Promise.reject(new Error('away')));
    expect(await scrape()).to.include('landfall_fact_in_flight');
    forget();
  });

  it('hands what it has not begun to another replica when it stops', async () => {
    const first = await listener('first');
    for (let at = 0; at < 8; at += 1) await first.wire.publish(facts.principal.changed.subject, { account_id: `b${at}` }, `hand-${at}`);
    await until('the first is in hand', () => first.gates.length > 0);
    const stopping = first.one.stop();
    started.splice(started.indexOf(first.one), 1);
    const ungate = setInterval(() => first.gates.splice(0).forEach((open) => open()), 20);
    await stopping;
    clearInterval(ungate);
    const second = await listener('second');
    // Sooner than the claim of the first would have run out.
    await until('the second has the rest', () => {
      second.gates.splice(0).forEach((open) => open());
      return new Set([...first.handled, ...second.handled]).size === 8;
    });
    expect(first.handled.length).to.be.lessThan(8);
  });
});
