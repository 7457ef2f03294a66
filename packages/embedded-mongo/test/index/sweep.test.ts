import { expect } from 'chai';
import { onBothEngines, refusal, newFolder, removeFolder, running } from '../running.js';
import { startServer } from '../../src/server.js';

onBothEngines('time to live', (start) => {
  it('removes what has expired, with its index entries, and nothing else [EM-50]', async () => {
    const { db } = await start({ sweepMs: 20 });
    const rows = db.collection<{ _id: number; at?: unknown }>('rows');
    await rows.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    const old = new Date(Date.now() - 120_000);
    await rows.insertMany([{ _id: 1, at: old }, { _id: 2, at: new Date() }, { _id: 3 }, { _id: 4, at: 'text' }, { _id: 5, at: [new Date(), old] }]);
    const deadline = Date.now() + 5_000;
    while ((await rows.countDocuments({})) > 3 && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
    expect((await rows.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).to.deep.equal([2, 3, 4]);
    expect(await rows.countDocuments({ at: old })).to.equal(0);
  });
});

describe('a data folder', () => {
  it('brings back documents, indexes and counts, and is refused to a second server [EM-51]', async () => {
    const path = newFolder();
    const first = await running({ path });
    await first.db.collection('c').createIndex({ a: 1 }, { unique: true });
    await first.db.collection('c').insertMany([{ a: 1 }, { a: 2 }]);
    expect((await refusal(startServer({ path }))).message).to.contain('is in use by process');
    await first.stop();
    const second = await running({ path });
    expect(await second.db.collection('c').estimatedDocumentCount()).to.equal(2);
    expect(await refusal(second.db.collection('c').insertOne({ a: 2 }))).to.include({ code: 11_000 });
    await second.stop();
    removeFolder(path);
  });
});
