import { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { mongoError } from '../errors.js';
import { bsonUndefined, dbPointer, isInt32Number, setField, TYPE, type Document } from './types.js';

// JavaScript's Date ends here; the drivers can neither send nor show a date beyond it.
const MAX_DATE_MS = 8.64e15;
const SHORT_TEXT = 24;
const NAME_SLOTS = 2048;
const HIGH = 0x1_0000_0000;

/** Where a reader stands; one object a document, so that reading a value allocates nothing but the value. */
export type Cursor = { bytes: Buffer; at: number };

// Field names repeat in every document: a name seen before is found by its bytes instead of being built again.
const names: string[] = new Array<string>(NAME_SLOTS).fill('');

const sameName = (name: string, bytes: Buffer, start: number): boolean => {
  for (let index = 0; index < name.length; index += 1) {
    if (name.charCodeAt(index) !== bytes[start + index]) return false;
  }
  return true;
};

export const readName = (cursor: Cursor): string => {
  const { bytes } = cursor;
  const start = cursor.at;
  let end = start;
  let hash = 7;
  let all = 0;
  for (let byte = bytes[end] as number; byte !== 0; byte = bytes[end] as number) {
    hash = (Math.imul(hash, 31) + byte) | 0;
    all |= byte;
    end += 1;
  }
  cursor.at = end + 1;
  if (all >= 0x80) return bytes.toString('utf8', start, end);
  const slot = hash & (NAME_SLOTS - 1);
  const known = names[slot] as string;
  if (known.length === end - start && sameName(known, bytes, start)) return known;
  const name = bytes.toString('latin1', start, end);
  names[slot] = name;
  return name;
};

const readText = (bytes: Buffer, start: number, end: number): string => {
  if (end - start > SHORT_TEXT) return bytes.toString('utf8', start, end);
  let text = '';
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= 0x80) return bytes.toString('utf8', start, end);
    text += String.fromCharCode(byte);
  }
  return text;
};

const readString = (cursor: Cursor): string => {
  const start = cursor.at + 4;
  const end = start + cursor.bytes.readInt32LE(cursor.at);
  cursor.at = end;
  return readText(cursor.bytes, start, end - 1);
};

const readDate = (cursor: Cursor): Date => {
  const ms = cursor.bytes.readInt32LE(cursor.at + 4) * HIGH + cursor.bytes.readUInt32LE(cursor.at);
  cursor.at += 8;
  if (Math.abs(ms) > MAX_DATE_MS) throw mongoError(2, 'A date is outside of the range that JavaScript can represent');
  return new Date(ms);
};

const readDouble = (cursor: Cursor): number | Double => {
  const value = cursor.bytes.readDoubleLE(cursor.at);
  cursor.at += 8;
  return isInt32Number(value) ? new Double(value) : value;
};

const readBinary = (cursor: Cursor): Binary => {
  const start = cursor.at + 5;
  const end = start + cursor.bytes.readInt32LE(cursor.at);
  cursor.at = end;
  return new Binary(Buffer.from(cursor.bytes.subarray(start, end)), cursor.bytes[start - 1] as number);
};

const readScopedCode = (cursor: Cursor): Code => {
  cursor.at += 4;
  const code = readString(cursor);
  return new Code(code, readDocument(cursor));
};

const take = (cursor: Cursor, size: number): Buffer => {
  const copy = Buffer.from(cursor.bytes.subarray(cursor.at, cursor.at + size));
  cursor.at += size;
  return copy;
};

const readLong = (cursor: Cursor): Long => {
  const { bytes, at } = cursor;
  cursor.at += 8;
  return new Long(bytes.readInt32LE(at), bytes.readInt32LE(at + 4));
};

const readTimestamp = (cursor: Cursor): Timestamp => {
  const { bytes, at } = cursor;
  cursor.at += 8;
  return new Timestamp({ i: bytes.readUInt32LE(at), t: bytes.readUInt32LE(at + 4) });
};

const readRegex = (cursor: Cursor): BSONRegExp => {
  const pattern = readName(cursor);
  const options = readName(cursor);
  if (/[^ilmsux]/.test(options)) throw mongoError(22, `Invalid BSON: '${options}' are no regular expression options`);
  return new BSONRegExp(pattern, options);
};

const readRareValue = (cursor: Cursor, type: number): unknown => {
  switch (type) {
    case TYPE.undefined:
      return bsonUndefined;
    case TYPE.regex:
      return readRegex(cursor);
    case TYPE.dbPointer:
      return dbPointer(readString(cursor), take(cursor, 12));
    case TYPE.code:
      return new Code(readString(cursor));
    case TYPE.symbol:
      return new BSONSymbol(readString(cursor));
    case TYPE.codeWithScope:
      return readScopedCode(cursor);
    case TYPE.timestamp:
      return readTimestamp(cursor);
    case TYPE.decimal:
      return new Decimal128(take(cursor, 16));
    case TYPE.maxKey:
      return new MaxKey();
    case TYPE.minKey:
      return new MinKey();
    default:
      throw mongoError(22, `Invalid BSON: 0x${type.toString(16)} is no type`);
  }
};

/** Reads the value at the cursor and steps over it. The bytes were validated before. */
export const readValue = (cursor: Cursor, type: number): unknown => {
  switch (type) {
    case TYPE.string:
      return readString(cursor);
    case TYPE.int32:
      cursor.at += 4;
      return cursor.bytes.readInt32LE(cursor.at - 4);
    case TYPE.objectId:
      cursor.at += 12;
      return new ObjectId(cursor.bytes.subarray(cursor.at - 12, cursor.at));
    case TYPE.date:
      return readDate(cursor);
    case TYPE.bool:
      cursor.at += 1;
      return cursor.bytes[cursor.at - 1] !== 0;
    case TYPE.null:
      return null;
    case TYPE.object:
      return readDocument(cursor);
    case TYPE.array:
      return readArray(cursor);
    case TYPE.double:
      return readDouble(cursor);
    case TYPE.long:
      return readLong(cursor);
    case TYPE.binary:
      return readBinary(cursor);
    default:
      return readRareValue(cursor, type);
  }
};

const readArray = (cursor: Cursor): unknown[] => {
  const { bytes } = cursor;
  const end = cursor.at + bytes.readInt32LE(cursor.at) - 1;
  cursor.at += 4;
  const values: unknown[] = [];
  while (cursor.at < end) {
    const type = bytes[cursor.at] as number;
    while (bytes[++cursor.at] !== 0);
    cursor.at += 1;
    values.push(readValue(cursor, type));
  }
  cursor.at = end + 1;
  return values;
};

export const readDocument = (cursor: Cursor): Document => {
  const { bytes } = cursor;
  const end = cursor.at + bytes.readInt32LE(cursor.at) - 1;
  cursor.at += 4;
  const document: Document = {};
  while (cursor.at < end) {
    const type = bytes[cursor.at] as number;
    cursor.at += 1;
    const name = readName(cursor);
    setField(document, name, readValue(cursor, type));
  }
  cursor.at = end + 1;
  return document;
};
