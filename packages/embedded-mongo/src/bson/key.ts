import { Decimal128, Long, type BSONSymbol, type Code, type ObjectId, type Timestamp } from 'bson';
import { binaryOf, rankOf, regexOf, textOf } from './compare.js';
import { compareExact, exactOf } from './exact.js';
import { plainNumber, toDouble } from './numbers.js';
import { TYPE, typeOf, type DbPointer, type Document } from './types.js';

const HIGH = 0x1_0000_0000;
const FIRST_SIZE = 4096;

/*
 * One byte for the type's rank, then the value in a form whose bytes sort as the values do. No form is the beginning of
 * another, so a descending part is the same bytes inverted. Rank bytes lie in 1..127: 0 is free to end a list.
 */
let scratch = Buffer.allocUnsafe(FIRST_SIZE);
let at = 0;

const reserve = (size: number): void => {
  if (at + size <= scratch.length) return;
  const larger = Buffer.allocUnsafe((at + size) * 2);
  scratch.copy(larger, 0, 0, at);
  scratch = larger;
};

/** Text ends in 00 01 and holds 00 as 00 FF, so "a" sorts before "a\0" and is no beginning of it. */
const writeText = (text: string): void => {
  reserve(text.length * 3 + 2);
  const start = at;
  at += scratch.write(text, at, 'utf8');
  if (text.includes('\0')) {
    const escaped = Buffer.from(scratch.subarray(start, at).toString('latin1').replaceAll('\0', '\0\xff'), 'latin1');
    at = start;
    reserve(escaped.length + 2);
    at += escaped.copy(scratch, at);
  }
  scratch[at++] = 0;
  scratch[at++] = 1;
};

const writeBytes = (bytes: Uint8Array): void => {
  reserve(bytes.length);
  scratch.set(bytes, at);
  at += bytes.length;
};

/** Eight bytes that sort like the double; NaN comes first, and the two zeros are one. */
const writeOrderedDouble = (value: number): void => {
  if (Number.isNaN(value)) {
    scratch.fill(0, at, at + 8);
  } else {
    scratch.writeDoubleBE(value === 0 ? 0 : value, at);
    if ((scratch[at] as number) < 0x80) scratch[at] = (scratch[at] as number) | 0x80;
    else for (let index = at; index < at + 8; index += 1) scratch[index] = ~(scratch[index] as number);
  }
  at += 8;
};

const bits = new DataView(new ArrayBuffer(8));

const nextBelow = (value: number): number => {
  if (value === Infinity) return Number.MAX_VALUE;
  if (value === 0) return -Number.MIN_VALUE;
  bits.setFloat64(0, value);
  bits.setBigUint64(0, bits.getBigUint64(0) + (value > 0 ? -1n : 1n));
  return bits.getFloat64(0);
};

/** Digits of a magnitude: its size, two digits a byte, an end that sorts before any digit; inverted when negative. */
const writeDigits = (coefficient: bigint, exponent: number): void => {
  const negative = coefficient < 0n;
  const digits = (negative ? -coefficient : coefficient).toString().replace(/0+$/, '');
  const size = (negative ? -coefficient : coefficient).toString().length + exponent;
  reserve(digits.length + 8);
  const start = at;
  at = scratch.writeUInt16BE(size + 0x4000, at);
  for (let index = 0; index < digits.length; index += 2) {
    scratch[at++] = Number(digits.slice(index, index + 2).padEnd(2, '0')) + 1;
  }
  scratch[at++] = 0;
  if (negative) for (let index = start; index < at; index += 1) scratch[index] = ~(scratch[index] as number);
};

/**
 * The greatest double that is not above the number, then 0 when that is the number, else 1 and its digits. So ints and
 * doubles cost ten bytes, and a long or a decimal that no double holds still sorts exactly between its neighbours.
 */
