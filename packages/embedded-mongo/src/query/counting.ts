import type { Document } from '../bson/document.js';
import { countOf } from '../catalog/catalog.js';
import type { Collection, Index } from '../catalog/types.js';
import type { Work } from '../cursor/slices.js';
import type { Reader } from '../storage/engine.js';
import { filterConstraints } from './constraints.js';
import { openQuery, type Query } from './find.js';
import type { Plan } from './plan.js';
import { planQuery } from './planner.js';
import { BREATH, records, type Pace } from './scan.js';

const BREATH_EVERY = 1_024;

/** One entry a document: no path of the index has an array, or the filter names one element of it. */
function isOnceEach(index: Index, filter: Document): boolean {
  const { paths } = filterConstraints(filter);
  return index.multikeyPaths.every((path) => paths.get(path)?.points?.length === 1);
}

/** The engine counts ten times as fast as a walk does, and a list of a million may be asked for its length. */
function countEntries(reader: Reader, { index, exact, bounded, ranges }: Plan, filter: Document): number | undefined {
  if (!index || !exact || !bounded || !isOnceEach(index, filter)) return undefined;
  return ranges.reduce((sum, range) => sum + reader.count(range), 0);
}

/** What there is to count: keys where the bounds of an index are the whole filter, and else documents. */
function counted(reader: Reader, collection: Collection, plan: Plan, query: Query, pace: Pace): Iterable<unknown> {
  if (plan.index && plan.exact) return records(reader, plan, { keys: 0, documents: 0 }, pace);
  return openQuery(reader, collection, { filter: query.filter, hint: query.hint, variables: query.variables }, pace).found;
}

/** One by one, and no further than a limit asks. */
function* countEach(found: Iterable<unknown>, most: number): Work<number> {
  let count = 0;
  let seen = 0;
  for (const next of found) {
    if (next !== BREATH) count += 1;
    if (count >= most) break;
    seen += 1;
    if (next === BREATH || seen % BREATH_EVERY === 0) yield BREATH;
  }
  return count;
}

/** Counts without reading a document where an index suffices. */
export function* countMatching(reader: Reader, collection: Collection, query: Query, pace: Pace): Work<number> {
  const { filter, skip = 0, limit = 0, hint } = query;
  const most = limit > 0 ? skip + limit : Infinity;
  let count: number;
  if (Object.keys(filter).length === 0) count = countOf(reader, collection);
  else {
    const plan = planQuery(collection, filter, undefined, hint);
    count = countEntries(reader, plan, filter) ?? (yield* countEach(counted(reader, collection, plan, query, pace), most));
  }
  return Math.max(0, Math.min(count, most) - skip);
}
