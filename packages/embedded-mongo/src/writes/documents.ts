import type { Catalog } from '../catalog/catalog.js';
import type { Collection } from '../catalog/types.js';
import { duplicateId } from '../index/duplicate-key.js';
import { applyIndexChanges, checkLength, indexChanges } from '../index/maintain.js';
import type { Writer } from '../storage/engine.js';
import { prefixed } from '../storage/keys.js';
import { checkSize, stored } from './record.js';

/** What a write works with: the commit it is part of, and who knows the collections. */
export type Scope = { writer: Writer; catalog: Catalog };

/** Stores a new document; everything that can refuse it does so before the first byte is written. */
export function insertDocument(scope: Scope, collection: Collection, given: Buffer): { id: unknown; bytes: Buffer } {
  const { writer, catalog } = scope;
  const { bytes, id, record } = stored(given);
  const key = prefixed(collection.id, record);
  checkLength(collection, key, '_id_');
  if (writer.get(key)) throw duplicateId(collection, id);
  const changes = indexChanges(writer, collection, record, undefined, bytes);
  writer.put(key, bytes);
  if (applyIndexChanges(writer, record, changes)) catalog.save(writer, collection);
  collection.count += 1;
  collection.bytes += bytes.length;
  return { id, bytes };
}

/** Puts `after` in the place of `before`; indexes whose paths did not change are not looked at. */
export function replaceDocument(
  { writer, catalog }: Scope, collection: Collection, record: Buffer, before: Buffer, after: Buffer, changedPaths?: readonly string[],
): void {
  checkSize(after);
  const changes = indexChanges(writer, collection, record, before, after, changedPaths);
  writer.put(prefixed(collection.id, record), after);
  if (applyIndexChanges(writer, record, changes)) catalog.save(writer, collection);
  collection.bytes += after.length - before.length;
}

export function deleteDocument({ writer }: Scope, collection: Collection, record: Buffer, before: Buffer): void {
  const changes = indexChanges(writer, collection, record, before, undefined);
  writer.remove(prefixed(collection.id, record));
  applyIndexChanges(writer, record, changes);
  collection.count -= 1;
  collection.bytes -= before.length;
}
