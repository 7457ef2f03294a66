import { Long } from 'bson';
import type { Document } from '../bson/document.js';
import { fieldOf, isDocument } from '../bson/types.js';
import { mongoError } from '../errors.js';
import { isNullish } from '../expression/arithmetic.js';
import { BREATH } from '../query/scan.js';
import { withField } from './lookup.js';
import type { Stream } from './stream.js';

type Unwind = { path: string; index: string | undefined; keepsEmpty: boolean };

function unwindOf(argument: unknown): Unwind {
  const given = typeof argument === 'string' ? { path: argument } : argument;
  if (!isDocument(given)) throw mongoError(15_981, 'expected either a string or an object as specification for $unwind stage');
  const { path, includeArrayIndex: index, preserveNullAndEmptyArrays: keepsEmpty = false } = given;
  if (typeof path !== 'string') throw mongoError(28_808, 'expected a string as the path for $unwind stage');
  if (!path.startsWith('$') || path.length < 2) throw mongoError(28_818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  if (typeof keepsEmpty !== 'boolean') throw mongoError(28_809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage');
  if (index !== undefined && (typeof index !== 'string' || index === '' || index.startsWith('$'))) {
    throw mongoError(28_810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage');
  }
  return { path: path.slice(1), index, keepsEmpty };
}

const valueAt = (document: Document, path: string): unknown =>
  path.split('.').reduce<unknown>((at, part) => (isDocument(at) ? fieldOf(at, part) : undefined), document);

/** Takes the field itself away, so that an empty array leaves nothing behind. */
function withoutField(document: Document, [first, ...rest]: readonly string[]): Document {
  const { [first as string]: inner, ...others } = document;
  return rest.length > 0 && isDocument(inner) ? { ...document, [first as string]: withoutField(inner, rest) } : others;
}

function* each(document: Document, { path, index, keepsEmpty }: Unwind): Generator<Document> {
  const value = valueAt(document, path);
  const numbered = (made: Document, at: Long | null) => (index === undefined ? made : withField(made, index, at));
  if (!Array.isArray(value)) {
    if (!isNullish(value) || keepsEmpty) yield numbered(document, null);
  } else if (value.length === 0) {
    if (keepsEmpty) yield numbered(withoutField(document, path.split('.')), null);
  } else {
    for (const [at, element] of (value as unknown[]).entries()) yield numbered(withField(document, path, element), Long.fromNumber(at));
  }
}

/** `$unwind`: a document for each element of an array. */
export function* unwind(stream: Stream, argument: unknown): Generator<Document | typeof BREATH> {
  const wanted = unwindOf(argument);
  for (const next of stream) {
    if (next === BREATH) yield BREATH;
    else yield* each(next, wanted);
  }
}
