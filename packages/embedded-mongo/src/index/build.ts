import type { Collection, Index } from '../catalog/types.js';
import { edge, withoutId } from '../storage/keys.js';
import type { Writer } from '../storage/engine.js';
import { duplicateKey } from './duplicate-key.js';
import { keysOf, noteMultikey } from './keys-of.js';
import { checkLength, entryKey } from './maintain.js';

/** Fills a new index from what the collection holds; a duplicate ends the build before anything is written. */
export function buildIndex(writer: Writer, collection: Collection, index: Index): void {
  const entries: { key: Buffer; record: Buffer }[] = [];
  const holders = new Set<string>();
  for (const { key, value } of writer.range({ start: edge(collection.id), end: edge(collection.id + 1) })) {
    const record = withoutId(key);
    const { keys, multikeyPaths } = keysOf(index, value);
    noteMultikey(index, multikeyPaths);
    for (const each of keys) {
      const stored = entryKey(index, each, record);
      checkLength(collection, stored, index.name);
      if (index.unique) {
        const name = each.toString('latin1');
        if (holders.has(name)) throw duplicateKey(collection, index, value, each);
        holders.add(name);
      }
      entries.push({ key: stored, record });
    }
  }
  for (const { key, record } of entries) writer.put(key, record);
}
