import { batchAnswer, fill, type Batch, type Source } from '../cursor/batch.js';
import { mongoError } from '../errors.js';
import { acceptsBytes, openQuery, shapeOf, type Query, type Shape } from '../query/find.js';
import type { Hint } from '../query/planner.js';
import { BREATH, type Found } from '../query/scan.js';
import { collectionName, documentOf, flagOf, numberOf, refuseUnknown, valueOf, type Command } from '../wire/command.js';
import type { Call, CommandHandler } from './context.js';
import { refuseCollationOf, variablesOf } from './statement.js';

const OPTIONS = new Set([
  'filter', 'sort', 'projection', 'hint', 'skip', 'limit', 'batchSize', 'singleBatch', 'collation', 'let',
  'allowDiskUse', 'noCursorTimeout', 'allowPartialResults', 'returnKey', 'showRecordId', 'max', 'min', 'tailable', 'awaitData', 'oplogReplay',
]);
// Known to MongoDB, and each would change the answer.
const REFUSED = ['returnKey', 'showRecordId', 'max', 'min', 'tailable', 'awaitData'];
const FIRST_BATCH = 101;

export function wholeNumber(command: Command, name: string): number | undefined {
  const value = numberOf(command, name);
  if (value === undefined) return undefined;
  if (!Number.isInteger(value) || value < 0) {
    throw mongoError(51_024, `BSON field '${name}' value must be >= 0, actual value '${value}'`);
  }
  return value;
}

export const hintOf = (command: Command): Hint => valueOf(command, 'hint') as Hint;

function queryOf(command: Command): Query {
  return {
    filter: documentOf(command, 'filter') ?? {},
    sort: documentOf(command, 'sort'),
    skip: wholeNumber(command, 'skip') ?? 0,
    limit: wholeNumber(command, 'limit') ?? 0,
    projection: documentOf(command, 'projection'),
    hint: hintOf(command),
    variables: variablesOf(command),
  };
}

export function checkFind(command: Command): void {
  refuseUnknown(command, OPTIONS);
  refuseCollationOf(documentOf(command, 'collation'));
  for (const name of REFUSED) {
    if (!command.fields.has(name) || (command.fields.get(name)?.type === 0x08 && !flagOf(command, name))) continue;
    throw mongoError(72, `The find option '${name}' is not supported by embedded-mongo`);
  }
}

function* shaped(found: Iterable<Found | typeof BREATH>, shape: Shape): Generator<Buffer | typeof BREATH> {
  for (const next of found) yield next === BREATH ? BREATH : shape(next.bytes);
}

/** When the client stops waiting, so may we. */
export function deadlineOf(command: Command): { deadline?: number } {
  const milliseconds = wholeNumber(command, 'maxTimeMS');
  return milliseconds ? { deadline: performance.now() + milliseconds } : {};
}

/** Sends the first batch, and keeps the walk for getMore when there is more. */
export function firstBatch(call: Call, source: Source, size: number, single = false): Buffer | Promise<Buffer> {
  const answer = (batch: Batch) => {
    if (batch.finished || single) {
      source.next.return?.();
      return batchAnswer(batch, 'firstBatch', 0n, source.ns);
    }
    return batchAnswer(batch, 'firstBatch', call.store.cursors.keep(source), source.ns);
  };
  const batch = fill(source, size);
  return batch instanceof Promise ? batch.then(answer) : answer(batch);
}

export const find: CommandHandler = (call) => {
  const { command, store } = call;
  checkFind(command);
  const name = collectionName(command);
  const ns = `${command.db}.${name}`;
  const query = queryOf(command);
  const shape = shapeOf(query.projection, query.filter, query.variables);
  const collection = store.catalog.find(command.db, name);
  if (!collection) {
    // The filter is checked all the same: a wrong one is wrong on an empty collection, too.
    acceptsBytes(query.filter, query.variables);
    return batchAnswer({ documents: [], bytes: 0, finished: true }, 'firstBatch', 0n, ns);
  }
  const opened = openQuery(store.engine, collection, query);
  const source: Source = {
    next: shaped(opened.found, shape)[Symbol.iterator](),
    pace: opened.pace,
    ns,
    remaining: query.limit || Infinity,
    ...deadlineOf(command),
  };
  return firstBatch(call, source, wholeNumber(command, 'batchSize') ?? FIRST_BATCH, flagOf(command, 'singleBatch'));
};
