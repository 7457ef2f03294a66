import type { Document } from '../bson/document.js';
import { encode } from '../bson/document.js';
import { removeSpace } from '../catalog/catalog.js';
import { indexOf } from '../catalog/index-spec.js';
import type { Collection, Index } from '../catalog/types.js';
import { batchAnswer } from '../cursor/batch.js';
import { mongoError } from '../errors.js';
import { buildIndex } from '../index/build.js';
import { arrayOf, collectionName, refuseUnknown, valueOf } from '../wire/command.js';
import type { Scope } from '../writes/documents.js';
import { existing, ok, type CommandHandler } from './context.js';
import { write } from './write-scope.js';

const MAX_INDEXES = 64;
const ID_INDEX: Document = { v: 2, key: { _id: 1 }, name: '_id_' };

const isIdKey = (spec: Document): boolean => {
  const key = spec['key'] as Document | undefined;
  return key !== undefined && Object.keys(key).length === 1 && '_id' in key;
};

const same = (one: unknown, other: unknown): boolean =>
  encode({ value: one ?? null }).equals(encode({ value: other ?? null }));

const sameKey = (one: Index, other: Index): boolean =>
  one.paths.join('\0') === other.paths.join('\0') && one.directions.join() === other.directions.join();

const sameOptions = (one: Index, other: Index): boolean =>
  one.unique === other.unique && one.sparse === other.sparse && one.expireAfterSeconds === other.expireAfterSeconds
  && same(one.partial?.filter, other.partial?.filter);

/** True when the index is there already; a clash is told apart as MongoDB does. */
function isThere(collection: Collection, wanted: Index): boolean {
  for (const index of collection.indexes) {
    const key = sameKey(index, wanted);
    if (index.name === wanted.name) {
      if (key && sameOptions(index, wanted)) return true;
      throw mongoError(86, `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${JSON.stringify(wanted.spec)}, existing index: ${JSON.stringify(index.spec)}`);
    }
    // Two partial indexes on one key are two indexes; their filters set them apart.
    if (!key || !same(index.partial?.filter, wanted.partial?.filter)) continue;
    if (index.unique !== wanted.unique || index.sparse !== wanted.sparse) continue;
    if (sameOptions(index, wanted)) throw mongoError(85, `Index already exists with a different name: ${index.name}`);
    throw mongoError(85, `An equivalent index already exists with the same name but different options. Requested index: ${JSON.stringify(wanted.spec)}, existing index: ${JSON.stringify(index.spec)}`);
  }
  return false;
}

function addIndex(scope: Scope, collection: Collection, spec: Document): Index | undefined {
  if (isIdKey(spec)) return undefined;
  if (spec['name'] === '_id_') throw mongoError(2, 'The index name \'_id_\' is reserved for the _id index');
  const wanted = indexOf(spec, 0);
  if (isThere(collection, wanted)) return undefined;
  if (collection.indexes.length >= MAX_INDEXES - 1) throw mongoError(67, `add index fails, too many indexes for ${collection.ns}`);
  const index = { ...wanted, id: scope.catalog.newId(scope.writer) };
  buildIndex(scope.writer, collection, index);
  collection.indexes = [...collection.indexes, index];
  return index;
}

export const createIndexes: CommandHandler = (call) => {
  const { command } = call;
  refuseUnknown(command, new Set(['indexes', 'commitQuorum']));
  const name = collectionName(command);
  const specs = (arrayOf(command, 'indexes') ?? []) as Document[];
  if (specs.length === 0) throw mongoError(2, 'Must specify at least one index to create');
  const built: Index[] = [];
  const done = write(call, (scope) => {
    const there = scope.catalog.find(command.db, name);
    const collection = there ?? scope.catalog.create(scope.writer, command.db, name);
    const before = collection.indexes;
    try {
      for (const spec of specs) {
        const index = addIndex(scope, collection, spec);
        if (index) built.push(index);
      }
    } catch (error) {
      // Either all of them or none: what was filled so far is emptied again.
      built.forEach(({ id }) => removeSpace(scope.writer, id));
      collection.indexes = before;
      throw error;
    }
    scope.catalog.save(scope.writer, collection);
    return ok({
      numIndexesBefore: before.length + 1,
      numIndexesAfter: collection.indexes.length + 1,
      createdCollectionAutomatically: there === undefined,
      ...(built.length === 0 && { note: 'all indexes already exist' }),
    });
  });
  // Queries may use them once they are on disk.
  const publish = (answer: Buffer) => {
    for (const index of built) index.ready = true;
    return answer;
  };
  return done instanceof Promise ? done.then(publish) : publish(done);
};

function named(collection: Collection, wanted: unknown): Index[] {
  if (wanted === '*') return collection.indexes;
  if (Array.isArray(wanted)) return wanted.flatMap((each) => named(collection, each));
  if (wanted === '_id_' || (typeof wanted === 'object' && isIdKey({ key: wanted }))) {
    throw mongoError(72, 'cannot drop _id index');
  }
  const index = collection.indexes.find((each) =>
    typeof wanted === 'string' ? each.name === wanted : same(each.spec['key'], wanted));
  if (!index) {
    throw mongoError(27, typeof wanted === 'string'
      ? `index not found with name [${wanted}]`
      : `can't find index with key: ${JSON.stringify(wanted)}`);
  }
  return [index];
}

export const dropIndexes: CommandHandler = (call) => {
  const { command } = call;
  refuseUnknown(command, new Set(['index']));
  return write(call, (scope) => {
    const collection = existing(call);
    const gone = named(collection, valueOf(command, 'index'));
    const before = collection.indexes.length + 1;
    for (const { id } of gone) removeSpace(scope.writer, id);
    collection.indexes = collection.indexes.filter((index) => !gone.includes(index));
    scope.catalog.save(scope.writer, collection);
    return ok({ nIndexesWas: before });
  });
};

export const listIndexes: CommandHandler = (call) => {
  refuseUnknown(call.command, new Set(['cursor', 'includeBuildUUIDs', 'includeIndexBuildInfo']));
  const collection = existing(call);
  const documents = [ID_INDEX, ...collection.indexes.map((index) => index.spec)].map((spec) => encode(spec));
  const bytes = documents.reduce((sum, each) => sum + each.length + 8, 0);
  return batchAnswer({ documents, bytes, finished: true }, 'firstBatch', 0n, collection.ns);
};
