import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { refuseDamage } from './damage.js';
import type { Engine, Entry, KeyRange, Reader, Writer } from './engine.js';
import { watchMapped } from './mapped-bytes.js';
import { quietMoments } from './quiet.js';

const FILE = 'data.mdb';

/** Freely, a million documents of 1 KB map 1.2 GB. With this, and 100 MB of its own, the process stays below 400. */
export const MAX_MAPPED_BYTES = 264 * 1024 * 1024;

type Store = ReturnType<typeof open<Buffer, Buffer>>;

const OPTIONS = {
  keyEncoding: 'binary',
  encoding: 'binary',
  // A commit is acknowledged after its own fdatasync; overlapping them would make the two moments differ.
  overlappingSync: false,
  // With it lmdb makes a promise of its own for each turn, and nobody can be told when that one fails.
  eventTurnBatching: false,
  // Indexed reads jump: what the system would read ahead of them is memory for nothing.
  noReadAhead: true,
  noSubdir: true,
} as const;

const openStore = (file: string): Store => open<Buffer, Buffer>({ path: file, ...OPTIONS });

/** lmdb walks backwards from the larger key, so both ends swap their meaning. */
function rangeOptions({ start, end, reverse }: KeyRange) {
  // Without a snapshot a cursor that waits for its client does not keep old pages from being reused.
  if (!reverse) return { start, end, snapshot: false };
  return { start: end, exclusiveStart: true, end: start, inclusiveEnd: true, reverse: true, snapshot: false };
}

/** Why a commit failed stands in a promise beside the error, which is rejected with nobody listening unless we do. */
const committed = async <Result>(done: Promise<Result>): Promise<Result> => {
  try {
    return await done;
  } catch (error) {
    const reason: unknown = await (error as { commitError?: Promise<never> }).commitError?.catch((why: unknown) => why);
    throw reason instanceof Error ? reason : error;
  }
};

/** A walk touches something with every step. */
const watched = (entries: Iterable<Entry>, touched: () => void): Iterable<Entry> => ({
  [Symbol.iterator]() {
    const walk = entries[Symbol.iterator]();
    return {
      next() {
        touched();
        return walk.next();
      },
      return: () => walk.return?.() ?? { done: true, value: undefined },
    };
  },
});

/** Asks for the store each time, because the one there was may have been let go. */
const readerOn = (store: () => Store, touched: () => void): Reader => ({
  get: (key) => {
    touched();
    return store().getBinary(key);
  },
  range: (range) => watched(store().getRange(rangeOptions(range)) as Iterable<Entry>, touched),
  count: ({ start, end }) => {
    touched();
    return store().getCount(rangeOptions({ start, end }));
  },
});

/**
 * The durable engine. Writers that arrive together share one commit and one fdatasync, off the main thread.
 * LMDB reads its file through a mapping whose pages stay until the system wants them back; so that a large file does not
 * make a large process, the mapping is let go by closing and opening the file, which takes a few milliseconds.
 */
export function lmdbEngine(folder: string, maxMappedBytes = MAX_MAPPED_BYTES): Engine {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, FILE);
  refuseDamage(file);
  let store = openStore(file);
  const quiet = quietMoments();
  const letGo = async (): Promise<void> => {
    // Cursors of walks that pause are closed first: a mapping must not go from under them.
    store.resetReadTxn();
    await store.close();
    store = openStore(file);
  };
  const touched = watchMapped(maxMappedBytes, () => quiet.whenQuiet(letGo));
  const reader = readerOn(() => store, touched);
  const writer: Writer = {
    ...reader,
    put: (key, value) => {
      touched();
      store.putSync(key, value);
    },
    remove: (key) => void store.removeSync(key),
  };
  return {
    ...reader,
    durable: true,
    write: (act) => quiet.write(() => committed(store.transaction(() => act(writer)))),
    size: () => statSync(file).size,
    async close() {
      await quiet.settled();
      await store.close();
    },
  };
}
