import type { Document } from '../bson/document.js';
import { encode } from '../bson/document.js';
import { toNumber } from '../catalog/numbers.js';
import type { Collection, Direction, Index } from '../catalog/types.js';
import { mongoError } from '../errors.js';
import { edge } from '../storage/keys.js';
import { narrow, toRanges, type Bounded } from './bounds.js';
import { filterConstraints, type Constraint, type Constraints } from './constraints.js';
import { covers } from './covers.js';
import type { Plan } from './plan.js';
import { sortDirection } from './sort-order.js';

export type Hint = string | Document | undefined;

/** What may be walked: an index, or the collection itself, which is ordered by `_id`. */
type Way = { id: number; index: Index | undefined; paths: string[]; directions: Direction[] };
type Candidate = { plan: Plan; score: number };

// Planning a branch costs as much as planning a query.
const MAX_BRANCHES = 100;

const SCORE = { point: 20, range: 12, sorted: 6, exact: 1, unique: 100 } as const;

const idWay = (collection: Collection): Way => ({ id: collection.id, index: undefined, paths: ['_id'], directions: [1] });

const indexWay = (index: Index): Way => ({ id: index.id, index, paths: index.paths, directions: index.directions });

/** Null, missing and what an array holds are told apart by the filter only. */
const isInexactPoint = (point: unknown): boolean => point === null || point === undefined || Array.isArray(point);

/**
 * Where a path meets an array two bounds may be met by two of its elements. So a range keeps one of its ends there, and
 * paths that share their first part with one already used are left to the filter.
 */
function usable(constraint: Constraint, multikey: boolean): Constraint {
  if (!multikey || constraint.points || !constraint.lower || !constraint.upper) return constraint;
  // "Below five" comes with minus infinity as its lower end, which narrows nothing.
  return constraint.lower.value === -Infinity
    ? { exact: false, upper: constraint.upper }
    : { exact: false, lower: constraint.lower };
}

type Walked = { bounded: Bounded; used: number; points: number; ranged: boolean; exact: boolean };

function walk(way: Way, constraints: Constraints): Walked {
  const multikey = way.index?.multikey === true;
  const roots = new Set<string>();
  const walked: Walked = { bounded: { prefixes: [Buffer.alloc(0)] }, used: 0, points: 0, ranged: false, exact: true };
  for (const [at, path] of way.paths.entries()) {
    const given = constraints.paths.get(path);
    const root = path.split('.', 1)[0] as string;
    if (!given || (multikey && roots.has(root))) break;
    roots.add(root);
    const constraint = usable(given, way.index?.multikeyPaths.includes(path) === true);
    const next = narrow(walked.bounded.prefixes, constraint, way.directions[at] ?? 1);
    if (!next) break;
    walked.bounded = next;
    walked.used += 1;
    walked.exact = walked.exact && constraint.exact && !constraint.points?.some(isInexactPoint);
    if (next.spans) {
      walked.ranged = true;
      break;
    }
    walked.points += 1;
  }
  return walked;
}

/** Paths that hold one value throughout the walk, and so cannot disturb its order. */
function fixedPaths(way: Way, walked: Walked, constraints: Constraints): Set<string> {
  return new Set(way.paths.slice(0, walked.points).filter((path) => constraints.paths.get(path)?.points?.length === 1));
}

function orderGiven(way: Way, walked: Walked, constraints: Constraints, sort: Document | undefined): Direction | undefined {
  const many = way.index?.multikeyPaths ?? [];
  // An array is ordered by its least element, not by the one that was asked for.
  if (!sort || many.some((path) => path in sort)) return undefined;
  const fixed = fixedPaths(way, walked, constraints);
  // Several points are walked one after the other, so their order is not that of the whole.
  if (fixed.size !== walked.points) return undefined;
  // Below one element of its array a document stands once; below any element it would come up in several places.
  if (!many.every((path) => fixed.has(path))) return undefined;
  return sortDirection(sort, way.paths, way.directions, fixed);
}

function scoreOf(way: Way, walked: Walked, exact: boolean, ordered: boolean): number {
  const one = walked.points === way.paths.length && (!way.index || way.index.unique);
  return walked.points * SCORE.point + (walked.ranged ? SCORE.range : 0) + (ordered ? SCORE.sorted : 0)
    + (exact ? SCORE.exact : 0) + (one ? SCORE.unique : 0);
}

