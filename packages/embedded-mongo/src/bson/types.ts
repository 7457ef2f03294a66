import {
  Binary, BSONRegExp, BSONSymbol, Code, DBRef, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp,
} from 'bson';

/**
 * A decoded document. A JS number means int32 when it is a whole number that fits one, and double otherwise; a double
 * that happens to be a small whole number is a `Double`. So decoding loses no type and costs no wrapper in the common case.
 */
export type Document = Record<string, unknown>;

export const TYPE = {
  missing: 0,
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binary: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  code: 13,
  symbol: 14,
  codeWithScope: 15,
  int32: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  maxKey: 127,
  minKey: 255,
} as const;

const undefinedPrototype = Object.create(null) as object;
const pointerPrototype = Object.create(null) as object;

/** BSON's deprecated `undefined`, kept apart from a missing field so that it survives a rewrite. */
export const bsonUndefined: object = Object.freeze(Object.create(undefinedPrototype));

export type DbPointer = { namespace: string; id: Uint8Array };

/** BSON's deprecated DBPointer has no class in the bson package that writes it back as it was. */
export const dbPointer = (namespace: string, id: Uint8Array): DbPointer =>
  Object.assign(Object.create(pointerPrototype) as object, { namespace, id });

// Looked up by prototype: a stored field called `_bsontype` must never pass for a BSON type.
const CODES = new Map<unknown, number>([
  [ObjectId.prototype, TYPE.objectId],
  [Date.prototype, TYPE.date],
  [Double.prototype, TYPE.double],
  [Long.prototype, TYPE.long],
  [Int32.prototype, TYPE.int32],
  [Decimal128.prototype, TYPE.decimal],
  [Binary.prototype, TYPE.binary],
  [Uint8Array.prototype, TYPE.binary],
  [Buffer.prototype, TYPE.binary],
  [BSONRegExp.prototype, TYPE.regex],
  [RegExp.prototype, TYPE.regex],
  [BSONSymbol.prototype, TYPE.symbol],
  [Timestamp.prototype, TYPE.timestamp],
  [MinKey.prototype, TYPE.minKey],
  [MaxKey.prototype, TYPE.maxKey],
  [DBRef.prototype, TYPE.object],
  [undefinedPrototype, TYPE.undefined],
  [pointerPrototype, TYPE.dbPointer],
]);

export const isInt32Number = (value: number) => (value | 0) === value && !Object.is(value, -0);

const objectTypeOf = (value: object): number => {
  if (Array.isArray(value)) return TYPE.array;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype) return TYPE.object;
  const known = CODES.get(prototype);
  if (known !== undefined) return known;
  if (value instanceof Code) return value.scope ? TYPE.codeWithScope : TYPE.code;
  return value instanceof Binary ? TYPE.binary : TYPE.object;
};

/** The BSON type byte a value is stored with; `missing` for a field that is not there. */
export const typeOf = (value: unknown): number => {
  switch (typeof value) {
    case 'string':
      return TYPE.string;
    case 'number':
      return isInt32Number(value) ? TYPE.int32 : TYPE.double;
    case 'boolean':
      return TYPE.bool;
    case 'bigint':
      return TYPE.long;
    case 'object':
      return value === null ? TYPE.null : objectTypeOf(value);
    default:
      return TYPE.missing;
  }
};

export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && typeOf(value) === TYPE.object;

export const isNumeric = (value: unknown): boolean => {
  if (typeof value === 'number') return true;
  const type = typeOf(value);
  return type === TYPE.double || type === TYPE.int32 || type === TYPE.long || type === TYPE.decimal;
};

/** MongoDB's names for `$type`, error messages and `$type` expressions. */
export const TYPE_NAMES: Readonly<Record<number, string>> = {
  0: 'missing', 1: 'double', 2: 'string', 3: 'object', 4: 'array', 5: 'binData', 6: 'undefined', 7: 'objectId', 8: 'bool',
  9: 'date', 10: 'null', 11: 'regex', 12: 'dbPointer', 13: 'javascript', 14: 'symbol', 15: 'javascriptWithScope',
  16: 'int', 17: 'timestamp', 18: 'long', 19: 'decimal', 127: 'maxKey', 255: 'minKey',
};

export const typeName = (value: unknown): string => TYPE_NAMES[typeOf(value)] ?? 'object';

/**
 * A field of a document. What the prototype lends (`constructor`, `__proto__`) is never a field: BSON knows no functions,
 * and the only other inherited value is Object.prototype itself.
 */
export const fieldOf = (document: Document, name: string): unknown => {
  const value = document[name];
  return typeof value === 'function' || value === Object.prototype ? undefined : value;
};

export const hasField = (document: Document, name: string): boolean => Object.hasOwn(document, name);

/** Sets a field under any name; plain assignment to `__proto__` would change the prototype instead. */
export const setField = (document: Document, name: string, value: unknown): void => {
  if (name === '__proto__') {
    Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true });
  } else document[name] = value;
};
