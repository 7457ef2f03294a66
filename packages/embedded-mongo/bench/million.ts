import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Binary, type Document } from 'bson';
import { bodyOf, frameOf, rawClient, type RawClient } from './raw-client.js';
import { cpuUs, residentMb, serverProcess } from './server-process.js';

/* Does size matter? The same indexed reads at ten thousand and at a million documents: `tsx bench/million.ts [documents]`. */
const DB = 'bench';
const READS = 40_000;
const LARGE = Number(process.argv[2] ?? 1_000_000);

const document = (n: number): Document => ({
  _id: n, key: `key-${n}`, group: n % 5_000, at: new Date(1_700_000_000_000 + n), body: new Binary(Buffer.alloc(900, n % 251)),
});

async function must(client: RawClient, command: Document): Promise<void> {
  const answer = bodyOf(await client.send(frameOf({ ...command, $db: DB })));
  if (answer['ok'] !== 1 || answer['writeErrors']) throw new Error(JSON.stringify(answer));
}

async function readCost(pid: number, client: RawClient, count: number): Promise<number> {
  const before = cpuUs(pid);
  for (let n = 0; n < READS; n += 1) {
    await client.send(frameOf({ find: 'rows', filter: { key: `key-${Math.floor(Math.random() * count)}` }, limit: 1, singleBatch: true, $db: DB }));
  }
  return (cpuUs(pid) - before) / READS;
}

const shown = ({ own, mapped }: { own: number; mapped: number }) => `${own} MB own + ${mapped} MB mapped`;

async function run(count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-million-'));
  try {
    const first = await serverProcess(['--path', folder]);
    const loader = await rawClient(first.port);
    await must(loader, { createIndexes: 'rows', indexes: [{ key: { key: 1 }, name: 'key', unique: true }, { key: { group: 1, at: -1 }, name: 'group' }] });
    const started = performance.now();
    for (let n = 0; n < count; n += 2_000) {
      await must(loader, { insert: 'rows', documents: Array.from({ length: 2_000 }, (_, at) => document(n + at)) });
    }
    const perSecond = Math.round(count / ((performance.now() - started) / 1_000));
    const loadedMb = residentMb(first.pid);
    loader.socket.destroy();
    await first.stop();
    const second = await serverProcess(['--path', folder]);
    const reader = await rawClient(second.port);
    const fresh = residentMb(second.pid);
    const cost = await readCost(second.pid, reader, count);
    console.log(`${count} documents: ${perSecond} inserts/s, RSS ${shown(loadedMb)} after load, restart ${second.startMs.toFixed(0)} ms (process start included), RSS ${shown(fresh)} fresh and ${shown(residentMb(second.pid))} after ${READS} reads, indexed read ${cost.toFixed(1)} µs CPU, load ${loadavg()[0]?.toFixed(2)}`);
    reader.socket.destroy();
    await second.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await run(10_000);
await run(LARGE);
