import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { startServer, type RunningServer } from '../../src/server.js';
import { newFolder, removeFolder } from '../running.js';

const DOCUMENTS = 3_000;

/** With nothing allowed to stay, the mapping is let go at every look: between any two commands, in the middle of any walk. */
describe('a data file that must not stay resident', () => {
  const path = newFolder();
  let server: RunningServer;
  let client: MongoClient;

  before(async () => {
    server = await startServer({ path, maxMappedBytes: 1 });
    client = await new MongoClient(server.uri).connect();
    const rows = client.db('test').collection<{ _id: number; half: number }>('rows');
    await rows.createIndex({ half: 1 });
    await rows.insertMany(Array.from({ length: DOCUMENTS }, (_, n) => ({ _id: n, half: n >> 1 })));
  });
  after(async () => {
    await client.close();
    await server.stop();
    removeFolder(path);
  });

  it('answers reads, cursors that pause, and writes that wait, as if it stayed [EM-03]', async () => {
    const rows = client.db('test').collection<{ _id: number; half: number; seen?: number }>('rows');
    const walk = async (step: number): Promise<number> => {
      let seen = 0;
      for await (const { _id } of rows.find({ half: { $gte: 0 } }).sort({ half: 1 }).batchSize(step)) {
        if (_id >= 0) seen += 1;
      }
      return seen;
    };
    const writer = async (from: number): Promise<void> => {
      for (let n = from; n < DOCUMENTS; n += 30) await rows.updateOne({ _id: n }, { $inc: { seen: 1 } });
    };
    const reader = async (): Promise<void> => {
      for (let n = 0; n < 200; n += 1) expect((await rows.findOne({ half: n }))?.half).to.equal(n);
    };
    const [small, large] = await Promise.all([walk(7), walk(500), writer(0), writer(1), reader(), reader()]);
    expect([small, large]).to.deep.equal([DOCUMENTS, DOCUMENTS]);
    expect(await rows.countDocuments({ seen: 1 })).to.equal(DOCUMENTS / 15);
  });
});
