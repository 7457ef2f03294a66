import type { Ground } from '../aggregate/ground.js';
import { runPipeline, runStages, stageName } from '../aggregate/pipeline.js';
import { encode, type Document } from '../bson/document.js';
import { toNumber } from '../catalog/numbers.js';
import { BREATH } from '../query/scan.js';
import type { Stream } from '../aggregate/stream.js';
import type { Source } from '../cursor/batch.js';
import { mongoError } from '../errors.js';
import { arrayOf, collectionName, documentOf, flagOf, refuseUnknown, type Command } from '../wire/command.js';
import type { CommandHandler } from './context.js';
import { explain } from './explain.js';
import { deadlineOf, firstBatch, hintOf } from './find.js';
import { refuseCollationOf, variablesOf } from './statement.js';

const OPTIONS = new Set(['pipeline', 'cursor', 'explain', 'allowDiskUse', 'collation', 'hint', 'let', 'isMapReduceCommand']);
const FIRST_BATCH = 101;

function* encoded(documents: Stream): Generator<Buffer | typeof BREATH> {
  for (const document of documents) yield document === BREATH ? BREATH : encode(document);
}

function sizeOf(command: Command): number {
  const size = documentOf(command, 'cursor')?.['batchSize'];
  if (size === undefined || size === null) return FIRST_BATCH;
  const number = toNumber(size);
  if (number === undefined || number < 0) throw mongoError(2, 'The batchSize of an aggregation must be a non-negative number');
  return number;
}

function resultsOf(command: Command, ground: Ground, stages: Document[]): { documents: Stream; ns: string } {
  if (command.fields.get('aggregate')?.type === 0x02) {
    const name = collectionName(command);
    return { documents: runPipeline(ground, name, stages), ns: `${command.db}.${name}` };
  }
  // `aggregate: 1` starts from documents of its own.
  const [first] = stages;
  if (!first || stageName(first) !== '$documents') {
    throw mongoError(73, '{aggregate: 1} is only valid for a pipeline that starts with $documents');
  }
  return { documents: runStages([], stages, ground), ns: `${command.db}.$cmd.aggregate` };
}

export const aggregate: CommandHandler = (call) => {
  const { command, store } = call;
  refuseUnknown(command, OPTIONS);
  refuseCollationOf(documentOf(command, 'collation'));
  if (flagOf(command, 'explain')) return explain(call);
  const stages = (arrayOf(command, 'pipeline') ?? []) as Document[];
  const pace = { turn: 0 };
  const ground: Ground = {
    reader: store.engine, catalog: store.catalog, db: command.db, pace,
    variables: variablesOf(command) ?? {}, hint: hintOf(command),
  };
  const { documents, ns } = resultsOf(command, ground, stages);
  const source: Source = {
    next: encoded(documents)[Symbol.iterator](), pace, ns, remaining: Infinity, ...deadlineOf(command),
  };
  return firstBatch(call, source, sizeOf(command));
};
