import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { refuseDamage } from './damage.js';
import type { Engine, Entry, KeyRange, Writer } from './engine.js';

const FILE = 'data.mdb';

type Store = ReturnType<typeof open<Buffer, Buffer>>;

function openStore(file: string): Store {
  return open<Buffer, Buffer>({
    path: file,
    keyEncoding: 'binary',
    encoding: 'binary',
    // A commit is acknowledged after its own fdatasync; overlapping them would make the two moments differ.
    overlappingSync: false,
    noSubdir: true,
  });
}

/** lmdb walks backwards from the larger key, so both ends swap their meaning. */
function rangeOptions({ start, end, reverse }: KeyRange) {
  // Without a snapshot a cursor that waits for its client does not keep old pages from being reused.
  if (!reverse) return { start, end, snapshot: false };
  return { start: end, exclusiveStart: true, end: start, inclusiveEnd: true, reverse: true, snapshot: false };
}

/** The durable engine. Writers that arrive together share one commit and one fdatasync, off the main thread. */
export function lmdbEngine(folder: string): Engine {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, FILE);
  refuseDamage(file);
  const store = openStore(file);
  const reader = {
    get: (key: Buffer) => store.getBinary(key),
    range: (range: KeyRange) => store.getRange(rangeOptions(range)) as Iterable<Entry>,
  };
  const writer: Writer = {
    ...reader,
    put: (key, value) => void store.putSync(key, value),
    remove: (key) => void store.removeSync(key),
  };
  return {
    ...reader,
    durable: true,
    write: (act) => store.transaction(() => act(writer)),
    size: () => statSync(file).size,
    close: () => store.close(),
  };
}
