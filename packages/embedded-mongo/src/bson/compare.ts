import type { Binary, BSONRegExp, BSONSymbol, Code, ObjectId, Timestamp } from 'bson';
import { compareNumbers } from './numbers.js';
import { TYPE, typeOf, type DbPointer, type Document } from './types.js';

/** MongoDB's order of types; those with one rank compare by value. A missing field sorts as null. */
const RANKS = new Uint8Array(256);
const ORDER: readonly (readonly number[])[] = [
  [TYPE.minKey], [TYPE.undefined], [TYPE.missing, TYPE.null], [TYPE.int32, TYPE.double, TYPE.long, TYPE.decimal],
  [TYPE.string, TYPE.symbol], [TYPE.object], [TYPE.array], [TYPE.binary], [TYPE.objectId], [TYPE.bool], [TYPE.date],
  [TYPE.timestamp], [TYPE.regex], [TYPE.dbPointer], [TYPE.code], [TYPE.codeWithScope], [TYPE.maxKey],
];
ORDER.forEach((types, index) => types.forEach((type) => { RANKS[type] = index + 1; }));

export const rankOf = (value: unknown): number => RANKS[typeOf(value)] as number;

// UTF-16 puts surrogates below U+E000..U+FFFF, UTF-8 (which MongoDB compares) above.
const asUtf8Order = (unit: number): number => {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
};

export const compareText = (one: string, other: string): number => {
  if (one === other) return 0;
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const left = one.charCodeAt(index);
    const right = other.charCodeAt(index);
    if (left !== right) return asUtf8Order(left) < asUtf8Order(right) ? -1 : 1;
  }
  return one.length < other.length ? -1 : 1;
};

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (value as BSONSymbol).value);

/** The bytes and subtype of binary data, whichever class carries them. */
export const binaryOf = (value: unknown): { bytes: Uint8Array; subtype: number } => {
  if (value instanceof Uint8Array) return { bytes: value, subtype: 0 };
  const binary = value as Binary;
  return { bytes: binary.buffer.subarray(0, binary.position), subtype: binary.sub_type };
};

export const regexOf = (value: unknown): { pattern: string; options: string } => {
  if (value instanceof RegExp) return { pattern: value.source, options: value.flags.replaceAll(/[^imsux]/g, '') };
  const { pattern, options } = value as BSONRegExp;
  return { pattern, options };
};

const compareBinary = (one: unknown, other: unknown): number => {
  const left = binaryOf(one);
  const right = binaryOf(other);
  return left.bytes.length - right.bytes.length || left.subtype - right.subtype || Buffer.compare(left.bytes, right.bytes);
};

const compareRegex = (one: unknown, other: unknown): number => {
  const left = regexOf(one);
  const right = regexOf(other);
  return compareText(left.pattern, right.pattern) || compareText(left.options, right.options);
};

const compareTimestamp = (one: Timestamp, other: Timestamp): number =>
  (one.high >>> 0) - (other.high >>> 0) || (one.low >>> 0) - (other.low >>> 0);

const comparePointer = (one: DbPointer, other: DbPointer): number =>
  compareText(one.namespace, other.namespace) || Buffer.compare(one.id, other.id);

const compareScopedCode = (one: Code, other: Code): number =>
  compareText(one.code, other.code) || compareDocuments(one.scope ?? {}, other.scope ?? {});

const compareArrays = (one: readonly unknown[], other: readonly unknown[]): number => {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const order = compareValues(one[index], other[index]);
    if (order !== 0) return order;
  }
  return one.length - other.length;
};

/** Field by field in their order: type, then name, then value, as the server compares two elements. */
const compareDocuments = (one: Document, other: Document): number => {
  const names = Object.keys(one);
  const otherNames = Object.keys(other);
  const length = Math.min(names.length, otherNames.length);
  for (let index = 0; index < length; index += 1) {
    const name = names[index] as string;
    const otherName = otherNames[index] as string;
    const order = rankOf(one[name]) - rankOf(other[otherName])
      || compareText(name, otherName) || compareValues(one[name], other[otherName]);
    if (order !== 0) return order;
  }
  return names.length - otherNames.length;
};

const compareRare = (type: number, one: unknown, other: unknown): number => {
  switch (type) {
    case TYPE.array:
      return compareArrays(one as unknown[], other as unknown[]);
    case TYPE.binary:
      return compareBinary(one, other);
    case TYPE.timestamp:
      return compareTimestamp(one as Timestamp, other as Timestamp);
    case TYPE.regex:
      return compareRegex(one, other);
    case TYPE.dbPointer:
      return comparePointer(one as DbPointer, other as DbPointer);
    case TYPE.code:
      return compareText((one as Code).code, (other as Code).code);
    case TYPE.codeWithScope:
      return compareScopedCode(one as Code, other as Code);
    default:
      return 0;
  }
};

const compareSameRank = (type: number, one: unknown, other: unknown): number => {
  switch (type) {
    case TYPE.string:
    case TYPE.symbol:
      return compareText(textOf(one), textOf(other));
    case TYPE.int32:
    case TYPE.double:
    case TYPE.long:
    case TYPE.decimal:
      return compareNumbers(one, other);
    case TYPE.objectId:
      return Buffer.compare((one as ObjectId).id, (other as ObjectId).id);
    case TYPE.bool:
      return Number(one) - Number(other);
    case TYPE.date:
      return (one as Date).getTime() - (other as Date).getTime();
    case TYPE.object:
      return compareDocuments(one as Document, other as Document);
    default:
      return compareRare(type, one, other);
  }
};

/** MongoDB's total order over all values: negative, zero or positive. */
export const compareValues = (one: unknown, other: unknown): number => {
  if (typeof one === 'string' && typeof other === 'string') return compareText(one, other);
  const type = typeOf(one);
  const difference = (RANKS[type] as number) - (RANKS[typeOf(other)] as number);
  return difference || compareSameRank(type, one, other);
};

export const equalValues = (one: unknown, other: unknown): boolean =>
  one === other || compareValues(one, other) === 0;
