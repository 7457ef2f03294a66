import { decode, type Document } from '../bson/document.js';
import { toNumber } from '../catalog/numbers.js';
import { mongoError } from '../errors.js';
import { openQuery, type Query } from '../query/find.js';
import { compileFilter } from '../query/matcher.js';
import { BREATH } from '../query/scan.js';
import { compileSort } from '../query/sort.js';
import { countMatching } from '../commands/count.js';
import type { Ground } from './ground.js';
import { lookupBy } from './lookup.js';
import { MINGO_STAGES, runMingo } from './mingo-stages.js';

type Stream = Iterable<Document>;
type Stage = (documents: Stream, argument: unknown, ground: Ground) => Stream;

const MAX_HELD = 1_000_000;

function bounded(documents: Stream): Document[] {
  const held: Document[] = [];
  for (const document of documents) {
    if (held.push(document) > MAX_HELD) throw mongoError(292, 'Exceeded memory limit for the aggregation, but did not allow external spilling');
  }
  return held;
}

export const stageName = (stage: Document): string => {
  const names = Object.keys(stage);
  if (names.length !== 1) throw mongoError(40_323, 'A pipeline stage specification object must contain exactly one field.');
  return names[0] as string;
};

const wholeOf = (name: string, argument: unknown, least: number): number => {
  const value = toNumber(argument);
  if (value === undefined || !Number.isInteger(value) || value < least) {
    throw mongoError(name === '$limit' ? 15_958 : 5_107_200, `invalid argument to ${name} stage: ${String(argument)}`);
  }
  return value;
};

const match: Stage = function* (documents, argument) {
  const accepts = compileFilter(argument as Document);
  for (const document of documents) if (accepts(document)) yield document;
};

const sort: Stage = function* (documents, argument) {
  yield* bounded(documents).sort(compileSort(argument as Document));
};

const skip: Stage = function* (documents, argument) {
  let left = wholeOf('$skip', argument, 0);
  for (const document of documents) {
    if (left > 0) left -= 1;
    else yield document;
  }
};

const limit: Stage = function* (documents, argument) {
  let left = wholeOf('$limit', argument, 1);
  for (const document of documents) {
    yield document;
    left -= 1;
    if (left === 0) return;
  }
};

const count: Stage = function* (documents, argument) {
  if (typeof argument !== 'string' || argument === '' || argument.startsWith('$') || argument.includes('.')) {
    throw mongoError(40_156, 'the count field must be a non-empty string');
  }
  let total = 0;
  for (const _ of documents) total += 1;
  if (total > 0) yield { [argument]: total };
};

const facet: Stage = function* (documents, argument, ground) {
  const held = bounded(documents);
  const out: Document = {};
  for (const [name, stages] of Object.entries(argument as Document)) {
    out[name] = [...runStages(held, stages as Document[], ground)];
  }
  yield out;
};

const unionWith: Stage = function* (documents, argument, ground) {
  yield* documents;
  const { coll, pipeline = [] } = (typeof argument === 'string' ? { coll: argument } : argument) as { coll: string; pipeline?: Document[] };
  yield* runPipeline(ground, coll, pipeline);
};

const STAGES = new Map<string, Stage>([
  ['$match', match], ['$sort', sort], ['$skip', skip], ['$limit', limit], ['$count', count],
  ['$facet', facet], ['$unionWith', unionWith], ['$lookup', lookupBy((ground, name, stages) => runPipeline(ground, name, stages))],
]);

const ELSEWHERE: Record<string, [code: number, why: string]> = {
  $changeStream: [40_573, 'The $changeStream stage is only supported on replica sets; embedded-mongo has no change streams'],
};

function refuse(name: string): never {
  const [code, why] = ELSEWHERE[name] ?? [40_324, `Unrecognized pipeline stage name: '${name}' (it is not supported by embedded-mongo)`];
  throw mongoError(code, why);
}

/** Everything that can be said about a pipeline before it runs, so that a wrong one fails on an empty collection, too. */
export function checkStages(stages: Document[]): void {
  for (const stage of stages) {
    const name = stageName(stage);
    if (!STAGES.has(name) && !MINGO_STAGES.has(name)) refuse(name);
    if (name === '$match') compileFilter(stage[name] as Document);
  }
}

/** Runs stages over documents; neighbours that mingo computes go to it together. */
export function runStages(documents: Stream, stages: Document[], ground: Ground): Stream {
  checkStages(stages);
  let stream = documents;
  for (let at = 0; at < stages.length;) {
    const name = stageName(stages[at] as Document);
    const own = STAGES.get(name);
    if (own) {
      stream = own(stream, (stages[at] as Document)[name], ground);
      at += 1;
    } else {
      let end = at + 1;
      while (end < stages.length && MINGO_STAGES.has(stageName(stages[end] as Document))) end += 1;
      stream = runMingo(stream, stages.slice(at, end), ground.variables);
      at = end;
    }
  }
  return stream;
}

/** The stages at the front that the planner answers, as one query. */
export function prefixOf(stages: Document[]): { query: Query; rest: Document[] } {
  const query: Query = { filter: {} };
  let at = 0;
  const take = (name: string): unknown => {
    const stage = stages[at];
    if (!stage || !(name in stage)) return undefined;
    at += 1;
    return stage[name];
  };
  const filters: Document[] = [];
  for (let filter = take('$match'); filter !== undefined; filter = take('$match')) filters.push(filter as Document);
  if (filters.length > 0) query.filter = filters.length === 1 ? filters[0] as Document : { $and: filters };
  const order = take('$sort');
  if (order !== undefined) query.sort = order as Document;
  const skipped = take('$skip');
  if (skipped !== undefined) query.skip = wholeOf('$skip', skipped, 0);
  const most = take('$limit');
  if (most !== undefined) query.limit = wholeOf('$limit', most, 1);
  return { query, rest: stages.slice(at) };
}

/** `[$match?, $skip?, $limit?, $group: { _id: 1, n: { $sum: 1 } }]`, which is what countDocuments sends. */
function countField(rest: Document[]): string | undefined {
  const [only] = rest;
  if (rest.length !== 1 || !only) return undefined;
  if (typeof only['$count'] === 'string') return undefined;
  const group = only['$group'] as Document | undefined;
  if (!group || Object.keys(group).length !== 2 || toNumber(group['_id']) !== 1) return undefined;
  const field = Object.keys(group).find((name) => name !== '_id') as string;
  const sum = group[field] as Document | null;
  return typeof sum === 'object' && sum !== null && toNumber(sum['$sum']) === 1 ? field : undefined;
}

function* read(ground: Ground, name: string, query: Query): Generator<Document> {
  const collection = ground.catalog.find(ground.db, name);
  if (!collection) return;
  const opened = openQuery(ground.reader, collection, { ...query, hint: ground.hint }, ground.pace);
  for (const found of opened.found) if (found !== BREATH) yield decode(found.bytes);
}

export function runPipeline(ground: Ground, name: string, stages: Document[]): Stream {
  checkStages(stages);
  const { query, rest } = prefixOf(stages);
  const collection = ground.catalog.find(ground.db, name);
  const counted = query.sort ? undefined : countField(rest);
  if (counted !== undefined) {
    const n = collection
      ? countMatching(ground.reader, collection, query.filter, query.skip ?? 0, query.limit ?? 0, ground.hint)
      : 0;
    return n > 0 ? [{ _id: 1, [counted]: n }] : [];
  }
  return runStages(read(ground, name, query), rest, ground);
}
