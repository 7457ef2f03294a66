import { Decimal128, Double, Int32, Long } from 'bson';
import { isDocument } from '../bson/types.js';
import { mongoError } from '../errors.js';
import type { Document } from '../bson/document.js';

const NOT_IMPLEMENTED = 238;

function plainLong(value: Long): number {
  const number = value.toNumber();
  if (Number.isSafeInteger(number)) return number;
  throw mongoError(NOT_IMPLEMENTED, `embedded-mongo cannot aggregate the long ${value.toString()} exactly`);
}

/**
 * Numbers as mingo counts with them. What a double cannot hold exactly is refused:
 * mingo would silently leave it out of sums and sort it as text.
 */
export function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Double || value instanceof Int32) return value.valueOf();
  if (value instanceof Long) return plainLong(value);
  if (value instanceof Decimal128) {
    throw mongoError(NOT_IMPLEMENTED, `embedded-mongo cannot aggregate the decimal ${value.toString()} exactly`);
  }
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isDocument(value)) return value;
  const out: Document = {};
  for (const name of Object.keys(value)) out[name] = toPlain(value[name]);
  return out;
}

/** What mingo leaves undefined is a missing field, and in an array null. */
export function fromPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => (each === undefined ? null : fromPlain(each)));
  if (!isDocument(value)) return value;
  const out: Document = {};
  for (const name of Object.keys(value)) if (value[name] !== undefined) out[name] = fromPlain(value[name]);
  return out;
}
