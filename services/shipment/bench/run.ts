import { figuresTable, measured, type Figure } from '@landfall/testkit/figures';
import { withIndexes } from '@landfall/testkit/test-mongo';
import mongoose, { type Connection } from 'mongoose';
import type { App } from '../src/app/index.js';
import { useCases } from '../src/wire.js';
import { ACCOUNT, requestOf, takenOf } from './snapshots.js';
import { storeProcess } from './store-process.js';

const NUMBERS = Number(process.env['BENCH_NUMBERS'] ?? 400);
const AT_ONCE = 8;
// D-75 speaks of a million; that many take some minutes to make, so it is asked for.
const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const FEW = 10_000;

const connected = async (uri: string, database: string): Promise<{ db: Connection; app: App }> => {
  const db = await mongoose.createConnection(uri, { dbName: database, autoIndex: false, autoCreate: false }).asPromise();
  const app = useCases(db, { REFERENCE_DATA_PATH: undefined, SNAPSHOTS_IN_FLIGHT: AT_ONCE });
  await withIndexes(db);
  return { db, app };
};

/** The relay does this in the background; here it only keeps documents from growing. */
const emptied = async (db: Connection): Promise<void> => {
  for (const name of ['containers', 'shipments']) await db.collection(name).updateMany({}, { $unset: { outbox: 1, outboxAt: 1 } });
};

const snapshots = async (uri: string): Promise<Figure[]> => {
  const { db, app } = await connected(uri, 'snapshots');
  for (let n = 0; n < NUMBERS; n += 1) await app.requests.remember(requestOf(n));
  const first = await measured('snapshot, first (40 events, 5 containers)', NUMBERS, AT_ONCE, (n) => app.applySnapshot(takenOf(n, 1, 1)));
  await emptied(db);
  const changed = await measured('snapshot, arrival moved', NUMBERS, AT_ONCE, (n) => app.applySnapshot(takenOf(n, 2, 2)));
  await emptied(db);
  const same = await measured('snapshot, unchanged', NUMBERS * 4, AT_ONCE, (n) => app.applySnapshot(takenOf(n % NUMBERS, 3 + Math.floor(n / NUMBERS), 2)));
  await db.close();
  return [first, changed, same];
};

/** Copies of real containers under ids and numbers of their own. */
const fill = async (db: Connection, account: string, rows: number): Promise<void> => {
  const [pattern] = await db.getClient().db('snapshots').collection('containers').find({}).limit(1).toArray();
  if (!pattern) throw new Error('the snapshot bench leaves containers behind');
  const { own: _own, shared: _shared, transportEvents: _events, rawEventIds: _ids, ...light } = pattern;
  for (let from = 0; from < rows; from += 500) {
    const batch = Array.from({ length: Math.min(500, rows - from) }, (_, n) => ({
      ...light, _id: `${account}-${from + n}`, accountId: account, own: [], shared: [], transportEvents: [], rawEventIds: [],
      createdAt: new Date(from + n), updatedAt: new Date(from + n), facets: ['current_status=on_ship', `pod_code=${(from + n) % 50}`], dates: [], terms: [`N${from + n}`],
    }));
    await db.collection('containers').insertMany(batch as never, { ordered: false });
  }
};

const lists = async (uri: string): Promise<Figure[]> => {
  const { db, app } = await connected(uri, 'lists');
  const figures: Figure[] = [];
  for (const rows of [FEW, ROWS]) {
    const account = `${ACCOUNT}-${rows}`;
    await fill(db, account, rows);
    const ask = (after?: string, filters: { field: string; op: string; values: string[] }[] = []) =>
      app.containers.list({ accountId: account, page: { number: 1, size: 30, ...(after ? { after } : {}) }, filters, sort: [], q: '' });
    let { nextAfter } = await ask();
    figures.push(await measured(`page 1 of ${rows} containers`, 100, 4, () => ask()));
    figures.push(await measured(`page[after] of ${rows}`, 100, 1, async () => ({ nextAfter } = await ask(nextAfter))));
    figures.push(await measured(`page 1 by port of discharge of ${rows}`, 100, 4, () => ask(undefined, [{ field: 'pod_code', op: 'eq', values: ['7'] }])));
  }
  await db.close();
  return figures;
};

const store = await storeProcess();
try {
  console.log(figuresTable([...(await snapshots(store.uri)), ...(await lists(store.uri))]));
} finally {
  await store.stop();
}
