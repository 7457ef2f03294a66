import { decodeTrusted, encode, type Document } from '../bson/document.js';
import { rawFields, rootsOf } from '../bson/raw.js';
import type { Collection } from '../catalog/types.js';
import { mongoError } from '../errors.js';
import type { Reader } from '../storage/engine.js';
import { compileFilter } from './matcher.js';
import type { Examined, Plan } from './plan.js';
import { planQuery, type Hint } from './planner.js';
import { compileProjection } from './projection.js';
import { BREATH, scan, type Accepts, type Found, type Pace } from './scan.js';
import { compileSort } from './sort.js';

// As MongoDB: a sort that an index does not give may hold this much before it is refused.
const MAX_SORT_BYTES = 100 * 1024 * 1024;

export type Query = {
  filter: Document;
  sort?: Document | undefined;
  skip?: number;
  limit?: number;
  projection?: Document | undefined;
  hint?: Hint;
  /** Values of `let`, for `$expr` in the filter and for what a projection computes. */
  variables?: Document | undefined;
};

export type Opened = {
  plan: Plan;
  examined: Examined;
  pace: Pace;
  /** True when the whole answer had to be gathered and sorted first. */
  blocking: boolean;
  /** Documents in their order, unprojected. */
  found: Iterable<Found | typeof BREATH>;
};

const hasKeys = (document: Document | undefined): document is Document =>
  document !== undefined && Object.keys(document).length > 0;

/** The filter as a test of stored bytes; only the fields it looks at are decoded. */
export function acceptsBytes(filter: Document, variables?: Document): Accepts {
  if (!hasKeys(filter)) return () => true;
  const accepts = compileFilter(filter, { variables });
  if (!accepts.paths) return (bytes) => accepts(decodeTrusted(bytes));
  const roots = rootsOf(accepts.paths);
  return (bytes) => accepts(rawFields(bytes, roots));
}

type Sortable = Found & { document: Document };

/** Keeps only what a limit can still let through, so that "the newest ten of a million" holds ten. */
function* sorted(found: Iterable<Found | typeof BREATH>, sort: Document, keep: number): Generator<Found | typeof BREATH> {
  const compare = compileSort(sort);
  const byOrder = (one: Sortable, other: Sortable) => compare(one.document, other.document);
  let held: Sortable[] = [];
  let bytes = 0;
  for (const next of found) {
    if (next === BREATH) {
      yield BREATH;
      continue;
    }
    held.push({ ...next, document: decodeTrusted(next.bytes) });
    bytes += next.bytes.length;
    if (held.length % 256 === 0) yield BREATH;
    if (keep > 0 && held.length >= 2 * keep + 256) {
      held = held.sort(byOrder).slice(0, keep);
      bytes = held.reduce((sum, each) => sum + each.bytes.length, 0);
    }
    if (bytes > MAX_SORT_BYTES) {
      throw mongoError(292, `Executor error during find command :: caused by :: Sort exceeded memory limit of ${MAX_SORT_BYTES} bytes, but did not opt in to external sorting.`);
    }
  }
  yield* held.sort(byOrder);
}

function* cut(found: Iterable<Found | typeof BREATH>, skip: number, limit: number): Generator<Found | typeof BREATH> {
  let at = 0;
  for (const next of found) {
    if (next === BREATH) yield BREATH;
    else {
      at += 1;
      if (at <= skip) continue;
      yield next;
      if (limit > 0 && at >= skip + limit) return;
    }
  }
}

/** Plans a query and starts it; nothing is read before the first document is asked for. */
export function openQuery(reader: Reader, collection: Collection, query: Query, pace: Pace = { turn: 0 }): Opened {
  const { filter, skip = 0, limit = 0 } = query;
  const sort = hasKeys(query.sort) ? query.sort : undefined;
  const accepts = acceptsBytes(filter, query.variables);
  const plan = planQuery(collection, filter, sort, query.hint);
  const examined: Examined = { keys: 0, documents: 0 };
  const blocking = sort !== undefined && !plan.sorted;
  let found: Iterable<Found | typeof BREATH> = scan(reader, collection, plan, accepts, examined, pace);
  if (sort && blocking) found = sorted(found, sort, limit > 0 ? skip + limit : 0);
  if (skip > 0 || limit > 0) found = cut(found, skip, limit);
  return { plan, examined, pace, blocking, found };
}

export type Shape = (bytes: Buffer) => Buffer;

/** Projection from bytes to bytes; without one the stored document itself is the answer. */
export function shapeOf(projection: Document | undefined, filter: Document, variables?: Document): Shape {
  if (!hasKeys(projection)) return (bytes) => bytes;
  const project = compileProjection(projection, filter, { variables });
  if (!project.paths) return (bytes) => encode(project(decodeTrusted(bytes)));
  const roots = rootsOf(project.paths);
  return (bytes) => encode(project(rawFields(bytes, roots)));
}

/** The keys of all matches, for a write that changes them: documents are read again one at a time, to bound memory. */
export function matchingRecords(reader: Reader, collection: Collection, query: Query): Buffer[] {
  const records: Buffer[] = [];
  for (const next of openQuery(reader, collection, query).found) if (next !== BREATH) records.push(next.record);
  return records;
}

/** The first match, for a write that changes one. */
export function firstMatch(reader: Reader, collection: Collection, query: Query): Found | undefined {
  for (const next of openQuery(reader, collection, { ...query, limit: 1 }).found) if (next !== BREATH) return next;
  return undefined;
}