const writeNumber = (value: unknown): void => {
  reserve(16);
  const plain = plainNumber(value);
  if (plain !== undefined) {
    writeOrderedDouble(plain);
    scratch[at++] = 0;
    return;
  }
  const exact = exactOf(value);
  let floor = value instanceof Decimal128 || value instanceof Long ? toDouble(value) : Number(value);
  let order = typeof exact === 'number' ? 0 : compareExact(exactOf(floor), exact);
  if (order > 0) {
    floor = nextBelow(floor);
    order = compareExact(exactOf(floor), exact);
  }
  writeOrderedDouble(floor);
  scratch[at++] = order === 0 ? 0 : 1;
  if (order !== 0 && typeof exact !== 'number') writeDigits(exact.coefficient, exact.exponent);
};

const writeDate = (value: Date): void => {
  const ms = value.getTime();
  const high = Math.floor(ms / HIGH);
  at = scratch.writeUInt32BE((high ^ 0x80000000) >>> 0, at);
  at = scratch.writeUInt32BE(ms - high * HIGH, at);
};

const writeBinary = (value: unknown): void => {
  const { bytes, subtype } = binaryOf(value);
  reserve(bytes.length + 5);
  at = scratch.writeUInt32BE(bytes.length, at);
  scratch[at++] = subtype;
  writeBytes(bytes);
};

const writeTimestamp = (value: Timestamp): void => {
  at = scratch.writeUInt32BE(value.high >>> 0, at);
  at = scratch.writeUInt32BE(value.low >>> 0, at);
};

const end = (): void => {
  reserve(1);
  scratch[at++] = 0;
};

const writeArray = (values: readonly unknown[]): void => {
  for (const value of values) writeValue(value);
  end();
};

const writeDocument = (document: Document): void => {
  for (const name of Object.keys(document)) {
    reserve(2);
    scratch[at++] = rankOf(document[name]);
    writeText(name);
    writeValue(document[name]);
  }
  end();
};

const writeRegex = (value: unknown): void => {
  const { pattern, options } = regexOf(value);
  writeText(pattern);
  writeText(options);
};

const writePointer = ({ namespace, id }: DbPointer): void => {
  writeText(namespace);
  writeBytes(id);
};

const writeScopedCode = ({ code, scope }: Code): void => {
  writeText(code);
  writeDocument(scope ?? {});
};

const WRITERS = new Map<number, (value: never) => void>([
  [TYPE.string, writeText],
  [TYPE.symbol, (value: BSONSymbol) => writeText(textOf(value))],
  [TYPE.int32, writeNumber],
  [TYPE.double, writeNumber],
  [TYPE.long, writeNumber],
  [TYPE.decimal, writeNumber],
  [TYPE.objectId, (value: ObjectId) => writeBytes(value.id)],
  [TYPE.date, writeDate],
  [TYPE.bool, (value: boolean) => { scratch[at++] = value ? 1 : 0; }],
  [TYPE.binary, writeBinary],
  [TYPE.array, writeArray],
  [TYPE.object, writeDocument],
  [TYPE.timestamp, writeTimestamp],
  [TYPE.regex, writeRegex],
  [TYPE.dbPointer, writePointer],
  [TYPE.code, (value: Code) => writeText(value.code)],
  [TYPE.codeWithScope, writeScopedCode],
]);

const writeValue = (value: unknown): void => {
  reserve(32);
  scratch[at++] = rankOf(value);
  WRITERS.get(typeOf(value))?.(value as never);
};

/** A key whose bytes sort (memcmp) as the values compare, part by part, each in its own direction. */
export const encodeKey = (values: readonly unknown[], directions: readonly number[]): Buffer => {
  at = 0;
  for (let index = 0; index < values.length; index += 1) {
    const start = at;
    writeValue(values[index]);
    if ((directions[index] as number) < 0) {
      for (let position = start; position < at; position += 1) scratch[position] = ~(scratch[position] as number);
    }
  }
  return Buffer.from(scratch.subarray(0, at));
};
