import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { newId } from '@landfall/kit/identity';
import { logger } from '@landfall/kit/log';
import { cpuMsOf } from '@landfall/testkit/cost';
import { figuresTable, measured, type Figure } from '@landfall/testkit/figures';
import { localServer } from '@landfall/testkit/local-server';
import { storeProcess, type StoreProcess } from '@landfall/testkit/store-process';
import { withIndexes } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import mongoose, { type Connection } from 'mongoose';
import { load } from '../src/config.js';
import { normalise } from '../src/domain/normalise.js';
import { newWatch } from '../src/domain/watch.js';
import { digest } from '../src/outside/digest.js';
import { reference } from '../src/outside/reference.js';
import { readX12 } from '../src/outside/edi/x12.js';
import { useCases } from '../src/wire.js';
import { set315, x12 } from '../test/support/edi.js';
import { loadAtYantian } from '../test/support/raw-events.js';

const WATCHES = Number(process.env['BENCH_WATCHES'] ?? 100_000);
const POLLS = Number(process.env['BENCH_POLLS'] ?? 2_000);
const HOUR_MS = 3_600_000;

/** D-74's payload: 40 events of 5 containers. */
const EVENTS = Array.from({ length: 40 }, (_, index) =>
  loadAtYantian({ eventID: `e${index}`, equipmentReference: `TRKU10000${10 + (index % 5)}`, equipmentEventTypeCode: ['GTOT', 'GTIN', 'LOAD', 'DISC'][index % 4], eventDateTime: new Date(Date.UTC(2026, 1, 1 + index)).toISOString() }),
);

const pure = async (): Promise<Figure[]> => {
  const { zoneOf } = reference(undefined);
  const body = JSON.stringify(EVENTS);
  const read = () => normalise([JSON.parse(body) as unknown], { body: { kind: 'array' }, repairs: [] }, { type: 'bill_of_lading', number: 'BL1' }, { scac: 'TEST', providerName: 'Test', now: new Date(), zoneOf });
  const snapshot = read();
  const mail = x12(Array.from({ length: 100 }, (_, index) => set315({ reference: String(index).padStart(4, '0') })));
  return [
    await measured('text → snapshot (40 events, 5 containers)', 2_000, 1, async () => void read()),
    await measured('digest of that snapshot', 2_000, 1, async () => void digest(snapshot)),
    await measured('X12 interchange of 100 messages, split', 50, 1, async () => void readX12(mail)),
  ];
};

const fill = async (db: Connection): Promise<void> => {
  const now = Date.now();
  for (let from = 0; from < WATCHES; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, WATCHES - from) }, (_, index) => {
      const n = from + index;
      const { id, ...watch } = newWatch(newId(), { scope: '', scac: 'TEST', requestType: 'bill_of_lading', normalizedNumber: `BL${n}` });
      // The first are due now, the others spread over the six hours behind.
      const dueAt = new Date(n < POLLS ? now - 1 : now + HOUR_MS + (n / WATCHES) * 6 * HOUR_MS);
      return { _id: id, ...watch, lane: 'TEST', dueAt, trackers: [{ accountId: 'a', trackingRequestId: `r${n}`, state: 'live', attempt: 0, since: new Date(now) }] };
    });
    await db.collection('watches').insertMany(rows as never, { ordered: false });
  }
};

type Cost = { seconds: number; cpuMs: number; storeCpuMs: number; operations: number };
type Rounds = { changed: Cost; unchanged: Cost; rssMiB: { before: number; after: number } };

const rssMiB = (): number => process.memoryUsage().rss / 1_048_576;

/** Everything is due again at once; the answers are the same, as most answers are. */
const makeDue = (db: Connection) => db.collection('watches').updateMany({ lastAnsweredAt: { $ne: null } }, { $set: { dueAt: new Date(Date.now() - 1) } });

const polling = async (store: StoreProcess): Promise<Rounds> => {
  const db = await mongoose.createConnection(store.uri, { dbName: 'bench', autoIndex: false, autoCreate: false, monitorCommands: true }).asPromise();
  const carrier = await localServer((seen, res) => res.writeHead(200, { 'content-type': 'application/json' }).end(seen.url.startsWith('/v2') ? JSON.stringify(EVENTS) : JSON.stringify({ now: new Date().toISOString() })));
  const config = load({ DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64'), SANDBOX_CARRIER_URL: carrier.url, SANDBOX_POLL_MS: String(8 * HOUR_MS), LOG_LEVEL: 'silent' });
  let operations = 0;
  const use = useCases(config, db, logger('bench', 'silent'), () => undefined);
  await withIndexes(db);
  await fill(db);
  db.getClient().on('commandStarted', () => (operations += 1));

  const round = async (): Promise<Cost> => {
    carrier.seen.length = 0;
    operations = 0;
    const [cpu, storeCpu, beganAt] = [process.cpuUsage(), cpuMsOf(store.pid), performance.now()];
    await until('every due watch was asked', async () => {
      use.poller.kick('TEST');
      await use.poller.turn();
      return carrier.seen.filter(({ url }) => url.startsWith('/v2')).length >= POLLS;
    }, 600_000);
    await use.poller.settled();
    const used = process.cpuUsage(cpu);
    return { seconds: (performance.now() - beganAt) / 1_000, cpuMs: (used.user + used.system) / 1_000, storeCpuMs: cpuMsOf(store.pid) - storeCpu, operations };
  };
  const before = rssMiB();
  const changed = await round();
  await makeDue(db);
  const unchanged = await round();
  const after = rssMiB();
  await db.close();
  await carrier.stop();
  return { changed, unchanged, rssMiB: { before, after } };
};

const perSecond = WATCHES / (6 * 3_600);

const told = (what: string, { seconds, cpuMs, storeCpuMs, operations }: Cost): string => {
  const share = (ms: number) => `${((ms / POLLS) * perSecond / 10).toFixed(1)} %`;
  return `${what}: ${(cpuMs / POLLS).toFixed(2)} ms CPU here (the carrier is in this process too), ${(storeCpuMs / POLLS).toFixed(2)} ms in the store, ${(operations / POLLS).toFixed(2)} store operations a poll; ${POLLS} polls took ${seconds.toFixed(1)} s. At ${perSecond.toFixed(2)} polls/s: ${share(cpuMs)} of a core here, ${share(storeCpuMs)} in the store.`;
};

const figures = await pure();
console.log(figuresTable(figures));
const store = await storeProcess();
const { changed, unchanged, rssMiB: memory } = await polling(store);
console.log(`\n${WATCHES} watches due over 6 h are ${perSecond.toFixed(2)} polls/s, load ${loadavg()[0]?.toFixed(1) ?? '?'}`);
console.log(told('a changed answer', changed));
console.log(told('the same answer', unchanged));
console.log(`memory: ${memory.before.toFixed(0)} MiB resident with all watches in the store, ${memory.after.toFixed(0)} MiB after ${2 * POLLS} polls: watches are claimed a lane's room at a time and never all held`);
await store.stop();
