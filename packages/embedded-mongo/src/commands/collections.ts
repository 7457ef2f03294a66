import { Binary } from 'bson';
import { encode, type Document } from '../bson/document.js';
import type { Collection } from '../catalog/types.js';
import { batchAnswer } from '../cursor/batch.js';
import { mongoError } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { collectionName, documentOf, flagOf, refuseUnknown } from '../wire/command.js';
import { existing, ok, type CommandHandler } from './context.js';
import { write } from './write-scope.js';

// Options that only tune storage, and change no answer.
const HARMLESS = new Set(['autoIndexId', 'storageEngine', 'indexOptionDefaults', 'flags', 'temp', 'encryptedFields']);
const REFUSED = new Set(['capped', 'size', 'max', 'validator', 'validationLevel', 'validationAction', 'viewOn', 'pipeline',
  'collation', 'timeseries', 'expireAfterSeconds', 'clusteredIndex', 'changeStreamPreAndPostImages']);

export const create: CommandHandler = (call) => {
  const { command } = call;
  refuseUnknown(command, new Set([...HARMLESS, ...REFUSED]));
  const name = collectionName(command);
  for (const option of command.fields.keys()) {
    if (!REFUSED.has(option) || (option === 'capped' && !flagOf(command, option))) continue;
    throw mongoError(72, `The collection option '${option}' is not supported by embedded-mongo`);
  }
  return write(call, (scope) => {
    // As MongoDB: creating what is already there, just so, is no error.
    if (!scope.catalog.find(command.db, name)) scope.catalog.create(scope.writer, command.db, name);
    return ok();
  });
};

export const drop: CommandHandler = (call) => {
  refuseUnknown(call.command, new Set());
  return write(call, (scope) => {
    const collection = scope.catalog.find(call.command.db, collectionName(call.command));
    if (!collection) return ok();
    scope.catalog.drop(scope.writer, collection);
    return ok({ nIndexesWas: collection.indexes.length + 1, ns: collection.ns });
  });
};

export const dropDatabase: CommandHandler = (call) => {
  refuseUnknown(call.command, new Set());
  return write(call, (scope) => {
    const collections = scope.catalog.inDb(call.command.db);
    for (const collection of collections) scope.catalog.drop(scope.writer, collection);
    return ok(collections.length > 0 ? { dropped: call.command.db } : {});
  });
};

function described({ name, options, uuid, db }: Collection, nameOnly: boolean): Document {
  if (nameOnly) return { name, type: 'collection' };
  return {
    name, type: 'collection', options,
    info: { readOnly: false, uuid: new Binary(uuid, Binary.SUBTYPE_UUID) },
    idIndex: { v: 2, key: { _id: 1 }, name: '_id_', ns: `${db}.${name}` },
  };
}

export const listCollections: CommandHandler = ({ command, store }) => {
  refuseUnknown(command, new Set(['filter', 'nameOnly', 'authorizedCollections', 'cursor']));
  const accepts = compileFilter(documentOf(command, 'filter') ?? {});
  const nameOnly = flagOf(command, 'nameOnly');
  const documents = store.catalog.inDb(command.db)
    .map((collection) => described(collection, nameOnly)).filter(accepts).map((document) => encode(document));
  const bytes = documents.reduce((sum, each) => sum + each.length + 8, 0);
  return batchAnswer({ documents, bytes, finished: true }, 'firstBatch', 0n, `${command.db}.$cmd.listCollections`);
};

export const listDatabases: CommandHandler = ({ command, store }) => {
  refuseUnknown(command, new Set(['filter', 'nameOnly', 'authorizedDatabases']));
  const sizes = new Map<string, number>();
  for (const { db, bytes } of store.catalog.all()) sizes.set(db, (sizes.get(db) ?? 0) + bytes);
  const nameOnly = flagOf(command, 'nameOnly');
  const databases = [...sizes].sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, size]): Document => (nameOnly ? { name } : { name, sizeOnDisk: size, empty: false }))
    .filter(compileFilter(documentOf(command, 'filter') ?? {}));
  const totalSize = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return ok(nameOnly ? { databases } : { databases, totalSize, totalSizeMb: Math.floor(totalSize / 1_048_576) });
};

export const collStats: CommandHandler = (call) => {
  refuseUnknown(call.command, new Set(['scale']));
  const { ns, count, bytes, indexes } = existing(call);
  return ok({
    ns, count, size: bytes, avgObjSize: count > 0 ? Math.round(bytes / count) : 0,
    storageSize: bytes, nindexes: indexes.length + 1, totalIndexSize: 0,
    indexSizes: Object.fromEntries(['_id_', ...indexes.map((index) => index.name)].map((name) => [name, 0])),
    capped: false, scaleFactor: 1,
  });
};

export const dbStats: CommandHandler = ({ command, store }) => {
  refuseUnknown(command, new Set(['scale', 'freeStorage']));
  const collections = store.catalog.inDb(command.db);
  const dataSize = collections.reduce((sum, { bytes }) => sum + bytes, 0);
  return ok({
    db: command.db, collections: collections.length, views: 0,
    objects: collections.reduce((sum, { count }) => sum + count, 0),
    dataSize, storageSize: dataSize,
    indexes: collections.reduce((sum, { indexes }) => sum + indexes.length + 1, 0),
  });
};

export const serverStatus: CommandHandler = ({ store }) => {
  const uptimeMs = Date.now() - store.startedAt;
  const { rss } = process.memoryUsage();
  return ok({
    host: store.address(), version: VERSION, process: 'embedded-mongo', pid: process.pid,
    uptime: Math.floor(uptimeMs / 1_000), uptimeMillis: uptimeMs, localTime: new Date(),
    connections: { current: store.counts.connections },
    metrics: { cursor: { open: { total: store.cursors.count() } }, commands: { total: store.counts.commands } },
    mem: { resident: Math.round(rss / 1_048_576) },
    storageEngine: { name: store.engine.durable ? 'lmdb' : 'memory', persistent: store.engine.durable, bytes: store.engine.size() },
  });
};

/** The server whose manners are kept. Drivers switch features on by it. */
export const VERSION = '7.0.0';
