import { Decimal128, Long, ObjectId } from 'bson';
import { exactOf, toDecimal128 } from '../bson/exact.js';
import { doubleValue, fitsInt64, toDouble } from '../bson/numbers.js';
import { shown } from '../bson/shown.js';
import { isInt32Number, isNumeric, TYPE, typeName, typeOf } from '../bson/types.js';
import { mongoError } from '../errors.js';
import { isNullish, type Operator } from './arithmetic.js';

const failed = (value: unknown, to: string, why: string) =>
  mongoError(241, `Failed to parse or convert ${typeName(value)} to ${to} in $convert with no onError value: ${why}`);

const unsupported = (value: unknown, to: string) =>
  mongoError(241, `Unsupported conversion from ${typeName(value)} to ${to} in $convert with no onError value`);

/** A whole number out of anything that converts to one: numbers lose their fraction, text must be whole. */
const whole = (value: unknown, to: string): bigint => {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date) return BigInt(value.getTime());
  if (typeof value === 'string') {
    if (/^[+-]?\d+$/.test(value)) return BigInt(value.replace('+', ''));
    throw failed(value, to, 'the text is no whole number');
  }
  if (!isNumeric(value)) throw unsupported(value, to);
  const exact = exactOf(value);
  if (typeof exact === 'number') throw failed(value, to, 'the number is not finite');
  if (exact.exponent > 40) throw failed(value, to, 'the number is out of range');
  return exact.exponent >= 0 ? exact.coefficient * 10n ** BigInt(exact.exponent) : exact.coefficient / 10n ** BigInt(-exact.exponent);
};

const toInt = (value: unknown): unknown => {
  const number = Number(whole(value, 'int'));
  if (!isInt32Number(number)) throw failed(value, 'int', 'the number is out of range');
  return number;
};

const toLong = (value: unknown): unknown => {
  const number = whole(value, 'long');
  if (!fitsInt64(number)) throw failed(value, 'long', 'the number is out of range');
  return Long.fromBigInt(number);
};

const parsedNumber = (value: string, to: string): number => {
  const number = Number(value);
  if (value.trim() === '' || Number.isNaN(number) && value !== 'NaN') throw failed(value, to, 'the text is no number');
  return number;
};

const convertToDouble = (value: unknown): unknown => {
  if (typeof value === 'string') return doubleValue(parsedNumber(value, 'double'));
  if (typeof value === 'boolean') return doubleValue(value ? 1 : 0);
  if (value instanceof Date) return doubleValue(value.getTime());
  if (!isNumeric(value)) throw unsupported(value, 'double');
  return doubleValue(toDouble(value));
};

const toDecimal = (value: unknown): unknown => {
  if (typeof value === 'string') {
    parsedNumber(value, 'decimal');
    return Decimal128.fromString(value.trim());
  }
  if (isNumeric(value)) return value instanceof Decimal128 ? value : toDecimal128(exactOf(value));
  return toDecimal128(exactOf(whole(value, 'decimal')));
};

const shownDouble = (value: number): string => String(value);

const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Long || value instanceof Decimal128) return value.toString();
  if (isNumeric(value)) return shownDouble(toDouble(value));
  throw unsupported(value, 'string');
};

const toDate = (value: unknown): unknown => {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  const ms = typeof value === 'string' ? Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(value) || !value.includes('T') ? value : `${value}Z`) : toDouble(toLong(value));
  if (Number.isNaN(ms)) throw failed(value, 'date', 'the text is no date');
  return new Date(ms);
};

const toObjectId = (value: unknown): unknown => {
  if (value instanceof ObjectId) return value;
  if (typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)) return new ObjectId(value);
  throw failed(value, 'objectId', 'it takes 24 hexadecimal digits');
};

const toBool = (value: unknown): boolean => (isNumeric(value) ? toDouble(value) !== 0 : value !== false);

const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  int: toInt, long: toLong, double: convertToDouble, decimal: toDecimal, string: toText, date: toDate, objectId: toObjectId, bool: toBool,
};
const BY_CODE: Readonly<Record<number, string>> = {
  1: 'double', 2: 'string', 7: 'objectId', 8: 'bool', 9: 'date', 16: 'int', 18: 'long', 19: 'decimal',
};

const unary = (to: string): Operator => ([value]) => (isNullish(value) ? null : CONVERSIONS[to]?.(value));

const target = (to: unknown): ((value: unknown) => unknown) => {
  const name = typeof to === 'string' ? to : BY_CODE[toDouble(to)];
  const convert = name !== undefined && Object.hasOwn(CONVERSIONS, name) ? CONVERSIONS[name] : undefined;
  if (!convert) throw mongoError(2, `Unknown type name: ${shown(to)}`);
  return convert;
};

/** `$convert`, with what it falls back to when there is nothing to convert or it fails. */
export const convertValue = (input: unknown, to: unknown, onNull: unknown, onError: (() => unknown) | undefined): unknown => {
  if (isNullish(input)) return onNull ?? null;
  const convert = target(to);
  try {
    return convert(input);
  } catch (error) {
    if (!onError) throw error;
    return onError();
  }
};

export const CONVERSION: Readonly<Record<string, Operator>> = {
  $toInt: unary('int'),
  $toLong: unary('long'),
  $toDouble: unary('double'),
  $toDecimal: unary('decimal'),
  $toString: unary('string'),
  $toDate: unary('date'),
  $toObjectId: unary('objectId'),
  $toBool: unary('bool'),
  $type: ([value]) => typeName(value),
  $isNumber: ([value]) => isNumeric(value),
  $isArray: ([value]) => Array.isArray(value) && typeOf(value) === TYPE.array,
};
