import type { Document } from '../bson/document.js';
import { isDocument, setField } from '../bson/types.js';
import { mongoError } from '../errors.js';
import { expandPaths, EMPTY_ARRAY } from '../index/expand.js';
import { BREATH } from '../query/scan.js';
import type { Ground } from './ground.js';
import { gathered, type Stream } from './stream.js';

const OPTIONS = new Set(['from', 'localField', 'foreignField', 'as', 'pipeline', 'let']);

type Lookup = { from: string; localField?: string; foreignField?: string; as: string; pipeline: Document[] };

function lookupOf(argument: unknown): Lookup {
  const given = argument as Document;
  for (const name of Object.keys(given)) {
    if (!OPTIONS.has(name)) throw mongoError(9, `unknown argument to $lookup: ${name}`);
  }
  const { from, localField, foreignField, as, pipeline = [] } = given;
  if (typeof from !== 'string' || typeof as !== 'string') throw mongoError(9, "$lookup needs 'from' and 'as'");
  if (isDocument(given['let']) && Object.keys(given['let']).length > 0) {
    throw mongoError(115, "The $lookup option 'let' is not supported by embedded-mongo");
  }
  if ((localField === undefined) !== (foreignField === undefined)) {
    throw mongoError(9, "$lookup requires both or neither of 'localField' and 'foreignField' to be specified");
  }
  return {
    from, as, pipeline: pipeline as Document[],
    ...(typeof localField === 'string' && typeof foreignField === 'string' && { localField, foreignField }),
  };
}

/** What the local field asks for; as in MongoDB a missing one asks for null. */
function wanted(document: Document, path: string): Document {
  const values = expandPaths(document, [path]).map(([value]) => value).filter((value) => value !== EMPTY_ARRAY);
  if (values.length === 1) return { $eq: values[0] ?? null };
  return { $in: values.map((value) => value ?? null) };
}

/** A copy with one field set, however deep. */
export function withField(document: Document, path: string, value: unknown): Document {
  const [first, ...rest] = path.split('.') as [string, ...string[]];
  const out = { ...document };
  const inner = isDocument(out[first]) ? out[first] : {};
  setField(out, first, rest.length === 0 ? value : withField(inner, rest.join('.'), value));
  return out;
}

type RunPipeline = (ground: Ground, name: string, stages: Document[]) => Stream;

/**
 * Joins by asking the other collection once a document, through its planner and so through its indexes. How a pipeline
 * runs is handed in: pipelines know this stage, and it must not know them.
 */
export const lookupBy = (runPipeline: RunPipeline) =>
  function* lookup(documents: Stream, argument: unknown, ground: Ground): Generator<Document | typeof BREATH> {
    const { from, localField, foreignField, as, pipeline } = lookupOf(argument);
    // A hint names an index of the outer collection.
    const { hint: _hint, ...inner } = ground;
    for (const document of documents) {
      if (document === BREATH) {
        yield BREATH;
        continue;
      }
      const join = localField !== undefined && foreignField !== undefined
        ? [{ $match: { [foreignField]: wanted(document, localField) } }]
        : [];
      yield withField(document, as, yield* gathered(runPipeline(inner, from, [...join, ...pipeline])));
    }
  };
