import { decodeTrusted, type Document } from '../bson/document.js';
import { toNumber } from '../catalog/numbers.js';
import { mongoError } from '../errors.js';
import { openQuery, type Query } from '../query/find.js';
import { compileFilter } from '../query/matcher.js';
import { BREATH } from '../query/scan.js';
import { compileSort } from '../query/sort.js';
import { countMatching } from '../query/counting.js';
import { compilePipeline } from '../update/pipeline.js';
import type { Ground } from './ground.js';
import { group, isOwnGroup } from './group.js';
import { lookupBy } from './lookup.js';
import { MINGO_STAGES, runMingo } from './mingo-stages.js';
import { breathing, gathered, mapped, type Stream } from './stream.js';
import { unwind } from './unwind.js';

type Stage = (documents: Stream, argument: unknown, ground: Ground) => Stream;

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

const match: Stage = function* (documents, argument, { variables }) {
  const accepts = compileFilter(argument as Document, { variables });
  for (const document of documents) if (document === BREATH || accepts(document)) yield document;
};

const sort: Stage = function* (documents, argument) {
  yield* (yield* gathered(documents)).sort(compileSort(argument as Document));
};

const skip: Stage = function* (documents, argument) {
  let left = wholeOf('$skip', argument, 0);
  for (const document of documents) {
    if (document !== BREATH && left > 0) left -= 1;
    else yield document;
  }
};

const limit: Stage = function* (documents, argument) {
  let left = wholeOf('$limit', argument, 1);
  for (const document of documents) {
    yield document;
    if (document !== BREATH) left -= 1;
    if (left === 0) return;
  }
};

const count: Stage = function* (documents, argument) {
  if (typeof argument !== 'string' || argument === '' || argument.startsWith('$') || argument.includes('.')) {
    throw mongoError(40_156, 'the count field must be a non-empty string');
  }
  let total = 0;
  for (const document of documents) {
    if (document === BREATH) yield BREATH;
    else total += 1;
  }
  if (total > 0) yield { [argument]: total };
};

const facet: Stage = function* (documents, argument, ground) {
  const held = yield* gathered(documents);
  const out: Document = {};
  for (const [name, stages] of Object.entries(argument as Document)) {
    out[name] = yield* gathered(runStages(breathing(held), stages as Document[], ground));
  }
  yield out;
};

const unionWith: Stage = function* (documents, argument, ground) {
  yield* documents;
  const { coll, pipeline = [] } = (typeof argument === 'string' ? { coll: argument } : argument) as { coll: string; pipeline?: Document[] };
  yield* runPipeline(ground, coll, pipeline);
};

/** What makes one document of one document; updates that are pipelines know the same stages. */
const reshape = (name: string): Stage => function* (documents, argument, { variables }) {
  const now = new Date();
  const step = compilePipeline([{ [name]: argument }], { variables, now });
  yield* mapped(documents, (document) => step(document, now));
};
const RESHAPING = ['$project', '$addFields', '$set', '$unset', '$replaceRoot', '$replaceWith'];

const sortByCount: Stage = (documents, argument, ground) =>
  sort(group(documents, { _id: argument, count: { $sum: 1 } }, ground.variables), { count: -1 }, ground);

const STAGES = new Map<string, Stage>([
  ['$match', match], ['$sort', sort], ['$skip', skip], ['$limit', limit], ['$count', count],
  ['$facet', facet], ['$unionWith', unionWith], ['$sortByCount', sortByCount], ['$unwind', unwind],
  ...RESHAPING.map((name): [string, Stage] => [name, reshape(name)]),
  ['$lookup', lookupBy((ground, name, stages) => runPipeline(ground, name, stages))],
]);

/** Groups whose every accumulator is our own are ours; mingo, which counts in doubles, has the rest. */
const ownStage = (name: string, argument: unknown): Stage | undefined =>
  (name === '$group' && isOwnGroup(argument) ? (documents, given, { variables }) => group(documents, given, variables) : STAGES.get(name));

const ELSEWHERE: Record<string, [code: number, why: string]> = {
  $changeStream: [40_573, 'The $changeStream stage is only supported on replica sets; embedded-mongo has no change streams'],
};

function refuse(name: string): never {
  const [code, why] = ELSEWHERE[name] ?? [40_324, `Unrecognized pipeline stage name: '${name}' (it is not supported by embedded-mongo)`];
  throw mongoError(code, why);
}

/** Everything that can be said about a pipeline before it runs, so that a wrong one fails on an empty collection, too. */
export function checkStages(stages: Document[], { variables }: Ground): void {
  for (const stage of stages) {
    const name = stageName(stage);
    if (!STAGES.has(name) && !MINGO_STAGES.has(name)) refuse(name);
    if (name === '$match') compileFilter(stage[name] as Document, { variables });
    if (RESHAPING.includes(name)) compilePipeline([stage], { variables });
  }
}

/** Runs stages over documents; neighbours that mingo computes go to it together. */
export function runStages(documents: Stream, stages: Document[], ground: Ground): Stream {
  checkStages(stages, ground);
  let stream = documents;
  for (let at = 0; at < stages.length;) {
    const isMingos = (place: number): boolean => {
      const stage = stages[place];
      return stage !== undefined && !ownStage(stageName(stage), stage[stageName(stage)]);
    };
    const stage = stages[at] as Document;
    const name = stageName(stage);
    const own = ownStage(name, stage[name]);
    let end = at + 1;
    if (own) stream = own(stream, stage[name], ground);
    else {
      while (isMingos(end)) end += 1;
      stream = runMingo(stream, stages.slice(at, end), ground.variables);
    }
    at = end;
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

function* read(ground: Ground, name: string, query: Query): Generator<Document | typeof BREATH> {
  const collection = ground.catalog.find(ground.db, name);
  if (!collection) return;
  const opened = openQuery(ground.reader, collection, { ...query, hint: ground.hint, variables: ground.variables }, ground.pace);
  for (const found of breathing(opened.found)) yield found === BREATH ? BREATH : decodeTrusted(found.bytes);
}

function* counted(ground: Ground, name: string, { filter, skip: skipped = 0, limit: most = 0 }: Query, field: string): Generator<Document | typeof BREATH> {
  const collection = ground.catalog.find(ground.db, name);
  if (!collection) return;
  const { reader, pace, hint, variables } = ground;
  const n = yield* countMatching(reader, collection, { filter, skip: skipped, limit: most, hint, variables }, pace);
  if (n > 0) yield { _id: 1, [field]: n };
}

export function runPipeline(ground: Ground, name: string, stages: Document[]): Stream {
  checkStages(stages, ground);
  const { query, rest } = prefixOf(stages);
  const field = query.sort ? undefined : countField(rest);
  if (field !== undefined) return counted(ground, name, query, field);
  return runStages(read(ground, name, query), rest, ground);
}
