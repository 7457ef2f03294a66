import { decode } from '../bson/document.js';
import { encodeKey } from '../bson/key.js';
import type { Collection, Index } from '../catalog/types.js';
import { endStaleSessions } from '../session/retry.js';
import type { Engine, Reader } from '../storage/engine.js';
import { afterPrefix, prefixed } from '../storage/keys.js';
import type { Catalog } from '../catalog/catalog.js';
import { deleteDocument } from '../writes/documents.js';
import { expandPaths } from './expand.js';

// One commit removes at most so many, so that a large sweep does not keep writers waiting.
const LOT = 1_000;

/** The earliest date decides when a document holds several, as in MongoDB. */
function isExpired(index: Index, bytes: Buffer, before: number): boolean {
  const dates = expandPaths(decode(bytes), index.paths).flat().filter((value) => value instanceof Date);
  return dates.some((date) => (date as Date).getTime() <= before);
}

function expired(reader: Reader, collection: Collection, index: Index, before: number): Buffer[] {
  const [direction = 1] = index.directions;
  // Only dates expire, and they stand together in the index.
  const oldest = encodeKey([new Date(-8.64e15)], [direction]);
  const limit = encodeKey([new Date(before)], [direction]);
  const range = direction === 1
    ? { start: prefixed(index.id, oldest), end: afterPrefix(prefixed(index.id, limit)) }
    : { start: prefixed(index.id, limit), end: afterPrefix(prefixed(index.id, oldest)) };
  const found: Buffer[] = [];
  for (const { value } of reader.range(range)) {
    const bytes = reader.get(prefixed(collection.id, value));
    if (bytes && isExpired(index, bytes, before)) found.push(value);
    if (found.length >= LOT) break;
  }
  return found;
}

async function sweepIndex(engine: Engine, catalog: Catalog, collection: Collection, index: Index, before: number): Promise<number> {
  let removed = 0;
  for (;;) {
    if (collection.dropped || expired(engine, collection, index, before).length === 0) return removed;
    const lot = await engine.write((writer) => {
      const records = collection.dropped ? [] : expired(writer, collection, index, before);
      for (const record of records) {
        const bytes = writer.get(prefixed(collection.id, record));
        if (bytes) deleteDocument({ writer, catalog }, collection, record, bytes);
      }
      if (records.length > 0) catalog.saveCounters(writer, collection);
      return records.length;
    });
    removed += lot;
    if (lot < LOT) return removed;
  }
}

/** Removes what has expired: documents under TTL indexes, and the retry records of forgotten sessions. */
export async function sweep(engine: Engine, catalog: Catalog, now: number): Promise<number> {
  let removed = 0;
  for (const collection of catalog.all()) {
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds === undefined || !index.ready) continue;
      removed += await sweepIndex(engine, catalog, collection, index, now - index.expireAfterSeconds * 1_000);
    }
  }
  await engine.write((writer) => endStaleSessions(writer, now));
  return removed;
}
