import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Binary, type Document } from 'bson';
import { bodyOf, frameOf, rawClient, retryable, type RawClient } from './raw-client.js';
import { cpuUs, residentMb, serverProcess } from './server-process.js';

/*
 * What one operation costs the server, at documents of 1 KB: `npm run bench [documents]`.
 * The client sends ready-made frames on 32 connections, so the CPU read is the server's alone.
 */
const CLIENTS = 32;
/** Of each client. */
const WARM_UPS = 150;
const RUN_MS = Number(process.env['BENCH_MS'] ?? 4_000);
const COUNT = Number(process.argv[2] ?? 10_000);
const DB = 'bench';
const BASE = 'update by _id';
/** An update pays for the indexes it touches; three it does not touch may cost no more than this. */
const RATIO = 1.3;

type Operation = { name: string; budgetUs?: number; ofUpdate?: string; frame: (client: RawClient, turn: number) => Buffer };

const pick = () => Math.floor(Math.random() * COUNT);

const document = (n: number): Document => ({
  _id: n, key: `key-${n}`, group: n % 100, version: 0, at: new Date(1_700_000_000_000 + n),
  status: { code: 'in_transit', vessel: { imo: `IMO${n}`, name: 'Ever Given' }, port: { locode: 'NLRTM' } },
  tags: ['ocean', `t${n % 7}`], body: new Binary(Buffer.alloc(640, n % 251)),
});

const INDEXES: Record<string, Document[]> = {
  plain: [{ key: { key: 1 }, name: 'key', unique: true }, { key: { group: 1, at: -1 }, name: 'group' }],
  nested: [
    { key: { 'status.code': 1 }, name: 'code' },
    { key: { 'status.vessel.imo': 1 }, name: 'imo' },
    { key: { 'status.port.locode': 1 }, name: 'port' },
  ],
};

const find = (filter: Document, more: Document = {}) =>
  frameOf({ find: 'plain', filter, limit: 1, singleBatch: true, ...more, $db: DB });

const updateOf = (collection: string) => (client: RawClient, turn: number) =>
  retryable(client, turn, { update: collection, updates: [{ q: { _id: pick() }, u: { $set: { version: turn }, $inc: { writes: 1 } } }], $db: DB });

const OPERATIONS: Operation[] = [
  { name: 'ping', frame: () => frameOf({ ping: 1, $db: DB }) },
  { name: 'find by _id', frame: () => find({ _id: pick() }) },
  { name: 'find by unique index', budgetUs: 60, frame: () => find({ key: `key-${pick()}` }) },
  { name: '20 by compound index, sorted', frame: () => find({ group: pick() % 100 }, { sort: { at: -1 }, limit: 20 }) },
  { name: BASE, budgetUs: 130, frame: updateOf('plain') },
  { name: 'update, three untouched nested indexes', ofUpdate: BASE, frame: updateOf('nested') },
  {
    name: 'findAndModify by index', budgetUs: 170,
    frame: (client, turn) => retryable(client, turn, {
      findAndModify: 'plain', query: { key: `key-${pick()}` }, update: { $set: { version: turn } }, new: true, $db: DB,
    }),
  },
  {
    name: 'insert, two indexes',
    frame: (client, turn) => {
      const n = 1e9 + Math.floor(Math.random() * 1e9);
      return retryable(client, turn, { insert: 'plain', documents: [document(n)], $db: DB });
    },
  },
];

async function must(client: RawClient, command: Document): Promise<Document> {
  const answer = bodyOf(await client.send(frameOf({ ...command, $db: DB })));
  if (answer['ok'] !== 1 || answer['writeErrors']) throw new Error(JSON.stringify(answer));
  return answer;
}

async function load(client: RawClient): Promise<void> {
  for (const [collection, indexes] of Object.entries(INDEXES)) {
    await must(client, { createIndexes: collection, indexes });
    for (let n = 0; n < COUNT; n += 1_000) {
      const documents = Array.from({ length: Math.min(1_000, COUNT - n) }, (_, at) => document(n + at));
      await must(client, { insert: collection, documents });
    }
  }
}

let turn = 0;

async function send(client: RawClient, operation: Operation, done: number): Promise<void> {
  turn += 1;
  const answer = await client.send(operation.frame(client, turn));
  if (done % 1_000 === 1 && bodyOf(answer)['ok'] !== 1) throw new Error(JSON.stringify(bodyOf(answer)));
}

/** Until its code is compiled an operation costs twice as much, however long that takes on a busy machine. */
async function warmUp(clients: RawClient[], operation: Operation): Promise<void> {
  await Promise.all(clients.map(async (client) => {
    for (let n = 0; n < WARM_UPS; n += 1) await send(client, operation, n);
  }));
}

async function measure(pid: number, clients: RawClient[], operation: Operation) {
  await warmUp(clients, operation);
  const end = performance.now() + RUN_MS;
  const cpu = cpuUs(pid);
  const started = performance.now();
  let done = 0;
  await Promise.all(clients.map(async (client) => {
    while (performance.now() < end) {
      done += 1;
      await send(client, operation, done);
    }
  }));
  const seconds = (performance.now() - started) / 1_000;
  return { perSecond: Math.round(done / seconds), cpuUs: (cpuUs(pid) - cpu) / done };
}

async function bench(engine: string, options: string[]): Promise<void> {
  const server = await serverProcess(options);
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => rawClient(server.port)));
  await load(clients[0] as RawClient);
  console.log(`\n${engine}, ${COUNT} documents a collection, ${CLIENTS} connections, load ${loadavg()[0]?.toFixed(2)}, RSS ${residentMb(server.pid).own} MB own\n`);
  console.log('| operation | CPU µs | × update by _id | per second | budget, CPU µs |\n|---|---|---|---|---|');
  const costs = new Map<string, number>();
  for (const operation of OPERATIONS) {
    const { perSecond, cpuUs: cost } = await measure(server.pid, clients, operation);
    costs.set(operation.name, cost);
    const limit = operation.budgetUs ?? RATIO * (costs.get(operation.ofUpdate ?? '') ?? Infinity);
    const verdict = Number.isFinite(limit) ? `${cost <= limit ? '≤' : 'OVER'} ${limit.toFixed(0)}` : '';
    const ratio = cost / (costs.get(BASE) ?? NaN);
    console.log(`| ${operation.name} | ${cost.toFixed(0)} | ${Number.isNaN(ratio) ? '' : ratio.toFixed(2)} | ${perSecond} | ${verdict} |`);
  }
  for (const { socket } of clients) socket.destroy();
  await server.stop();
}

const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-bench-'));
try {
  await bench('lmdb (durable)', ['--path', folder]);
  await bench('memory', ['--memory']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
