import { listFigures } from './lists.bench.js';
import { readFigures } from './reads.bench.js';
import { snapshotFigures } from './snapshots.bench.js';
import { storeProcess, type StoreProcess } from '@landfall/testkit/store-process';

const PARTS: Record<string, (store: StoreProcess) => Promise<string>> = { snapshots: snapshotFigures, reads: readFigures, lists: listFigures };

/** Each on a store of its own, so that none measures what another left; `BENCH_PARTS=lists` runs some of them. */
const wanted = (process.env['BENCH_PARTS'] ?? Object.keys(PARTS).join()).split(',');
for (const name of wanted) {
  const store = await storeProcess();
  try {
    console.log(`${await PARTS[name]?.(store)}\n`);
  } finally {
    await store.stop();
  }
}
