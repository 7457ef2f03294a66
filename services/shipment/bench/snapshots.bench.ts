import { loadavg } from 'node:os';
import { measured, type Figure } from '@landfall/testkit/figures';
import { withIndexes } from '@landfall/testkit/test-mongo';
import mongoose, { type Connection } from 'mongoose';
import type { App } from '../src/app/index.js';
import { useCases } from '../src/wire.js';
import { cpuMsOf, ownCpuMs } from '@landfall/testkit/cost';
import { recorder } from './recorded.js';
import { requestOf, takenOf } from './snapshots.js';
import type { StoreProcess } from '@landfall/testkit/store-process';

/*
 * [D-74] A DCSA answer of 40 events for five containers: ≥ 150/s when it says something new, ≥ 1,000/s when it does not.
 * Beside it stands what the store alone does with the very same commands, sent by the bare driver.
 */
const NUMBERS = Number(process.env['BENCH_NUMBERS'] ?? 200);
const AT_ONCE = 16;
const SAME = 5;
// Applied before each row and not counted: a service that was just started compiles for some seconds.
const WARMING = 300;

const connected = async (uri: string, dbName: string): Promise<Connection> => mongoose.createConnection(uri, { dbName, autoIndex: false, autoCreate: false, monitorCommands: dbName === 'recorded' }).asPromise();

const appOn = async (db: Connection): Promise<App> => {
  const app = useCases(db, { REFERENCE_DATA_PATH: undefined, SNAPSHOTS_IN_FLIGHT: AT_ONCE });
  await withIndexes(db);
  for (let n = 0; n < NUMBERS + WARMING; n += 1) await app.requests.remember(requestOf(n));
  return app;
};

/** The relay does this in the background; here it only keeps documents from growing. */
const emptied = async (db: Connection): Promise<void> => {
  for (const name of ['containers', 'shipments']) await db.collection(name).updateMany({}, { $unset: { outbox: 1, outboxAt: 1 } });
};

type Phase = { what: string; rounds: number; taken: (number: number, round: number) => Parameters<App['applySnapshot']>[0] };

const PHASES: Phase[] = [
  { what: 'first [D-74]: ≥ 150', rounds: 1, taken: (number) => takenOf(number, 1, 1) },
  { what: 'arrival moved [D-74]: ≥ 150', rounds: 1, taken: (number) => takenOf(number, 2, 2) },
  { what: 'unchanged [D-74]: ≥ 1,000', rounds: SAME, taken: (number, round) => takenOf(number, 3 + round, 2) },
];

type Costs = Figure & { ownMs: number; storeMs: number };

const costs = async (store: StoreProcess, what: string, times: number, work: (n: number) => Promise<unknown>): Promise<Costs> => {
  const [own, stores] = [ownCpuMs(), cpuMsOf(store.pid)];
  const figure = await measured(what, times, AT_ONCE, work);
  return { ...figure, ownMs: (ownCpuMs() - own) / times, storeMs: (cpuMsOf(store.pid) - stores) / times };
};

export const snapshotFigures = async (store: StoreProcess): Promise<string> => {
  const [recording, alone, whole] = [await connected(store.uri, 'recorded'), await connected(store.uri, 'alone'), await connected(store.uri, 'snapshots')];
  const sent = recorder(recording.getClient());
  const recorded = await appOn(recording);
  await appOn(alone);
  const app = await appOn(whole);
  const rows: string[] = [];
  for (const { what, rounds, taken } of PHASES) {
    const times = NUMBERS * rounds;
    const answers = Array.from({ length: times }, (_, n) => taken(n % NUMBERS, Math.floor(n / NUMBERS)));
    const commands: Awaited<ReturnType<typeof sent>>[] = [];
    for (const answer of answers) commands.push(await sent(() => recorded.applySnapshot(answer)));
    const ceiling = await costs(store, what, times, async (n) => {
      for (const command of commands[n] ?? []) await alone.getClient().db('alone').command(command);
    });
    await measured(what, WARMING, AT_ONCE, (n) => app.applySnapshot(taken(NUMBERS + n, 0)));
    const applied = await costs(store, what, times, (n) => app.applySnapshot(answers[n]!));
    rows.push(`| ${what} | ${applied.perSecond.toFixed(0)} | ${ceiling.perSecond.toFixed(0)} | ${(applied.perSecond / ceiling.perSecond).toFixed(2)} | ${applied.ownMs.toFixed(2)} | ${applied.storeMs.toFixed(2)} | ${applied.p50Ms?.toFixed(1)} |`);
    for (const db of [recording, alone, whole]) await emptied(db);
  }
  await Promise.all([recording, alone, whole].map((db) => db.close()));
  return [
    `Snapshots of 40 events and five containers [D-74], ${AT_ONCE} at once after ${WARMING} to warm up, load ${loadavg()[0]?.toFixed(1)}`, '',
    '| answer | per second | store alone | share | own CPU ms | store CPU ms | p50 ms |', '|---|---|---|---|---|---|---|', ...rows,
  ].join('\n');
};
