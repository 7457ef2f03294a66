import type { Document } from '../bson/document.js';
import { compileFilter } from '../query/matcher.js';
import { mongoError } from '../errors.js';
import { toNumber } from './numbers.js';
import type { Direction, Index } from './types.js';

const CANNOT_CREATE_INDEX = 67;
const BAD_VALUE = 2;
const MAX_INDEX_PATHS = 32;
const KNOWN = new Set([
  'key', 'name', 'unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds', 'background', 'v', 'hidden', 'ns',
]);
// What a real server serves and this one would answer wrongly.
const PLUGINS = new Set(['text', '2d', '2dsphere', 'hashed', 'geoHaystack', 'wildcard', 'columnstore']);

const refuse = (why: string) => mongoError(CANNOT_CREATE_INDEX, why);

function direction(path: string, value: unknown): Direction {
  if (typeof value === 'string') {
    throw refuse(PLUGINS.has(value) ? `Index type '${value}' is not supported by embedded-mongo` : `Unknown index plugin '${value}'`);
  }
  const number = toNumber(value);
  if (number === undefined) throw refuse(`Values in v:2 index key pattern cannot be of this type. Only numbers > 0, numbers < 0, and strings are allowed. Field: ${path}`);
  if (number === 0 || Number.isNaN(number)) throw refuse('Values in the index key pattern cannot be 0.');
  return number > 0 ? 1 : -1;
}

function checkPath(path: string): void {
  if (path === '') throw refuse('Index keys cannot be an empty field.');
  if (path === '$**' || path.endsWith('.$**')) throw refuse('Wildcard indexes are not supported by embedded-mongo');
  const parts = path.split('.');
  if (parts.some((part) => part === '')) throw refuse('Index keys cannot contain an empty field.');
  if (parts.some((part) => part.startsWith('$'))) throw refuse(`Index key contains an illegal field name: field name starts with '$'.`);
}

function keyOf(spec: Document): { paths: string[]; directions: Direction[] } {
  const key = spec['key'];
  if (typeof key !== 'object' || key === null) throw mongoError(9, "The 'key' field is a required property of an index specification");
  const paths = Object.keys(key);
  if (paths.length === 0) throw refuse('Index keys cannot be empty.');
  if (paths.length > MAX_INDEX_PATHS) throw mongoError(13_103, 'too many compound keys');
  paths.forEach(checkPath);
  return { paths, directions: paths.map((path) => direction(path, (key as Document)[path])) };
}

/** `{ a: 1, b: -1 }` is called `a_1_b_-1`, as the drivers do. */
const defaultName = (paths: string[], directions: Direction[]) =>
  paths.map((path, at) => `${path}_${directions[at]}`).join('_');

function partialOf(spec: Document): Index['partial'] {
  const filter = spec['partialFilterExpression'];
  if (filter === undefined) return undefined;
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) {
    throw mongoError(14, "The field 'partialFilterExpression' must be an object");
  }
  const document = filter as Document;
  return { filter: document, accepts: compileFilter(document), paths: filterPaths(document) };
}

/** Every path a filter looks at, so that an update elsewhere need not ask it again. */
export function filterPaths(filter: Document): string[] {
  return Object.entries(filter).flatMap(([name, value]) =>
    name.startsWith('$') && Array.isArray(value) ? value.flatMap((part) => filterPaths(part as Document)) : [name]);
}

function expiryOf(spec: Document, paths: string[]): number | undefined {
  if (spec['expireAfterSeconds'] === undefined) return undefined;
  const seconds = toNumber(spec['expireAfterSeconds']);
  if (seconds === undefined || !(seconds >= 0 && seconds <= 2_147_483_647)) {
    throw refuse('TTL index expireAfterSeconds option must be within an acceptable range');
  }
  if (paths.length > 1) throw refuse('TTL indexes are single-field indexes, compound indexes do not support TTL.');
  if (paths[0] === '_id') throw refuse("The field 'expireAfterSeconds' is not valid for an _id index specification.");
  return seconds;
}

const truthy = (value: unknown): boolean => value === true || (toNumber(value) ?? 0) !== 0;

/** Reads one entry of createIndexes; what cannot be kept exactly is refused here and not met later. */
export function indexOf(spec: Document, id: number): Index {
  for (const option of Object.keys(spec)) {
    if (KNOWN.has(option)) continue;
    if (option === 'collation' || option === 'wildcardProjection' || option === 'weights') {
      throw refuse(`The index option '${option}' is not supported by embedded-mongo`);
    }
    throw mongoError(197, `The field '${option}' is not valid for an index specification.`);
  }
  const { paths, directions } = keyOf(spec);
  const partial = partialOf(spec);
  const expireAfterSeconds = expiryOf(spec, paths);
  const sparse = truthy(spec['sparse']);
  if (partial && sparse) throw refuse("cannot mix 'partialFilterExpression' and 'sparse' options");
  const name = spec['name'] === undefined ? defaultName(paths, directions) : spec['name'];
  if (typeof name !== 'string') throw mongoError(14, "The field 'name' must be a string");
  if (name === '' || name === '*') throw mongoError(BAD_VALUE, `The index name '${name}' is not valid.`);
  const { v: _version, background: _background, ns: _ns, ...shown } = spec;
  return {
    id, name, paths, directions, sparse,
    unique: truthy(spec['unique']),
    hidden: truthy(spec['hidden']),
    ...(partial && { partial }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    multikey: false,
    multikeyPaths: [],
    ready: false,
    spec: { v: 2, ...shown, key: spec['key'], name },
  };
}