function candidate(way: Way, constraints: Constraints, sort: Document | undefined): Candidate | undefined {
  const walked = walk(way, constraints);
  const order = orderGiven(way, walked, constraints, sort);
  const bounded = walked.used > 0;
  if (!bounded && order === undefined) return undefined;
  // Walking an index for its order alone answers a filter that asks nothing.
  const exact = walked.exact && constraints.complete && walked.used === constraints.paths.size;
  const ranges = toRanges(way.id, walked.bounded, order === -1);
  const plan: Plan = { index: way.index, bounded, exact, ranges, sorted: order !== undefined };
  return { plan, score: scoreOf(way, walked, bounded && exact, order !== undefined) };
}

const wholeCollection = ({ id }: Collection, reverse: boolean, sorted: boolean, exact: boolean): Plan => ({
  index: undefined, bounded: false, exact, sorted, ranges: [{ start: edge(id), end: edge(id + 1), reverse }],
});

/** An index that leaves documents out is used only where the filter leaves them out as well. */
function holdsAll(index: Index, filter: Document, constraints: Constraints): boolean {
  if (index.partial) return covers(index.partial.filter, filter, constraints);
  if (!index.sparse) return true;
  return index.paths.some((path) => {
    const constraint = constraints.paths.get(path);
    return constraint !== undefined && (constraint.points
      ? !constraint.points.some(isInexactPoint)
      : (constraint.lower ?? constraint.upper)?.value !== null);
  });
}

function hinted(collection: Collection, hint: Hint): Way | 'natural' | undefined {
  if (hint === undefined || hint === null) return undefined;
  if (typeof hint === 'object' && '$natural' in hint) return 'natural';
  if (hint === '_id_' || (typeof hint === 'object' && Object.keys(hint).join() === '_id')) return idWay(collection);
  const index = collection.indexes.find((each) => each.ready && (typeof hint === 'string'
    ? each.name === hint
    : encode(each.spec['key'] as Document).equals(encode(hint))));
  if (!index) throw mongoError(2, 'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index');
  return indexWay(index);
}

function hintedPlan(collection: Collection, hint: Hint, constraints: Constraints, sort?: Document): Plan | undefined {
  const way = hinted(collection, hint);
  if (way === undefined) return undefined;
  if (way === 'natural') {
    return wholeCollection(collection, toNumber((hint as Document)['$natural']) === -1, false, false);
  }
  const found = candidate(way, constraints, sort);
  if (found) return found.plan;
  const ranges = toRanges(way.id, { prefixes: [Buffer.alloc(0)] }, false);
  return { index: way.index, bounded: true, exact: false, sorted: false, ranges };
}

/** Each branch of an `$or` by an index of its own, if all have one: a single scan would make the others worthless. */
function unionPlan(collection: Collection, filter: Document): Plan | undefined {
  const { $or: given, ...rest } = filter;
  if (!Array.isArray(given) || given.length > MAX_BRANCHES) return undefined;
  const narrowed = Object.keys(rest).length > 0;
  const branches: Plan[] = [];
  for (const branch of given as Document[]) {
    const plan = planQuery(collection, narrowed ? { $and: [rest, branch] } : branch, undefined);
    if (!plan.bounded) return undefined;
    branches.push(plan);
  }
  return { index: undefined, bounded: true, exact: false, sorted: false, ranges: [], branches };
}

function bestWay(collection: Collection, filter: Document, constraints: Constraints, sort: Document | undefined): Candidate | undefined {
  let best = candidate(idWay(collection), constraints, sort);
  // No index is closer than the document itself, and a collection may have a dozen to weigh.
  if (best?.plan.bounded && constraints.paths.get('_id')?.points?.length === 1) return best;
  for (const index of collection.indexes) {
    if (!index.ready || index.hidden || !holdsAll(index, filter, constraints)) continue;
    const offered = candidate(indexWay(index), constraints, sort);
    if (offered && (!best || offered.score > best.score)) best = offered;
  }
  return best;
}

/** Chooses how to reach the documents of a filter: by the index that narrows most, and gives the order if it can. */
export function planQuery(collection: Collection, filter: Document, sort: Document | undefined, hint?: Hint): Plan {
  const constraints = filterConstraints(filter);
  const forced = hintedPlan(collection, hint, constraints, sort);
  if (forced) return forced;
  const best = bestWay(collection, filter, constraints, sort);
  if (best?.plan.bounded) return best.plan;
  const union = unionPlan(collection, filter);
  if (union) return union;
  if (best) return best.plan;
  return wholeCollection(collection, false, false, constraints.complete && constraints.paths.size === 0);
}
