import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient, type Collection } from 'mongodb';

/*
 * kill -9 at a random moment under writers that retry, again and again: `npm run torture [rounds]`.
 * Afterwards no acknowledged write may be missing, none may be there twice, and the indexes must hold what the data say.
 */
const SOURCE = ['--import', 'tsx', fileURLToPath(new URL('../src/main.ts', import.meta.url))];
/** The server as it is run for real; it also starts in a tenth of the time. */
const BUILT = [fileURLToPath(new URL('../dist/main.js', import.meta.url))];
const WRITERS = 16;
const MIN_LIFE_MS = 300;
const LIFE_SPREAD_MS = 900;

type Counter = { _id: string; n: number };
type Entry = { _id: string; writer: number; step: number; tags: string[] };
type Acknowledged = { increments: number[]; inserted: Set<string>; unsure: { increments: number[]; inserted: Set<string> } };
export type Outcome = { rounds: number; acknowledged: number; lost: number; twice: number; strayIndexEntries: number };

const freePort = (): Promise<number> => new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
});

async function startServer(program: string[], folder: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...program, '--path', folder, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened`)));
  });
  return child;
}

/** One writer: counts up and inserts, and remembers what was acknowledged and what was never answered. */
async function writeUntil(stopped: () => boolean, client: MongoClient, writer: number, seen: Acknowledged): Promise<void> {
  const counters = client.db('torture').collection<Counter>('counters');
  const entries = client.db('torture').collection<Entry>('entries');
  for (let step = seen.inserted.size; !stopped(); step += 1) {
    const id = `${writer}-${step}-${process.hrtime.bigint()}`;
    seen.unsure.increments[writer] = (seen.unsure.increments[writer] ?? 0) + 1;
    seen.unsure.inserted.add(id);
    try {
      await counters.updateOne({ _id: `c${writer}` }, { $inc: { n: 1 } }, { upsert: true });
      seen.unsure.increments[writer] = (seen.unsure.increments[writer] ?? 0) - 1;
      seen.increments[writer] = (seen.increments[writer] ?? 0) + 1;
      await entries.insertOne({ _id: id, writer, step, tags: [`t${step % 3}`, 'all'] });
      seen.unsure.inserted.delete(id);
      seen.inserted.add(id);
    } catch {
      // Not answered: it may or may not have happened, and stays among the unsure.
    }
  }
}

async function indexCount(entries: Collection<Entry>, index: string): Promise<number> {
  return (await entries.find({}, { hint: index, projection: { _id: 1 } }).toArray()).length;
}

async function check(client: MongoClient, seen: Acknowledged): Promise<Omit<Outcome, 'rounds'>> {
  const counters = client.db('torture').collection<Counter>('counters');
  const entries = client.db('torture').collection<Entry>('entries');
  const outcome = { acknowledged: 0, lost: 0, twice: 0, strayIndexEntries: 0 };
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const sure = seen.increments[writer] ?? 0;
    const most = sure + (seen.unsure.increments[writer] ?? 0);
    const { n = 0 } = (await counters.findOne({ _id: `c${writer}` })) ?? {};
    outcome.acknowledged += sure;
    outcome.lost += Math.max(0, sure - n);
    outcome.twice += Math.max(0, n - most);
  }
  const ids = new Set((await entries.find({}, { projection: { _id: 1 }, hint: { $natural: 1 } }).toArray()).map(({ _id }) => _id));
  outcome.acknowledged += seen.inserted.size;
  for (const id of seen.inserted) if (!ids.has(id)) outcome.lost += 1;
  for (const index of ['writer_step', 'tags']) outcome.strayIndexEntries += Math.abs((await indexCount(entries, index)) - ids.size);
  outcome.strayIndexEntries += Math.abs((await entries.estimatedDocumentCount()) - ids.size);
  return outcome;
}

const clientOf = (port: number): Promise<MongoClient> =>
  new MongoClient(`mongodb://127.0.0.1:${port}/?replicaSet=embedded`, { serverSelectionTimeoutMS: 20_000, heartbeatFrequencyMS: 500 }).connect();

/** Lets writers write, kills the server under them, starts it again at once, and stops the writers. */
async function round(program: string[], folder: string, port: number, seen: Acknowledged): Promise<Omit<Outcome, 'rounds'>> {
  let server = await startServer(program, folder, port);
  const client = await clientOf(port);
  await client.db('torture').collection('entries').createIndexes([
    { key: { writer: 1, step: 1 }, name: 'writer_step' }, { key: { tags: 1 }, name: 'tags' },
  ]);
  let stopped = false;
  const writers = Array.from({ length: WRITERS }, (_, writer) => writeUntil(() => stopped, client, writer, seen));
  await new Promise((resolve) => setTimeout(resolve, MIN_LIFE_MS + Math.random() * LIFE_SPREAD_MS));
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await gone;
  server = await startServer(program, folder, port);
  stopped = true;
  await Promise.all(writers);
  const outcome = await check(client, seen);
  await client.close();
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
  return outcome;
}

export async function torture(rounds: number, program = SOURCE): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-torture-'));
  const seen: Acknowledged = { increments: [], inserted: new Set(), unsure: { increments: [], inserted: new Set() } };
  const port = await freePort();
  let last = { acknowledged: 0, lost: 0, twice: 0, strayIndexEntries: 0 };
  try {
    for (let n = 1; n <= rounds; n += 1) {
      last = await round(program, folder, port, seen);
      if (last.lost + last.twice + last.strayIndexEntries > 0) return { rounds: n, ...last };
    }
    return { rounds, ...last };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outcome = await torture(Number(process.argv[2] ?? 50), BUILT);
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  process.exitCode = outcome.lost + outcome.twice + outcome.strayIndexEntries > 0 ? 1 : 0;
}
