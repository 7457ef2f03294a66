import { expect } from 'chai';
import mongoose, { Schema, type Connection } from 'mongoose';
import { onBothEngines, refusal } from '../running.js';

type Row = { account: string; number: string; live: boolean; tags: string[]; at: Date; count: number };

async function modelOn(uri: string): Promise<{ connection: Connection; Rows: mongoose.Model<Row> }> {
  const connection = await mongoose.createConnection(uri, { dbName: 'shop' }).asPromise();
  const schema = new Schema<Row>({ account: String, number: String, live: Boolean, tags: [String], at: Date, count: Number });
  schema.index({ account: 1, number: 1 }, { name: 'one_live', unique: true, partialFilterExpression: { live: true } });
  schema.index({ account: 1, at: -1 }, { name: 'newest' });
  schema.index({ tags: 1 }, { name: 'tags' });
  const Rows = connection.model<Row>('row', schema);
  await Rows.init();
  return { connection, Rows };
}

const row = (n: number): Row => ({
  account: `a${n % 3}`, number: `n${n}`, live: true, tags: [`t${n % 5}`, 'all'], at: new Date(n * 1_000), count: n,
});

onBothEngines('mongoose', (start) => {
  let connection: Connection | undefined;
  afterEach(async () => {
    await connection?.close();
  });
  const open = async () => {
    const { server } = await start();
    const opened = await modelOn(server.uri);
    connection = opened.connection;
    return opened.Rows;
  };

  it('meets duplicate keys with 11000, key pattern and value, and only where the partial index holds [EM-40]', async () => {
    const Rows = await open();
    await Rows.create(row(1));
    const { code, keyPattern, keyValue } = await refusal(Rows.create(row(1)));
    expect({ code, keyPattern, keyValue }).to.deep.equal({
      code: 11_000, keyPattern: { account: 1, number: 1 }, keyValue: { account: 'a1', number: 'n1' },
    });
    await Rows.create({ ...row(1), live: false });
    expect(await Rows.countDocuments({ account: 'a1' })).to.equal(2);
  });

  it('reads in batches, sorted, limited and projected, by the index that fits [EM-41]', async () => {
    const Rows = await open();
    await Rows.insertMany(Array.from({ length: 400 }, (_, n) => row(n)));
    expect(await Rows.find().batchSize(50).lean()).to.have.length(400);
    const newest = await Rows.find({ account: 'a1' }, { number: 1, _id: 0 }).sort({ at: -1 }).limit(2).lean();
    expect(newest).to.deep.equal([{ number: 'n397' }, { number: 'n394' }]);
    const { executionStats } = await Rows.find({ account: 'a1' }).sort({ at: -1 }).limit(2).explain() as unknown as {
      executionStats: { totalDocsExamined: number; executionStages: { inputStage: { indexName: string } } };
    };
    expect(executionStats.executionStages.inputStage.indexName).to.equal('newest');
    expect(executionStats.totalDocsExamined).to.equal(2);
    expect(await Rows.countDocuments({ tags: 't1' })).to.equal(80);
    expect(await Rows.countDocuments({ at: { $gte: new Date(10_000), $lt: new Date(20_000) } })).to.equal(10);
  });

  it('updates, upserts, and finds and modifies as MongoDB does [EM-42]', async () => {
    const Rows = await open();
    await Rows.insertMany([row(1), row(2), row(3)]);
    expect(await Rows.updateOne({ number: 'n1' }, { $inc: { count: 5 }, $push: { tags: 'new' } })).to.include({ modifiedCount: 1 });
    expect(await Rows.findOne({ tags: 'new' }).lean()).to.include({ number: 'n1', count: 6 });
    expect(await Rows.updateMany({}, { $set: { live: false } })).to.include({ matchedCount: 3, modifiedCount: 3 });
    const made = await Rows.findOneAndUpdate({ number: 'n9' }, { $set: { count: 1 } }, { upsert: true, returnDocument: 'after' }).lean();
    expect(made).to.include({ number: 'n9', count: 1 });
    expect(await Rows.findOneAndDelete({ number: 'n2' }).lean()).to.include({ number: 'n2' });
    expect(await Rows.distinct('number')).to.deep.equal(['n1', 'n3', 'n9']);
  });

  it('keeps its indexes in step, and aggregates with a join [EM-43]', async () => {
    const Rows = await open();
    await Rows.insertMany([row(1), row(2), row(4)]);
    expect(await Rows.syncIndexes()).to.deep.equal([]);
    expect((await Rows.listIndexes()).map(({ name }) => name as string)).to.have.members(['_id_', 'one_live', 'newest', 'tags']);
    const groups = await Rows.aggregate<{ _id: string; n: number; peers: unknown[] }>([
      { $match: { live: true } }, { $group: { _id: '$account', n: { $sum: 1 } } }, { $sort: { _id: 1 } },
      { $lookup: { from: 'rows', localField: '_id', foreignField: 'account', as: 'peers' } },
    ]);
    expect(groups.map(({ _id, n, peers }) => [_id, n, peers.length])).to.deep.equal([['a1', 2, 2], ['a2', 1, 1]]);
  });
});
