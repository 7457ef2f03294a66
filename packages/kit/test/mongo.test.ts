import { storeProcess, type StoreProcess } from '@landfall/testkit/store-process';
import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { Schema } from 'mongoose';
import { logger } from '../src/log.js';
import { mongo, type Mongo } from '../src/mongo.js';
import { toProblem } from '../src/problem.js';

describe('a store that is full while a service starts', () => {
  const thing = new Schema({ _id: String, name: String }, { collection: 'things' });
  thing.index({ name: 1 }, { name: 'find__by_name' });
  let store: TestMongo;
  before(async () => (store = await testMongo()));
  after(() => store.stop());

  const starting = (failures: Error[]): Mongo => {
    const own = mongo({ uri: store.uri, database: 'full', log: logger('test', 'silent') });
    const model = own.connection.model('thing', thing);
    const real = model.ensureIndexes.bind(model);
    model.ensureIndexes = async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      await real();
    };
    return own;
  };

  it('is waited for like one that is away', async () => {
    const full = () => Object.assign(new Error('The disk is full.'), { code: 14_031 });
    const own = starting([full(), full()]);
    await own.start();
    const indexes = await own.connection.collection('things').indexes();
    await own.stop();
    expect(indexes.map(({ name }) => name)).to.include('find__by_name');
  });

  it('is not waited for when what it says will not pass', async () => {
    const own = starting([Object.assign(new Error('An equal index exists under another name.'), { code: 85 })]);
    const failure: unknown = await own.start().catch((error: unknown) => error);
    await own.stop();
    expect(failure).to.have.property('code', 85);
  });
});

describe('a store that takes a question and never answers', () => {
  let victim: StoreProcess;
  let store: Mongo;
  before(async () => {
    victim = await storeProcess();
    store = mongo({ uri: victim.uri, database: 'silent', log: logger('test', 'silent'), answersWithinMs: 300 });
    await store.start();
    await store.connection.collection('rows').insertOne({ n: 1 });
  });
  after(async () => {
    process.kill(victim.pid, 'SIGCONT');
    await store.stop();
    await victim.stop();
  });

  it('counts as one that is away: whoever asked hears of it, and asks again when it is back', async () => {
    const ask = () => store.connection.collection('rows').countDocuments();
    process.kill(victim.pid, 'SIGSTOP');
    const failure: unknown = await ask().catch((error: unknown) => error);
    expect(toProblem(failure).code).to.equal('unavailable');
    process.kill(victim.pid, 'SIGCONT');
    await until('the store answers', async () => (await ask().catch(() => 0)) === 1, 40_000);
  }).timeout(60_000);
});
