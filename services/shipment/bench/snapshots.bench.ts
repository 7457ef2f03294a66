import { loadavg } from 'node:os';
import { useCases } from '@landfall/shipment/wire';
import { cpuMsOf, ownCpuMs } from '@landfall/testkit/cost';
import { measured, type Figure } from '@landfall/testkit/figures';
import type { StoreProcess } from '@landfall/testkit/store-process';
import { withIndexes } from '@landfall/testkit/test-mongo';
import mongoose, { type Connection } from 'mongoose';
import type { TakenSnapshot } from '../src/app/apply-to-shipment.js';
import type { App } from '../src/app/index.js';
import { recorder } from './recorded.js';
import { requestOf, takenOf } from './snapshots.js';

/*
 * [D-74] A DCSA answer of 40 events for five containers: ≥ 150/s when it says something new, ≥ 1,000/s when it does not.
 * Beside it stands what the store alone does with the very same commands, sent by the bare driver. The service comes
 * as it was built: what runs a bench from its sources names every closure anew, which costs a tenth.
 */
const NUMBERS = Number(process.env['BENCH_NUMBERS'] ?? 400);
// As many as the service has in flight unless told otherwise.
const AT_ONCE = 32;
const SAME = 5;
// Applied before each row and not counted: a service that was just started compiles for some seconds.
const WARMING = 500;

const connected = async (uri: string, dbName: string): Promise<Connection> => mongoose.createConnection(uri, { dbName, autoIndex: false, autoCreate: false, monitorCommands: dbName === 'recorded' }).asPromise();

const appOn = async (db: Connection): Promise<App> => {
  const app = useCases(db, { REFERENCE_DATA_PATH: undefined, SNAPSHOTS_IN_FLIGHT: AT_ONCE });
  await withIndexes(db);
  for (let n = 0; n < NUMBERS + WARMING; n += 1) await app.requests.remember(requestOf(n));
  return app;
};

/** Keeps documents from growing. */
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

type Measured = Phase & { answers: TakenSnapshot[]; applied: Costs };

/** What the service does of each phase. Outboxes are emptied between them; the relay does so in the background. */
const appliedOn = async (store: StoreProcess, db: Connection): Promise<Measured[]> => {
  const app = await appOn(db);
  const done: Measured[] = [];
  for (const phase of PHASES) {
    const { what, rounds, taken } = phase;
    const answers = Array.from({ length: NUMBERS * rounds }, (_, n) => taken(n % NUMBERS, Math.floor(n / NUMBERS)));
    await measured(what, WARMING, AT_ONCE, (n) => app.applySnapshot(taken(NUMBERS + n, 0)));
    done.push({ ...phase, answers, applied: await costs(store, what, answers.length, (n) => app.applySnapshot(answers[n]!)) });
    await emptied(db);
  }
  return done;
};

export const snapshotFigures = async (store: StoreProcess): Promise<string> => {
  const [recording, alone, whole] = [await connected(store.uri, 'recorded'), await connected(store.uri, 'alone'), await connected(store.uri, 'snapshots')];
  // First what counts: recorded commands would fill the memory that it is measured in.
  const phases = await appliedOn(store, whole);
  const sent = recorder(recording.getClient());
  const recorded = await appOn(recording);
  await appOn(alone);
  const rows: string[] = [];
  for (const { what, answers, applied } of phases) {
    const commands: Awaited<ReturnType<typeof sent>>[] = [];
    for (const answer of answers) commands.push(await sent(() => recorded.applySnapshot(answer)));
    const ceiling = await costs(store, what, answers.length, async (n) => {
      for (const command of commands[n] ?? []) await alone.getClient().db('alone').command(command);
    });
    rows.push(`| ${what} | ${applied.perSecond.toFixed(0)} | ${ceiling.perSecond.toFixed(0)} | ${(applied.perSecond / ceiling.perSecond).toFixed(2)} | ${applied.ownMs.toFixed(2)} | ${applied.storeMs.toFixed(2)} | ${applied.p50Ms?.toFixed(1)} |`);
    for (const db of [recording, alone]) await emptied(db);
  }
  await Promise.all([recording, alone, whole].map((db) => db.close()));
  return [
    `Snapshots of 40 events and five containers [D-74], ${AT_ONCE} at once after ${WARMING} to warm up, load ${loadavg()[0]?.toFixed(1)}`, '',
    '| answer | per second | store alone | share | own CPU ms | store CPU ms | p50 ms |', '|---|---|---|---|---|---|---|', ...rows,
  ].join('\n');
};
