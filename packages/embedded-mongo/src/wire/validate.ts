import { isUtf8 } from 'node:buffer';
import { mongoError } from '../errors.js';

// MongoDB's own limit; deeper documents would also exhaust the stack of whoever walks them.
const MAX_DEPTH = 100;
const INVALID_BSON = 22;
const OVERFLOW = 15;

const TYPE = {
  double: 0x01, string: 0x02, document: 0x03, array: 0x04, binary: 0x05, undefined: 0x06, objectId: 0x07,
  boolean: 0x08, date: 0x09, null: 0x0a, regex: 0x0b, pointer: 0x0c, code: 0x0d, symbol: 0x0e, scopedCode: 0x0f,
  int32: 0x10, timestamp: 0x11, int64: 0x12, decimal128: 0x13, maxKey: 0x7f, minKey: 0xff,
} as const;

/** Types whose value always takes the same room. */
const FIXED = new Map<number, number>([
  [TYPE.double, 8], [TYPE.undefined, 0], [TYPE.objectId, 12], [TYPE.boolean, 1], [TYPE.date, 8], [TYPE.null, 0],
  [TYPE.int32, 4], [TYPE.timestamp, 8], [TYPE.int64, 8], [TYPE.decimal128, 16], [TYPE.maxKey, 0], [TYPE.minKey, 0],
]);
const SIZE_OF = Int8Array.from({ length: 256 }, (_, type) => FIXED.get(type) ?? -1);

const invalid = (why: string) => mongoError(INVALID_BSON, `Invalid BSON: ${why}`);

/** ASCII is by far the common case and needs no decoder to be known as valid. */
function checkText(bytes: Buffer, start: number, end: number): void {
  for (let at = start; at < end; at += 1) {
    if ((bytes[at] as number) >= 0x80) {
      if (!isUtf8(bytes.subarray(start, end))) throw invalid('a string is not valid UTF-8');
      return;
    }
  }
}

function stringEnd(bytes: Buffer, at: number, limit: number): number {
  if (at + 4 > limit) throw invalid('a string is cut off');
  const length = bytes.readInt32LE(at);
  const end = at + 4 + length;
  if (length < 1 || end > limit || bytes[end - 1] !== 0) throw invalid('a string has a wrong length');
  checkText(bytes, at + 4, end - 1);
  return end;
}

function nameEnd(bytes: Buffer, at: number, limit: number): number {
  let end = at;
  let ascii = true;
  for (; end < limit; end += 1) {
    const byte = bytes[end] as number;
    if (byte === 0) break;
    if (byte >= 0x80) ascii = false;
  }
  if (end >= limit) throw invalid('a name does not end');
  if (!ascii) checkText(bytes, at, end);
  return end + 1;
}

function binaryEnd(bytes: Buffer, at: number, limit: number): number {
  if (at + 5 > limit) throw invalid('binary data are cut off');
  const length = bytes.readInt32LE(at);
  if (length < 0 || at + 5 + length > limit) throw invalid('binary data have a wrong length');
  return at + 5 + length;
}

function scopedCodeEnd(bytes: Buffer, at: number, limit: number, depth: number): number {
  if (at + 4 > limit) throw invalid('code is cut off');
  const end = at + bytes.readInt32LE(at);
  if (end > limit || end < at + 14) throw invalid('code has a wrong length');
  const scope = stringEnd(bytes, at + 4, end);
  if (validateDocument(bytes, scope, end, depth + 1) !== end) throw invalid('code has a wrong length');
  return end;
}

function variableEnd(bytes: Buffer, type: number, at: number, limit: number, depth: number): number {
  switch (type) {
    case TYPE.string:
    case TYPE.code:
    case TYPE.symbol:
      return stringEnd(bytes, at, limit);
    case TYPE.document:
    case TYPE.array:
      return validateDocument(bytes, at, limit, depth + 1);
    case TYPE.binary:
      return binaryEnd(bytes, at, limit);
    case TYPE.regex:
      return nameEnd(bytes, nameEnd(bytes, at, limit), limit);
    case TYPE.pointer:
      return stringEnd(bytes, at, limit) + 12;
    case TYPE.scopedCode:
      return scopedCodeEnd(bytes, at, limit, depth);
    default:
      throw invalid(`0x${type.toString(16)} is no type`);
  }
}

/**
 * Walks a document once and trusts nothing in it, so that every later walk may trust everything.
 * Answers where the document ends.
 */
export function validateDocument(bytes: Buffer, start: number, limit: number, depth = 0): number {
  if (depth > MAX_DEPTH) throw mongoError(OVERFLOW, `BSON nesting is deeper than ${MAX_DEPTH} levels`);
  if (start + 5 > limit) throw invalid('a document is cut off');
  const length = bytes.readInt32LE(start);
  const end = start + length;
  if (length < 5 || end > limit || bytes[end - 1] !== 0) throw invalid('a document has a wrong length');
  let at = start + 4;
  while (at < end - 1) {
    const type = bytes[at] as number;
    at = nameEnd(bytes, at + 1, end - 1);
    const size = SIZE_OF[type] as number;
    at = size >= 0 ? at + size : variableEnd(bytes, type, at, end - 1, depth);
  }
  if (at !== end - 1) throw invalid('an element runs over the end of its document');
  return end;
}
