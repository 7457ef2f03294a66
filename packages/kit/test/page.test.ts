import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import fc from 'fast-check';
import { Schema, type Model } from 'mongoose';
import { pageOf, type SortKey } from '../src/page.js';

interface Row {
  _id: string;
  account: string;
  at?: Date | null;
}

const schema = new Schema<Row>({ _id: String, account: String, at: Date }, { versionKey: false });
schema.index({ account: 1, at: 1, _id: 1 }, { name: 'page__ascending' });
schema.index({ account: 1, at: -1, _id: -1 }, { name: 'page__descending' });

describe('pageOf', () => {
  let mongo: TestMongo;
  let model: Model<Row>;

  before(async () => {
    mongo = await testMongo();
    model = mongo.connection.model<Row>('row', schema);
    await model.createCollection();
    await model.ensureIndexes();
  });
  after(() => mongo.stop());

  const allPages = async (sort: SortKey, size: number): Promise<string[]> => {
    const met: string[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: Awaited<ReturnType<typeof pageOf<Row>>> = await pageOf(model, { account: 'a' }, { page: { number: 1, size, ...(after ? { after } : {}) }, sort });
      met.push(...page.rows.map(({ _id }) => _id));
      after = page.nextAfter;
    }
    return met;
  };

  it('meets every row once and in order behind its cursors, missing values and ties among them [D-04] [D-75]', async () => {
    const moment = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(moment, { nil: undefined }), { minLength: 1, maxLength: 20 }), fc.boolean(), fc.integer({ min: 1, max: 7 }), async (moments, descending, size) => {
        await model.deleteMany({});
        await model.collection.insertMany(moments.map((at, n) => ({ _id: `r${String(n).padStart(2, '0')}`, account: 'a', ...(at === undefined ? {} : { at: at === null ? null : new Date(at) }) })) as never);
        const whole = await model.find({ account: 'a' }).sort({ at: descending ? -1 : 1, _id: descending ? -1 : 1 }).lean();
        expect(await allPages({ path: 'at', descending }, size)).to.deep.equal(whole.map(({ _id }) => _id));
      }),
      { numRuns: 40 },
    );
  });

  it('looks only at the rows of the page, however deep it lies [D-75]', async () => {
    await model.deleteMany({});
    await model.insertMany(Array.from({ length: 500 }, (_, n) => ({ _id: `r${n}`, account: 'a', at: new Date(n) })));
    const asked: Record<string, unknown>[] = [];
    mongo.connection.set('debug', (_collection: string, method: string, filter: Record<string, unknown>) => method === 'find' && asked.push(filter));
    await allPages({ path: 'at', descending: true }, 30);
    mongo.connection.set('debug', false);
    const looks: number[] = [];
    for (const filter of asked.slice(1)) {
      const plan = await model.collection.find(filter as never).sort({ at: -1, _id: -1 }).limit(31).explain('executionStats');
      looks.push((plan as { executionStats: { totalDocsExamined: number } }).executionStats.totalDocsExamined);
    }
    expect(looks).to.have.length.at.least(16);
    expect(Math.max(...looks)).to.be.at.most(32);
  });
});
