import { MongoClient } from 'mongodb';
import { expect } from 'chai';
import { startServer, type RunningServer } from '../../src/server.js';
import { refusal } from '../running.js';

describe('a password', () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer({ memory: true, password: 'open sesame' });
  });
  after(() => server.stop());

  const connected = async (credentials: string) => {
    const client = new MongoClient(`mongodb://${credentials}127.0.0.1:${server.port}/?authSource=admin`, { serverSelectionTimeoutMS: 3_000 });
    try {
      return await client.db('x').collection('c').insertOne({ a: 1 });
    } finally {
      await client.close();
    }
  };

  it('lets in who proves it, by SCRAM-SHA-256 [EM-30]', async () => {
    expect(await connected('landfall:open%20sesame@')).to.include({ acknowledged: true });
  });

  it('keeps out who does not know it [EM-30]', async () => {
    expect(await refusal(connected('landfall:wrong@'))).to.include({ code: 18 });
  });

  it('keeps out who does not even try [EM-30]', async () => {
    expect(await refusal(connected(''))).to.include({ code: 13 });
  });

  it('is needed to be served beyond loopback [EM-31]', async () => {
    expect((await refusal(startServer({ memory: true, host: '0.0.0.0' }))).message).to.contain('only with a password');
  });
});
