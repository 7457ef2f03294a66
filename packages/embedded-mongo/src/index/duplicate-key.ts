import { Binary, Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import { decode, type Document } from '../bson/document.js';
import { encodeKey } from '../bson/key.js';
import type { Collection, Direction, Index } from '../catalog/types.js';
import { mongoError } from '../errors.js';
import { EMPTY_ARRAY, expandPaths } from './expand.js';

const DUPLICATE_KEY = 11_000;

function shownObject(value: object): string {
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Int32 || value instanceof Long || value instanceof Decimal128) return value.toString();
  if (value instanceof Double) return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Binary) return `BinData(${value.sub_type}, ${Buffer.from(value.value()).toString('hex').toUpperCase()})`;
  const inside = Object.entries(value).map(([name, part]) => `${name}: ${shown(part)}`);
  return inside.length === 0 ? '{}' : `{ ${inside.join(', ')} }`;
}

/** A value as the server prints it in an error, which people and some programs read. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(shown).join(', ')} ]`;
  return typeof value === 'object' ? shownObject(value) : String(value);
}

/** The values that clashed: of several keys, those that encode to the one found. */
function clashing(index: Index, document: Document, key: Buffer): unknown[] {
  const all = expandPaths(document, index.paths)
    .map((values) => values.map((value) => (value === undefined || value === EMPTY_ARRAY ? null : value)));
  return all.find((values) => encodeKey(values, index.directions).equals(key)) ?? all[0] ?? [];
}

function duplicate(collection: Collection, name: string, paths: string[], directions: Direction[], values: unknown[]) {
  const keyValue = Object.fromEntries(paths.map((path, at) => [path, values[at] ?? null]));
  const keyPattern = Object.fromEntries(paths.map((path, at) => [path, directions[at] ?? 1]));
  const message = `E11000 duplicate key error collection: ${collection.ns} index: ${name} dup key: ${shown(keyValue)}`;
  return mongoError(DUPLICATE_KEY, message, { keyPattern, keyValue });
}

export const duplicateKey = (collection: Collection, index: Index, document: Buffer, key: Buffer) =>
  duplicate(collection, index.name, index.paths, index.directions, clashing(index, decode(document), key));

export const duplicateId = (collection: Collection, id: unknown) => duplicate(collection, '_id_', ['_id'], [1], [id]);
