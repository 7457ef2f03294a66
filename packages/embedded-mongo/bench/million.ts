import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Binary, type Document } from 'bson';
import { MongoClient } from 'mongodb';
import { bodyOf, frameOf, rawClient, type RawClient } from './raw-client.js';
import { cpuUs, residentMb, serverProcess, type ServerProcess } from './server-process.js';

/*
 * Does size matter? The same indexed reads at ten thousand and at a million documents: `tsx bench/million.ts [documents]`.
 * Both servers run side by side and are read in turn, so that whatever else the machine does is done to both.
 */
const DB = 'bench';
const READS = 10_000;
const ROUNDS = 5;
const THROUGH_DRIVER = 3_000;
const LARGE = Number(process.argv[2] ?? 1_000_000);

type Subject = { count: number; server: ServerProcess; reader: RawClient; loadPeakMb: number; readPeakMb: number };

const document = (n: number): Document => ({
  _id: n, key: `key-${n}`, group: n % 5_000, at: new Date(1_700_000_000_000 + n), body: new Binary(Buffer.alloc(900, n % 251)),
});

async function must(client: RawClient, command: Document): Promise<void> {
  const answer = bodyOf(await client.send(frameOf({ ...command, $db: DB })));
  if (answer['ok'] !== 1 || answer['writeErrors']) throw new Error(JSON.stringify(answer));
}

const totalMb = ({ pid }: ServerProcess): number => {
  const { own, mapped } = residentMb(pid);
  return own + mapped;
};

/** Loads a folder, and answers the server that was started on it afterwards. */
async function subject(folder: string, count: number): Promise<Subject> {
  const first = await serverProcess(['--path', folder]);
  const loader = await rawClient(first.port);
  await must(loader, { createIndexes: 'rows', indexes: [{ key: { key: 1 }, name: 'key', unique: true }, { key: { group: 1, at: -1 }, name: 'group' }] });
  const started = performance.now();
  let loadPeakMb = 0;
  for (let n = 0; n < count; n += 2_000) {
    await must(loader, { insert: 'rows', documents: Array.from({ length: 2_000 }, (_, at) => document(n + at)) });
    loadPeakMb = Math.max(loadPeakMb, totalMb(first));
  }
  const perSecond = Math.round(count / ((performance.now() - started) / 1_000));
  loader.socket.destroy();
  await first.stop();
  const server = await serverProcess(['--path', folder]);
  console.log(`${count} documents: ${perSecond} inserts/s, at most ${loadPeakMb} MB resident; restart ${server.startMs.toFixed(0)} ms, process start included, ${(cpuUs(server.pid) / 1_000).toFixed(0)} ms of CPU`);
  return { count, server, reader: await rawClient(server.port), loadPeakMb, readPeakMb: 0 };
}

const pick = ({ count }: Subject): string => `key-${Math.floor(Math.random() * count)}`;

/** Server CPU of one read, in µs. */
async function cpuOfReads(of: Subject): Promise<number> {
  const before = cpuUs(of.server.pid);
  for (let n = 0; n < READS; n += 1) {
    await of.reader.send(frameOf({ find: 'rows', filter: { key: pick(of) }, limit: 1, singleBatch: true, $db: DB }));
    if (n % 50 === 0) of.readPeakMb = Math.max(of.readPeakMb, totalMb(of.server));
  }
  return (cpuUs(of.server.pid) - before) / READS;
}

const median = (values: number[]): number => [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;

/** What a service waits for one read, in µs: the driver's own work is part of it. */
async function throughDriver(of: Subject, client: MongoClient): Promise<number[]> {
  const rows = client.db(DB).collection('rows');
  const took: number[] = [];
  for (let n = 0; n < THROUGH_DRIVER / ROUNDS; n += 1) {
    const started = performance.now();
    await rows.findOne({ key: pick(of) });
    took.push((performance.now() - started) * 1_000);
  }
  return took;
}

async function compare(subjects: Subject[]): Promise<void> {
  const clients = await Promise.all(subjects.map(({ server }) => new MongoClient(`mongodb://127.0.0.1:${server.port}/?replicaSet=embedded`).connect()));
  const cpu: number[][] = subjects.map(() => []);
  const waits: number[][] = subjects.map(() => []);
  // The first round warms both up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, each] of subjects.entries()) {
      const cost = await cpuOfReads(each);
      const took = await throughDriver(each, clients[at] as MongoClient);
      if (round > 0) cpu[at]?.push(cost);
      if (round > 0) waits[at]?.push(...took);
    }
  }
  for (const [at, each] of subjects.entries()) {
    const [cost, least] = [median(cpu[at] ?? []), median(cpu[0] ?? [])];
    const [wait, leastWait] = [median(waits[at] ?? []), median(waits[0] ?? [])];
    console.log(`${each.count} documents: a read by unique index ${cost.toFixed(1)} µs of server CPU (${(cost / least).toFixed(2)}×), ${wait.toFixed(0)} µs through the driver at p50 (${(wait / leastWait).toFixed(2)}×), at most ${each.readPeakMb} MB resident, load ${loadavg()[0]?.toFixed(1)}`);
  }
  await Promise.all(clients.map((client) => client.close()));
}

const folders = [10_000, LARGE].map(() => mkdtempSync(join(tmpdir(), 'embedded-mongo-million-')));
try {
  const subjects = [await subject(folders[0] as string, 10_000), await subject(folders[1] as string, LARGE)];
  await compare(subjects);
  for (const { reader, server } of subjects) {
    reader.socket.destroy();
    await server.stop();
  }
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
