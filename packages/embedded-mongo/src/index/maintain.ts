import type { Collection, Index } from '../catalog/types.js';
import { mongoError } from '../errors.js';
import { MAX_KEY_BYTES, type Reader, type Writer } from '../storage/engine.js';
import { prefixed } from '../storage/keys.js';
import { duplicateKey } from './duplicate-key.js';
import { isTouched, keysOf, noteMultikey, type Keys } from './keys-of.js';

const KEY_TOO_LONG = 17_280;
const NO_KEYS: Keys = { keys: [], multikeyPaths: [] };

export type IndexChange = { index: Index; add: Buffer[]; drop: Buffer[]; multikeyPaths: string[] };

/** A unique index needs no record in its key: there is at most one. */
export const entryKey = (index: Index, key: Buffer, record: Buffer): Buffer =>
  prefixed(index.id, index.unique ? key : Buffer.concat([key, record]));

export function checkLength(collection: Collection, key: Buffer, name: string): void {
  if (key.length <= MAX_KEY_BYTES) return;
  throw mongoError(KEY_TOO_LONG, `${collection.ns} $${name} index key too large to index, ${key.length} bytes, at most ${MAX_KEY_BYTES}`);
}

const without = (keys: Buffer[], others: Buffer[]): Buffer[] =>
  keys.filter((key) => !others.some((other) => other.equals(key)));

/**
 * What changes in the indexes when a document goes from `before` to `after` (either may be absent).
 * All checks are made here, before anything is written, so that a refused document leaves no trace.
 */
export function indexChanges(
  reader: Reader, collection: Collection, record: Buffer,
  before: Buffer | undefined, after: Buffer | undefined, changedPaths?: readonly string[],
): IndexChange[] {
  const changes: IndexChange[] = [];
  for (const index of collection.indexes) {
    if (changedPaths && !isTouched(index, changedPaths)) continue;
    const old = before ? keysOf(index, before) : NO_KEYS;
    const fresh = after ? keysOf(index, after) : NO_KEYS;
    const add = before ? without(fresh.keys, old.keys) : fresh.keys;
    const drop = after ? without(old.keys, fresh.keys) : old.keys;
    for (const key of add) {
      const stored = entryKey(index, key, record);
      checkLength(collection, stored, index.name);
      if (!index.unique) continue;
      const holder = reader.get(stored);
      if (holder && !holder.equals(record)) throw duplicateKey(collection, index, after as Buffer, key);
    }
    if (add.length > 0 || drop.length > 0) changes.push({ index, add, drop, multikeyPaths: fresh.multikeyPaths });
  }
  return changes;
}

/** Answers whether an index became multikey, which the catalog has to remember. */
export function applyIndexChanges(writer: Writer, record: Buffer, changes: IndexChange[]): boolean {
  let becameMultikey = false;
  for (const { index, add, drop, multikeyPaths } of changes) {
    for (const key of drop) writer.remove(entryKey(index, key, record));
    for (const key of add) writer.put(entryKey(index, key, record), record);
    if (noteMultikey(index, multikeyPaths)) becameMultikey = true;
  }
  return becameMultikey;
}
