import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { Schema, type Connection } from 'mongoose';
import { service } from '../src/lifecycle.js';
import { logger } from '../src/log.js';
import { migrate, type Migration, stepsTo } from '../src/migrations.js';
import { mongo } from '../src/mongo.js';

const log = logger('test', 'silent');

const ROWS = 'people';
const rows = (connection: Connection) => connection.collection<{ _id: string; name?: string; given?: string; family?: string; initial?: string }>(ROWS);

/** Splits a name in two, and joins it again. */
const split: Migration = {
  id: '0001-split-names',
  up: async (connection) => {
    for await (const { _id, name } of rows(connection).find({ given: { $exists: false } })) {
      const [given = '', family = ''] = (name ?? '').split(' ');
      await rows(connection).updateOne({ _id }, { $set: { given, family } });
    }
  },
  down: async (connection) => {
    await rows(connection).updateMany({}, { $unset: { given: 1, family: 1 } });
  },
};
const initials: Migration = {
  id: '0002-initials',
  up: async (connection) => {
    for await (const { _id, given } of rows(connection).find({ initial: { $exists: false } })) await rows(connection).updateOne({ _id }, { $set: { initial: (given ?? '').slice(0, 1) } });
  },
  down: async (connection) => {
    await rows(connection).updateMany({}, { $unset: { initial: 1 } });
  },
};

describe('migrations', () => {
  let store: TestMongo;
  beforeEach(async () => {
    store = await testMongo();
    await rows(store.connection).insertMany([{ _id: '1', name: 'Grace Hopper' }, { _id: '2', name: 'Joan Clarke' }]);
  });
  afterEach(() => store.stop());

  const kept = () => rows(store.connection).find().sort({ _id: 1 }).toArray();
  const go = (to?: string, list: readonly Migration[] = [split, initials]) => migrate(store.connection, list, log, to);

  it('go forward once, and back to what was', async () => {
    const before = await kept();
    expect(await go()).to.deep.equal(['up 0001-split-names', 'up 0002-initials']);
    expect((await kept())[0]).to.deep.include({ given: 'Grace', family: 'Hopper', initial: 'G' });
    expect(await go()).to.deep.equal([]);
    expect(await go('0001-split-names')).to.deep.equal(['down 0002-initials']);
    expect(await go('none')).to.deep.equal(['down 0001-split-names']);
    expect(await kept()).to.deep.equal(before);
    expect(await go()).to.have.length(2);
  });

  it('run once when many replicas start together', async () => {
    let runs = 0;
    const counted = { ...split, up: async (connection: Connection) => {
      runs += 1;
      await split.up(connection);
    } };
    const done = await Promise.all(Array.from({ length: 6 }, () => go(undefined, [counted])));
    expect(done.flat()).to.deep.equal(['up 0001-split-names']);
    expect(runs).to.equal(1);
  });

  it('are taken up where a crash left them', async () => {
    let crashes = true;
    const frail = { ...initials, up: async (connection: Connection) => {
      if (crashes) throw new Error('killed');
      await initials.up(connection);
    } };
    expect(await go(undefined, [split, frail]).catch((error: Error) => error.message)).to.equal('killed');
    crashes = false;
    expect(await go(undefined, [split, frail])).to.deep.equal(['up 0002-initials']);
  });

  it('do not wait for ever for a replica that died with the lock', async () => {
    await store.connection.collection<{ _id: string }>('migrations').insertOne({ _id: 'lock', holder: 'dead', until: new Date(Date.now() + 600) } as never);
    expect(await go()).to.have.length(2);
  });

  it('are not undone by a version that does not know them', async () => {
    await go();
    const failure = await go('none', [split]).catch((error: Error) => error.message);
    expect(failure).to.equal('Only a newer version can undo 0002-initials; run its migrate first.');
    expect(await go(undefined, [split])).to.deep.equal([]);
    expect(() => stepsTo([split], [], '0009-unheard-of')).to.throw('There is no migration 0009-unheard-of; there are: 0001-split-names.');
  });

  it('come before the indexes at every start, and alone by the command `migrate`', async () => {
    const open = () => {
      const back = mongo({ uri: store.uri, database: store.database, log, migrations: [split] });
      back.connection.model('person', new Schema({ _id: String, given: String }, { collection: ROWS }).index({ given: 1 }, { name: 'find__given' }));
      return { back, life: service('test', log, [back]) };
    };
    await open().life.migrate?.();
    expect((await kept())[1]).to.deep.include({ given: 'Joan' });
    const names = (await rows(store.connection).listIndexes().toArray()).map(({ name }) => String(name));
    expect(names).to.include('find__given');
    await open().life.migrate?.('none');
    expect((await kept())[1]).not.to.have.property('given');

    const { back, life } = open();
    await life.start();
    await until('it is ready', () => back.ready());
    expect((await kept())[1]).to.deep.include({ given: 'Joan' });
    await life.stop();
  });
});
