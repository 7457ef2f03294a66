import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import { isDuplicate } from '../src/duplicate.js';

describe('what a unique index refused', () => {
  let store: TestMongo;
  before(async () => {
    store = await testMongo();
    await store.connection.collection('rows').insertOne({ _id: 'one' as never });
  });
  after(() => store.stop());

  const failureOf = (ids: string[]) => store.connection.collection('rows').insertMany(ids.map((_id) => ({ _id })) as never, { ordered: false }).then(() => undefined, (error: unknown) => error);

  it('is known as that, alone and in a bulk', async () => {
    const alone: unknown = await store.connection.collection('rows').insertOne({ _id: 'one' as never }).catch((error: unknown) => error);
    expect(isDuplicate(alone)).to.equal(true);
    expect(isDuplicate(await failureOf(['one', 'two', 'one']))).to.equal(true);
    expect(await store.connection.collection('rows').countDocuments()).to.equal(2);
  });

  it('does not cover up what else went wrong in the same bulk', () => {
    const mixed = Object.assign(new Error('bulk'), { code: 11_000, writeErrors: [{ code: 11_000 }, { code: 14_031 }] });
    expect(isDuplicate(mixed)).to.equal(false);
    expect(isDuplicate(undefined)).to.equal(false);
  });
});
