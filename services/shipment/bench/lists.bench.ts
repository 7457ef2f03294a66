import { loadavg } from 'node:os';
import { measured } from '@landfall/testkit/figures';
import { withIndexes } from '@landfall/testkit/test-mongo';
import mongoose from 'mongoose';
import type { Condition } from '../src/app/ports.js';
import { useCases } from '@landfall/shipment/wire';
import { cpuMsOf, ownCpuMs } from '@landfall/testkit/cost';
import { fill, idOf } from './rows.js';
import type { StoreProcess } from '@landfall/testkit/store-process';

/*
 * [D-75] Lists stay flat: page 1 and page[after] of many containers cost at most twice what they cost at 10,000.
 * `BENCH_ROWS=1000000` is the figure of the decision; it takes some minutes to make that many.
 */
const FEW = 10_000;
const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const TIMES = 200;

const is = (field: string, value: string): Condition => ({ field, op: 'eq', values: [value] });

/** As `pageOf` gives it out for the n-th row. */
const cursorAt = (account: string, n: number): string => Buffer.from(JSON.stringify({ value: new Date(n), isDate: true, id: idOf(account, n) })).toString('base64url');

const LISTS: { what: string; deep: boolean; filters: Condition[] }[] = [
  { what: 'page 1', deep: false, filters: [] },
  { what: 'page[after], half way down', deep: true, filters: [] },
  { what: 'page 1 of one port in fifty', deep: false, filters: [is('pod_code', 'port7')] },
  { what: 'page[after] of one port in fifty', deep: true, filters: [is('pod_code', 'port7')] },
  { what: 'page 1 of a status all have', deep: false, filters: [is('current_status', 'on_ship')] },
  { what: 'page 1 without holds', deep: false, filters: [is('has_holds', 'false')] },
  { what: 'page 1 of a line and a port', deep: false, filters: [is('scac', 'MAEU'), is('pod_code', 'port7')] },
];

export const listFigures = async (store: StoreProcess): Promise<string> => {
  const db = await mongoose.createConnection(store.uri, { dbName: 'lists', autoIndex: false, autoCreate: false }).asPromise();
  const app = useCases(db, { REFERENCE_DATA_PATH: undefined, SNAPSHOTS_IN_FLIGHT: 1 });
  await withIndexes(db);
  const run = async (rows: number) => {
    const account = `list-${rows}`;
    await fill(db, app, { account, rows, whole: false });
    const figures = [];
    for (const { what, deep, filters } of LISTS) {
      const ask = () => app.reads.listContainers({ accountId: account, page: { number: 1, size: 30, ...(deep ? { after: cursorAt(account, rows >> 1) } : {}) }, filters, sort: [], q: '' });
      // The first total of a large list is counted; then it is known for some seconds.
      await ask();
      const before = ownCpuMs() + cpuMsOf(store.pid);
      const figure = await measured(what, TIMES, 2, ask);
      figures.push({ ...figure, cpuMs: (ownCpuMs() + cpuMsOf(store.pid) - before) / TIMES });
    }
    return figures;
  };
  const [few, many] = [await run(FEW), await run(ROWS)];
  await db.close();
  const rows = many.map(({ what, perSecond, cpuMs, p50Ms }, at) => {
    const small = few[at]!;
    return `| ${what} | ${small.perSecond.toFixed(0)} | ${perSecond.toFixed(0)} | ${(small.perSecond / perSecond).toFixed(2)} | ${(cpuMs / small.cpuMs).toFixed(2)} | ${small.p50Ms?.toFixed(1)} | ${p50Ms?.toFixed(1)} |`;
  });
  return [
    `Lists of ${ROWS} containers beside ${FEW} [D-75], load ${loadavg()[0]?.toFixed(1)}`, '',
    `| list | /s at ${FEW} | /s at ${ROWS} | times slower (≤ 2) | times the CPU | p50 ms | p50 ms |`, '|---|---|---|---|---|---|---|', ...rows,
  ].join('\n');
};
