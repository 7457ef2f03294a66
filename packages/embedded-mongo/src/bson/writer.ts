import type { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, ObjectId, Timestamp } from 'bson';
import { DBRef, Double, Int32, Long } from 'bson';
import { mongoError } from '../errors.js';
import { TYPE, typeOf, type DbPointer, type Document } from './types.js';

const MAX_DEPTH = 100;
const FIRST_SIZE = 64 * 1024;
const SHORT_TEXT = 32;
const HIGH = 0x1_0000_0000;

// One scratch buffer for the whole process: encoding is synchronous, and what leaves is a copy.
let scratch = Buffer.allocUnsafe(FIRST_SIZE);
let at = 0;

/** Also room for the few fixed bytes that follow any text, so those are written unchecked. */
const reserve = (size: number): void => {
  if (at + size + 64 <= scratch.length) return;
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, at + size + FIRST_SIZE));
  scratch.copy(larger, 0, 0, at);
  scratch = larger;
};

const writeText = (text: string): void => {
  reserve(text.length * 3);
  if (text.length < SHORT_TEXT) {
    const start = at;
    let index = 0;
    for (; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit >= 0x80) break;
      scratch[at++] = unit;
    }
    if (index === text.length) return;
    at = start;
  }
  at += scratch.write(text, at, 'utf8');
};

const writeName = (name: string): void => {
  if (name.includes('\0')) throw mongoError(2, `Field names may not contain a null byte: '${name.replaceAll('\0', '\\0')}'`);
  writeText(name);
  scratch[at++] = 0;
};

const writeString = (text: string): void => {
  const start = at;
  at += 4;
  writeText(text);
  scratch[at++] = 0;
  scratch.writeInt32LE(at - start - 4, start);
};

const writeInt64 = (low: number, high: number): void => {
  scratch.writeInt32LE(low | 0, at);
  scratch.writeInt32LE(high | 0, at + 4);
  at += 8;
};

const writeDate = (value: Date): void => {
  const ms = value.getTime();
  if (Number.isNaN(ms)) throw mongoError(2, 'An invalid date cannot be stored');
  writeInt64(ms % HIGH, Math.floor(ms / HIGH));
};

const writeBytes = (bytes: Uint8Array): void => {
  reserve(bytes.length);
  scratch.set(bytes, at);
  at += bytes.length;
};

const writeBinary = (value: Binary | Uint8Array): void => {
  const isRaw = value instanceof Uint8Array;
  const bytes = isRaw ? value : value.buffer.subarray(0, value.position);
  at = scratch.writeInt32LE(bytes.length, at);
  scratch[at++] = isRaw ? 0 : value.sub_type;
  writeBytes(bytes);
};

const writeRegex = (value: BSONRegExp | RegExp): void => {
  writeName(value instanceof RegExp ? value.source : value.pattern);
  writeName(value instanceof RegExp ? value.flags.replaceAll(/[^imsux]/g, '') : value.options);
};

const writeScopedCode = (value: Code, depth: number): void => {
  const start = at;
  at += 4;
  writeString(value.code);
  writeDocument(value.scope ?? {}, depth + 1);
  scratch.writeInt32LE(at - start, start);
};

const writePointer = (value: DbPointer): void => {
  writeString(value.namespace);
  writeBytes(value.id);
};

const writeLong = (value: Long | bigint): void => {
  const long = typeof value === 'bigint' ? Long.fromBigInt(value) : value;
  writeInt64(long.low, long.high);
};

const writeRareValue = (type: number, value: unknown, depth: number): void => {
  switch (type) {
    case TYPE.regex:
      return writeRegex(value as BSONRegExp);
    case TYPE.dbPointer:
      return writePointer(value as DbPointer);
    case TYPE.code:
      return writeString((value as Code).code);
    case TYPE.symbol:
      return writeString((value as BSONSymbol).value);
    case TYPE.codeWithScope:
      return writeScopedCode(value as Code, depth);
    case TYPE.timestamp:
      return writeInt64((value as Timestamp).low, (value as Timestamp).high);
    case TYPE.decimal:
      return writeBytes((value as Decimal128).bytes);
    default:
  }
};

const writeValue = (type: number, value: unknown, depth: number): void => {
  switch (type) {
    case TYPE.string:
      return writeString(value as string);
    case TYPE.int32:
      at = scratch.writeInt32LE(value instanceof Int32 ? value.value : (value as number), at);
      return;
    case TYPE.double:
      at = scratch.writeDoubleLE(value instanceof Double ? value.value : (value as number), at);
      return;
    case TYPE.bool:
      scratch[at++] = value === true ? 1 : 0;
      return;
    case TYPE.objectId:
      return writeBytes((value as ObjectId).id);
    case TYPE.date:
      return writeDate(value as Date);
    case TYPE.object:
      return writeDocument(value instanceof DBRef ? value.toJSON() as Document : (value as Document), depth + 1);
    case TYPE.array:
      return writeArray(value as unknown[], depth + 1);
    case TYPE.long:
      return writeLong(value as Long);
    case TYPE.binary:
      return writeBinary(value as Binary);
    default:
      return writeRareValue(type, value, depth);
  }
};

const writeElement = (name: string, value: unknown, depth: number): void => {
  const type = typeOf(value);
  if (type === TYPE.missing) return;
  reserve(0);
  scratch[at++] = type;
  writeName(name);
  writeValue(type, value, depth);
};

const close = (start: number): void => {
  reserve(0);
  scratch[at++] = 0;
  scratch.writeInt32LE(at - start, start);
};

const open = (depth: number): number => {
  if (depth > MAX_DEPTH) throw mongoError(15, `BSON nesting is deeper than ${MAX_DEPTH} levels`);
  reserve(4);
  const start = at;
  at += 4;
  return start;
};

const writeArray = (values: readonly unknown[], depth: number): void => {
  const start = open(depth);
  for (let index = 0; index < values.length; index += 1) {
    // A hole in an array cannot be stored as nothing: it would move its followers.
    writeElement(String(index), values[index] ?? null, depth);
  }
  close(start);
};

const writeDocument = (document: Document, depth: number): void => {
  const start = open(depth);
  for (const name of Object.keys(document)) writeElement(name, document[name], depth);
  close(start);
};

const finish = (write: () => void): Buffer => {
  at = 0;
  write();
  const bytes = Buffer.allocUnsafeSlow(at);
  scratch.copy(bytes, 0, 0, at);
  // One huge document must not hold its size for ever.
  if (scratch.length > 64 * FIRST_SIZE) scratch = Buffer.allocUnsafe(FIRST_SIZE);
  return bytes;
};

export const encodeDocument = (document: Document): Buffer => finish(() => writeDocument(document, 0));

/** A whole element (type, name, value) as it lies inside a document. */
export const encodeElement = (name: string, value: unknown): Buffer => finish(() => writeElement(name, value, 0));
