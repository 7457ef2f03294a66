import { encodeKey } from '../bson/key.js';
import { rawFields, rootsOf } from '../bson/raw.js';
import { bsonUndefined } from '../bson/types.js';
import type { Index } from '../catalog/types.js';
import { EMPTY_ARRAY, expandPaths } from './expand.js';
import { ARRAY_ON_THE_WAY, MISSING, pick, valueAt, zeroEnded } from './raw-fields.js';

/** `multikeyPaths` are those of the index that meet an array in this document. */
export type Keys = { keys: Buffer[]; multikeyPaths: string[] };

const NONE: Keys = { keys: [], multikeyPaths: [] };

/** Names as bytes: those of each path, and the top-level fields that paths and partial filter reach into. */
type Names = { paths: Buffer[][]; roots: Buffer[]; partialRoots: Buffer[] };
const namesByIndex = new WeakMap<Index, Names>();

function namesOf(index: Index): Names {
  let names = namesByIndex.get(index);
  if (!names) {
    names = { paths: index.paths.map((path) => path.split('.').map(zeroEnded)), roots: rootsOf(index.paths), partialRoots: rootsOf(index.partial?.paths ?? []) };
    namesByIndex.set(index, names);
  }
  return names;
}

/** Missing is kept as null, which is what a search for null has to find. */
const orNull = (value: unknown): unknown => (value === undefined ? null : value === EMPTY_ARRAY ? bsonUndefined : value);

/** The key of a document in which no path meets an array; undefined when one does. */
function singleKey(index: Index, bytes: Buffer): Keys | undefined {
  const values: unknown[] = [];
  let present = 0;
  for (const names of namesOf(index).paths) {
    const place = pick(bytes, names);
    if (place === ARRAY_ON_THE_WAY) return undefined;
    if (place === MISSING) values.push(null);
    else {
      present += 1;
      values.push(valueAt(bytes, place));
    }
  }
  if (index.sparse && present === 0) return NONE;
  return { keys: [encodeKey(values, index.directions)], multikeyPaths: [] };
}

function manyKeys(index: Index, bytes: Buffer): Keys {
  const keys = new Map<string, Buffer>();
  for (const values of expandPaths(rawFields(bytes, namesOf(index).roots), index.paths)) {
    if (index.sparse && values.every((value) => value === undefined)) continue;
    const key = encodeKey(values.map(orNull), index.directions);
    keys.set(key.toString('latin1'), key);
  }
  const { paths } = namesOf(index);
  return { keys: [...keys.values()], multikeyPaths: index.paths.filter((_, at) => pick(bytes, paths[at] as Buffer[]) === ARRAY_ON_THE_WAY) };
}

/** Answers whether it is news that these paths of an index meet arrays. */
export function noteMultikey(index: Index, paths: readonly string[]): boolean {
  const fresh = paths.filter((path) => !index.multikeyPaths.includes(path));
  if (fresh.length === 0) return false;
  index.multikey = true;
  index.multikeyPaths = [...index.multikeyPaths, ...fresh];
  return true;
}

/** What one document is found under in one index, read from its bytes where that is possible. */
export function keysOf(index: Index, bytes: Buffer): Keys {
  if (index.partial && !index.partial.accepts(rawFields(bytes, namesOf(index).partialRoots))) return NONE;
  return singleKey(index, bytes) ?? manyKeys(index, bytes);
}

const overlaps = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

/** May an update of these paths change what the index holds? */
export function isTouched(index: Index, changedPaths: readonly string[]): boolean {
  const watched = index.partial ? [...index.paths, ...index.partial.paths] : index.paths;
  return changedPaths.some((changed) => watched.some((path) => overlaps(path, changed)));
}
