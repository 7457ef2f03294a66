import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import type { Collection } from 'mongoose';
import { lookUps } from '../../src/store/look-ups.js';

describe('look-ups that come in crowds', () => {
  let mongo: TestMongo;
  let things: Collection;
  before(async () => {
    mongo = await testMongo();
    things = mongo.connection.collection('things');
    await things.insertMany([
      { _id: '1', accountId: 'a', key: 'x', keys: ['x', 'y'] },
      { _id: '2', accountId: 'a', key: 'x', keys: ['z'] },
      { _id: '3', accountId: 'b', key: 'x', keys: ['x'] },
    ] as never);
  });
  after(() => mongo.stop());

  it('give each who asked what is there for the account and key, whoever asks beside [C.3] [D-74]', async () => {
    for (const field of ['key', 'keys']) {
      const find = lookUps(things, field);
      const ids = async (accountId: string, key: string) => (await find(accountId, key)).map(({ _id }) => String(_id)).sort();
      const asked = [['a', 'x'], ['b', 'x'], ['a', 'y'], ['b', 'y'], ['a', 'x']] as const;
      const together = await Promise.all(asked.map(([accountId, key]) => ids(accountId, key)));
      const alone: string[][] = [];
      for (const [accountId, key] of asked) alone.push(await ids(accountId, key));
      expect(together).to.deep.equal(alone);
      expect(alone).to.deep.equal(field === 'key' ? [['1', '2'], ['3'], [], [], ['1', '2']] : [['1'], ['3'], ['1'], [], ['1']]);
    }
  });

  it('share queries: a crowd of forty costs two [D-74]', async () => {
    let queries = 0;
    const find = (filter: object) => {
      queries += 1;
      return things.find(filter);
    };
    const look = lookUps({ find } as Pick<Collection, 'find'>, 'key');
    await Promise.all(Array.from({ length: 40 }, (_, n) => look('a', `x${n}`)));
    expect(queries).to.equal(2);
  });
});
