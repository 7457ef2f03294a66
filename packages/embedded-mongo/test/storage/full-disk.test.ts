import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { newFolder, refusal, removeFolder } from '../running.js';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
// `ulimit -f` counts blocks of 512 bytes: 2 MiB, after which the system refuses to let any file of the process grow.
const BLOCKS = 4_096;

type Row = { _id: number; group: number; body: string };
const row = (n: number): Row => ({ _id: n, group: n % 7, body: 'x'.repeat(1_000) });

async function listening(child: ChildProcess): Promise<string> {
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return `mongodb://${(JSON.parse(line) as { listening: string }).listening}/?replicaSet=embedded`;
}

const limited = (folder: string, blocks: string): ChildProcess => spawn('sh', [
  '-c', `ulimit -S -f ${blocks}; exec "$0" --import tsx "$1" --path "$2" --port 0`, process.execPath, MAIN, folder,
], { stdio: ['ignore', 'pipe', 'inherit'] });

const ended = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));

/** Inserts until the store refuses; answers how many were acknowledged, and the refusal. */
async function fill(client: MongoClient, from: number): Promise<{ next: number; error: { code?: number | string; message: string } }> {
  for (let n = from; ; n += 1) {
    try {
      await client.db('full').collection<Row>('rows').insertOne(row(n));
    } catch (error) {
      return { next: n, error: error as { code: number; message: string } };
    }
  }
}

/** All that was acknowledged is there, and the indexes and the count say the same. */
async function expectWhole(client: MongoClient, count: number): Promise<void> {
  const rows = client.db('full').collection<Row>('rows');
  const ids = (await rows.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  expect(ids).to.deep.equal(Array.from({ length: count }, (_, n) => n));
  expect(await rows.find({}, { hint: 'group_1', projection: { _id: 1 } }).toArray()).to.have.length(count);
  expect(await rows.estimatedDocumentCount()).to.equal(count);
  expect((await rows.findOne({ _id: count - 1 }))?.body).to.have.length(1_000);
}

describe('a full disk', () => {
  it('fails writes with a clear error, lets reads go on, loses nothing, and is over when there is room [EM-53]', async function () {
    this.timeout(60_000);
    const folder = newFolder();
    let server = limited(folder, String(BLOCKS));
    try {
      let client = await new MongoClient(await listening(server)).connect();
      await client.db('full').collection('rows').createIndex({ group: 1 });
      const { next, error } = await fill(client, 0);
      expect(next).to.be.greaterThan(500);
      expect(error.code).to.equal(14_031);
      expect(error.message).to.match(/disk is full or fails, nothing was written/);
      await expectWhole(client, next);
      expect((await refusal(client.db('full').collection<Row>('rows').insertOne({ ...row(next), body: 'y'.repeat(100_000) }))).code).to.equal(14_031);
      await expectWhole(client, next);

      spawnSync('prlimit', ['--pid', String(server.pid), `--fsize=unlimited:`]);
      await client.db('full').collection<Row>('rows').insertMany(Array.from({ length: 500 }, (_, n) => row(next + n)));
      await expectWhole(client, next + 500);
      await client.close();

      server.kill('SIGKILL');
      await ended(server);
      server = limited(folder, 'unlimited');
      client = await new MongoClient(await listening(server)).connect();
      await expectWhole(client, next + 500);
      await client.close();
    } finally {
      server.kill('SIGKILL');
      removeFolder(folder);
    }
  });
});
