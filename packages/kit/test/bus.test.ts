import { facts } from '@landfall/contracts/facts';
import { testBus, type TestBus } from '@landfall/testkit/test-bus';
import { testMongo, type TestMongo, withIndexes } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { Schema } from 'mongoose';
import { bus, type Bus, type Publisher } from '../src/bus.js';
import { consumer, consumers } from '../src/consumer.js';
import type { Part } from '../src/lifecycle.js';
import { logger } from '../src/log.js';
import { bundled, entry, outbox, pushFacts, sayAtOnce, withFacts } from '../src/outbox.js';
import { relay } from '../src/relay.js';
import { parkedFacts, type ParkedFacts } from '../src/parked-facts.js';
import { problem } from '../src/problem.js';
import { currentCall, inCall } from '../src/trace.js';

const log = logger('test', 'silent');
const changed = facts.principal.changed;
const said = (accountId: string) => ({ accountId, changedAt: new Date(0) });

describe('bus, outbox and consumers on a real store and a real nats-server', () => {
  let nats: TestBus;
  let store: TestMongo;
  let wire: Bus;
  let parked: ParkedFacts;
  const running: Part[] = [];
  let heard: string[] = [];
  let publishing: string[] = [];
  let whileSaying: (id: string) => Promise<unknown> = async () => undefined;
  let behave: (accountId: string, redeliveries: number) => void = () => undefined;

  const things = () => store.connection.model('thing');

  before(async () => {
    nats = await testBus();
    store = await testMongo();
    const schema = new Schema({ _id: String, name: String }, { collection: 'things', versionKey: false });
    outbox(schema);
    store.connection.model('thing', schema);
    wire = bus({ url: nats.url, name: 'test', log });
    parked = parkedFacts({ connection: store.connection, bus: wire, service: 'test' });
    await withIndexes(store.connection);
    const listener = consumer({
      durable: 'test__listen',
      reads: changed,
      handle: async ({ accountId }, { redeliveries }) => {
        behave(accountId, redeliveries);
        heard.push(accountId);
      },
    });
    const publisher: Publisher = { publish: async (...args) => {
      publishing.push(args[2]);
      await whileSaying(args[2]);
      await wire.publish(...args);
    } };
    const parts = [wire, parked, relay({ connection: store.connection, bus: publisher, log, service: 'test' }), consumers({ bus: wire, log, service: 'test', parked }, [listener])];
    for (const part of parts) {
      await part.start();
      running.unshift(part);
    }
  });
  after(async () => {
    for (const part of running) await part.stop();
    await store.stop();
    await nats.stop();
  });
  beforeEach(() => {
    heard = [];
    publishing = [];
    behave = () => undefined;
    whileSaying = async () => undefined;
  });

  const written = (id: string, accounts: string[]) => things().create([withFacts({ _id: id, name: 'a' }, accounts.map((account) => entry(changed, said(account), `${id}:${account}`)))]);

  it('tells in order what a document has to say, and empties its outbox', async () => {
    await written('one', ['a', 'b', 'c']);
    await until('all three are heard', () => heard.length === 3);
    await until('the outbox is empty', async () => (await things().collection.countDocuments({ outboxAt: { $exists: true } })) === 0);
    expect([...heard].sort()).to.deep.equal(['a', 'b', 'c']);
    expect(await things().findById('one').lean()).to.deep.equal({ _id: 'one', name: 'a' });
  });

  it('tells an update together with its facts', async () => {
    await things().create([{ _id: 'two', name: 'a' }]);
    await things().updateOne({ _id: 'two' }, pushFacts([entry(changed, said('updated'), 'two:updated')], { name: 'b' }));
    await until('it is heard', () => heard.includes('updated'));
    await until('the outbox is empty', async () => (await things().collection.countDocuments({ outboxAt: { $exists: true } })) === 0);
    expect(await things().findById('two').lean()).to.deep.equal({ _id: 'two', name: 'b' });
  });

  it('tells what is written while it speaks too, of many documents at once', async () => {
    const more = (id: string) => things().collection.updateOne({ _id: id } as never, { ...pushFacts([entry(changed, said(`${id} more`), `${id}:more`)]) } as never);
    whileSaying = async (id) => id === 'm3:m3' && more('m3');
    await things().create([1, 2, 3, 4, 5].map((n) => withFacts({ _id: `m${n}`, name: 'a' }, [entry(changed, said(`m${n}`), `m${n}:m${n}`)])));
    await until('all are heard', () => heard.includes('m3 more') && new Set(heard).size === 6);
    await until('the outboxes are empty', async () => (await things().collection.countDocuments({ outboxAt: { $exists: true } })) === 0);
    expect([...heard].sort()).to.deep.equal(['m1', 'm2', 'm3', 'm3 more', 'm4', 'm5']);
  });

  it('tells the facts of a bundle in order and whole, though what they have in common lies there once', async () => {
    const bare = ['first', 'second'].map((accountId) => ({ ...entry(changed, said(accountId), `bundle:${accountId}`), body: JSON.stringify({ accountId }) }));
    const bundle = bundled(bare, `"changedAt":"${new Date(7).toISOString()}"`);
    expect(bundle).to.have.length(1);
    expect(bundled([], '"x":1')).to.deep.equal([]);
    const told: unknown[] = [];
    const ear = wire.connection.subscribe(changed.subject, { callback: (_, message) => told.push(message.json()) });
    await things().create([withFacts({ _id: 'bundle', name: 'a' }, [...bundle, entry(changed, said('third'), 'bundle:third')])]);
    await until('all three are heard', () => heard.length === 3);
    ear.unsubscribe();
    expect(told).to.deep.equal([...['first', 'second'].map((accountId) => ({ accountId, changedAt: new Date(7).toISOString() })), changed.codec.toJSON(said('third'))]);
    await until('the outbox is empty', async () => (await things().collection.countDocuments({ outboxAt: { $exists: true } })) === 0);
  });

  describe('what its writer has in its hands', () => {
    const isEmpty = async () => (await things().collection.countDocuments({ outboxAt: { $exists: true } })) === 0;
    const insert = async (id: string, ...accounts: string[]) => {
      const document = withFacts({ _id: id, name: 'a' }, accounts.map((account) => entry(changed, said(account), `${id}:${account}`)));
      await things().collection.insertOne(document as never);
      sayAtOnce(things() as never, [document]);
    };
    const update = async (id: string, account: string) => {
      const after = await things().collection.findOneAndUpdate({ _id: id } as never, pushFacts([entry(changed, said(account), `${id}:${account}`)]), { projection: { outbox: 1 }, returnDocument: 'after' });
      sayAtOnce(things() as never, after ? [after] : []);
      return after;
    };

    it('is said without a look at the store, and taken out all the same', async () => {
      // A look for what others left behind is for what is older than a second.
      const { collection } = things();
      const find = collection.find.bind(collection);
      let looks = 0;
      collection.find = ((filter: { outboxAt?: { $lte: Date } }, ...rest: never[]) => {
        if ((filter.outboxAt?.$lte.getTime() ?? 0) > Date.now() - 1_000) looks += 1;
        return find(filter as never, ...rest);
      }) as never;
      await insert('held', 'held');
      await until('it is heard', () => heard.includes('held'));
      await until('the outbox is empty', isEmpty);
      collection.find = find as never;
      expect(looks).to.equal(0);
      expect(await things().findById('held').lean()).to.deep.equal({ _id: 'held', name: 'a' });
    });

    it('is said once and in the order of its writing, though the document changes while it is said', async () => {
      let changedTo: unknown;
      whileSaying = async (id) => id === 'order:first' && (changedTo = await update('order', 'third'));
      await insert('order', 'first', 'second');
      await until('all three are heard', () => new Set(heard).size === 3);
      expect((changedTo as { outbox: { id: string }[] }).outbox.map(({ id }) => id)).to.deep.equal(['order:first', 'order:second', 'order:third']);
      await until('the outbox is empty', isEmpty);
      expect(publishing).to.deep.equal(['order:first', 'order:second', 'order:third']);
    });

    it('is said once though somebody else wakes the relay meanwhile', async () => {
      whileSaying = async (id) => id === 'beside:first' && things().updateOne({ _id: 'beside' }, { $set: { name: 'b' } });
      await insert('beside', 'first');
      await things().updateOne({ _id: 'beside' }, pushFacts([entry(changed, said('second'), 'beside:second')]));
      await until('both are heard', () => new Set(heard).size === 2);
      await until('the outbox is empty', isEmpty);
      expect(publishing).to.deep.equal(['beside:first', 'beside:second']);
    });

    it('is found again when it could not be said', async () => {
      let isAway = true;
      whileSaying = async (id) => {
        if (id === 'away:first' && isAway) {
          isAway = false;
          throw problem('unavailable', 'The bus is away.');
        }
      };
      await insert('away', 'first', 'second');
      await until('both are heard', () => new Set(heard).size === 2);
      await until('the outbox is empty', isEmpty);
      expect(publishing).to.deep.equal(['away:first', 'away:first', 'away:second']);
    });
  });

  it('is heard once however often it is said', async () => {
    for (let time = 0; time < 5; time += 1) await wire.publish(changed.subject, changed.codec.toJSON(said('repeated')), 'same-id');
    await wire.publish(changed.subject, changed.codec.toJSON(said('last')), 'other-id');
    await until('the last one is heard', () => heard.includes('last'));
    expect(heard.filter((account) => account === 'repeated')).to.have.length(1);
  });

  it('relays what a writer left behind when it died', async () => {
    const orphan = { _id: 'orphan', outbox: [entry(changed, said('orphan'), 'orphan:1')], outboxAt: new Date(Date.now() - 60_000) };
    // Past mongoose, so that nobody is woken.
    await things().collection.insertOne(orphan as never);
    await until('it is heard', () => heard.includes('orphan'));
  });

  it('tries again when a Problem says so', async () => {
    behave = (_, redeliveries) => {
      if (redeliveries === 0) throw problem('revision_conflict', 'Moved.');
    };
    await wire.publish(changed.subject, changed.codec.toJSON(said('second try')), 'again-1');
    await until('it is heard', () => heard.includes('second try'));
  });

  it('parks a bug, lists it, and redrives it on demand', async () => {
    let broken = true;
    behave = (account) => {
      if (account === 'poison' && broken) throw new TypeError('a bug');
    };
    await wire.publish(changed.subject, changed.codec.toJSON(said('poison')), 'poison-1');
    const control = async (action: string, body = '') => JSON.parse((await wire.connection.request(`control.test.parked.${action}`, body, { timeout: 2_000 })).string()) as never;
    const [row] = await until<{ _id: string; reason: string }[]>('it is parked', async () => {
      const rows: { _id: string; reason: string }[] = await control('list');
      return rows.length > 0 && rows;
    });
    expect(row?.reason).to.include('a bug');
    broken = false;
    expect(await control('redrive', JSON.stringify({ ids: [row?._id] }))).to.deep.equal({ redriven: 1 });
    await until('it is heard', () => heard.includes('poison'));
    expect(await control('list')).to.deep.equal([]);
  });

  it('parks a body that cannot be read, and goes on', async () => {
    await wire.stream.publish(changed.subject, 'not json', { msgID: 'garbage' });
    await wire.publish(changed.subject, changed.codec.toJSON(said('after garbage')), 'after-garbage');
    await until('the next one is heard', () => heard.includes('after garbage'));
  });

  it('takes the request id from the document to the listener [D-12]', async () => {
    let requestId: string | undefined;
    behave = () => {
      requestId = currentCall()?.requestId;
    };
    await inCall({ requestId: 'request-7' }, () => written('traced', ['t']));
    await until('it is heard', () => heard.includes('t'));
    expect(requestId).to.equal('request-7');
  });

  it('loses nothing and repeats nothing in effect when the bus is killed in between', async () => {
    await nats.kill();
    await Promise.all(Array.from({ length: 50 }, (_, n) => written(`dark-${n}`, [`dark-${n}`])));
    // Acks of earlier facts may die with the bus, so those may be heard again; each of these is heard once.
    const dark = () => heard.filter((account) => account.startsWith('dark-'));
    expect(dark()).to.deep.equal([]);
    await nats.restart();
    await until('all are heard', () => new Set(dark()).size === 50, 30_000);
    expect(dark()).to.have.length(50);
  }).timeout(40_000);
});
