import { randomBytes } from 'node:crypto';
import { Binary } from 'bson';
import { decode, encode, type Document } from '../bson/document.js';
import { mongoError } from '../errors.js';
import type { Engine, Reader, Writer } from '../storage/engine.js';
import { edge, FIRST_ID, prefixed, SPACE, withoutId } from '../storage/keys.js';
import { indexOf } from './index-spec.js';
import { toNumber } from './numbers.js';
import type { Collection, Index } from './types.js';

/** Raised when a stored byte changes its meaning; an older or newer folder is refused, never guessed at. */
export const FORMAT = 1;

const FORMAT_KEY = prefixed(SPACE.meta, Buffer.from('format'));
const NEXT_ID_KEY = prefixed(SPACE.meta, Buffer.from('nextId'));

export type Catalog = ReturnType<typeof openCatalog>;

const catalogKey = (ns: string) => prefixed(SPACE.catalog, Buffer.from(ns));

function counterKey(id: number): Buffer {
  return prefixed(SPACE.counters, edge(id));
}

function uint(value: number): Buffer {
  const out = Buffer.alloc(8);
  out.writeBigUInt64LE(BigInt(value));
  return out;
}

function loadIndex(stored: Document): Index {
  const index = indexOf(stored['spec'] as Document, toNumber(stored['id']) ?? 0);
  const multikey = stored['multikey'] === true;
  // A folder of an earlier version does not say which path it was.
  const multikeyPaths = (stored['multikeyPaths'] as string[] | undefined) ?? (multikey ? index.paths : []);
  return { ...index, multikey, multikeyPaths, ready: true };
}

function loadCollection(reader: Reader, ns: string, value: Buffer): Collection {
  const stored = decode(value);
  const id = toNumber(stored['id']) ?? 0;
  const dot = ns.indexOf('.');
  const counters = reader.get(counterKey(id));
  return {
    id, ns,
    db: ns.slice(0, dot),
    name: ns.slice(dot + 1),
    uuid: Buffer.from((stored['uuid'] as Binary).buffer),
    options: stored['options'] as Document,
    indexes: (stored['indexes'] as Document[]).map(loadIndex),
    count: counters ? Number(counters.readBigUInt64LE(0)) : 0,
    bytes: counters ? Number(counters.readBigUInt64LE(8)) : 0,
    dropped: false,
  };
}

function checkFormat(reader: Reader): void {
  const format = reader.get(FORMAT_KEY)?.readBigUInt64LE(0);
  if (format !== undefined && format !== BigInt(FORMAT)) {
    throw new Error(`The data folder has format ${format}; this version reads format ${FORMAT}. Start the version that wrote it.`);
  }
}

type State = { collections: Map<string, Collection>; nextId: number };

/** Reads everything again; cursors on what was known before are ended, since it may be gone. */
function load(engine: Engine, state: State): void {
  checkFormat(engine);
  for (const gone of state.collections.values()) gone.dropped = true;
  state.collections.clear();
  state.nextId = Number(engine.get(NEXT_ID_KEY)?.readBigUInt64LE(0) ?? FIRST_ID);
  for (const { key, value } of engine.range({ start: edge(SPACE.catalog), end: edge(SPACE.catalog + 1) })) {
    const ns = withoutId(key).toString();
    state.collections.set(ns, loadCollection(engine, ns, value));
  }
}

function newId(state: State, writer: Writer): number {
  const id = state.nextId;
  state.nextId += 1;
  writer.put(FORMAT_KEY, uint(FORMAT));
  writer.put(NEXT_ID_KEY, uint(state.nextId));
  return id;
}

function save(writer: Writer, { id, ns, uuid, options, indexes }: Collection): void {
  writer.put(catalogKey(ns), encode({
    id, options, uuid: new Binary(uuid, Binary.SUBTYPE_UUID),
    indexes: indexes.map((index) => ({ id: index.id, spec: index.spec, multikey: index.multikey, multikeyPaths: index.multikeyPaths })),
  }));
}

function create(state: State, writer: Writer, db: string, name: string, options: Document): Collection {
  const ns = `${db}.${name}`;
  if (state.collections.has(ns)) throw mongoError(48, `Collection ${ns} already exists.`);
  if (Buffer.byteLength(ns) > 255) throw mongoError(73, `Fully qualified namespace is too long. Namespace: ${ns} Max: 255`);
  const collection: Collection = {
    id: newId(state, writer), db, name, ns, uuid: randomBytes(16), options, indexes: [], count: 0, bytes: 0, dropped: false,
  };
  state.collections.set(ns, collection);
  save(writer, collection);
  return collection;
}

function drop(state: State, writer: Writer, collection: Collection): void {
  for (const id of [collection.id, ...collection.indexes.map((index) => index.id)]) removeSpace(writer, id);
  writer.remove(catalogKey(collection.ns));
  writer.remove(counterKey(collection.id));
  collection.dropped = true;
  state.collections.delete(collection.ns);
}

/** How many documents there are is kept with them: counting a million at every start would take too long. */
const saveCounters = (writer: Writer, { id, count, bytes }: Collection): void =>
  writer.put(counterKey(id), Buffer.concat([uint(count), uint(Math.max(0, bytes))]));

/** The count a reader may see: what memory holds runs ahead of the commit that is still on its way to disk. */
export const countOf = (reader: Reader, { id }: Collection): number =>
  Number(reader.get(counterKey(id))?.readBigUInt64LE(0) ?? 0);

/** Which collections and indexes exist: held in memory, and written in the commit that changes it. */
export function openCatalog(engine: Engine) {
  const state: State = { collections: new Map(), nextId: FIRST_ID };
  load(engine, state);
  return {
    save, saveCounters,
    load: () => load(engine, state),
    newId: (writer: Writer) => newId(state, writer),
    create: (writer: Writer, db: string, name: string, options: Document = {}) => create(state, writer, db, name, options),
    drop: (writer: Writer, collection: Collection) => drop(state, writer, collection),
    find: (db: string, name: string) => state.collections.get(`${db}.${name}`),
    all: (): Iterable<Collection> => state.collections.values(),
    inDb: (db: string) => [...state.collections.values()].filter((collection) => collection.db === db),
  };
}

// Gathered before they are removed, since removing under an open cursor skips entries; in lots, to bound memory.
const REMOVE_LOT = 10_000;

/** Removes all entries of a collection or index. */
export function removeSpace(writer: Writer, id: number): void {
  for (;;) {
    const keys: Buffer[] = [];
    for (const { key } of writer.range({ start: edge(id), end: edge(id + 1) })) {
      if (keys.push(key) >= REMOVE_LOT) break;
    }
    for (const key of keys) writer.remove(key);
    if (keys.length < REMOVE_LOT) return;
  }
}
