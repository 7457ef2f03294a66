import mingo from 'mingo';
import type { Document } from '../bson/document.js';
import { mongoError, MongoError } from '../errors.js';
import { BREATH } from '../query/scan.js';
import { breathing, gathered, mapped, type Stream } from './stream.js';
import { fromPlain, toPlain } from './values.js';

/** The stages left to mingo: those whose meaning is a computation over documents alone. */
export const MINGO_STAGES: ReadonlySet<string> = new Set([
  '$group', '$bucket', '$bucketAuto', '$sample', '$redact', '$setWindowFields', '$fill', '$densify', '$documents',
]);

/** Expressions that would run code, look elsewhere, or that mingo computes otherwise than MongoDB. */
const REFUSED = new Set(['$function', '$accumulator', '$where', '$meta', '$text', '$near', '$nearSphere', '$geoWithin', '$geoIntersects']);

function refuseInside(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (REFUSED.has(name)) throw mongoError(115, `The operator ${name} is not supported in an aggregation by embedded-mongo`);
    refuseInside(inner);
  }
}

/** mingo names an operator it does not know in prose; MongoDB gives it a code. */
function translated(error: unknown): MongoError {
  if (error instanceof MongoError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /unregistered operator|unknown operator|not (?:registered|found)|Unrecognized/i.test(message);
  return unknown ? mongoError(168, `InvalidPipelineOperator: ${message}`) : mongoError(2, message);
}

/** Runs a stretch of stages. Documents go in and come out as plain numbers, exact or not at all. */
export function* runMingo(documents: Stream, stages: Document[], variables: Document): Generator<Document | typeof BREATH> {
  stages.forEach(refuseInside);
  // mingo knows no breath: what it is to compute is gathered first.
  const plain = yield* gathered(mapped(documents, (document) => toPlain(document) as Document));
  try {
    const pipeline = stages.map((stage) => toPlain(stage) as Document);
    const aggregator = new mingo.Aggregator(pipeline, { scriptEnabled: false, variables: toPlain(variables) as Document });
    const results = aggregator.stream(plain);
    for (const result of breathing(results as Iterable<unknown>)) yield result === BREATH ? BREATH : fromPlain(result) as Document;
  } catch (error) {
    throw translated(error);
  }
}
