import { storeProcess, type StoreProcess } from '@landfall/testkit/store-process';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { logger } from '../src/log.js';
import { mongo, type Mongo } from '../src/mongo.js';
import { toProblem } from '../src/problem.js';

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
