import { Decimal128, Double, Int32, Long } from 'bson';
import {
  addExact, compareExact, comparePlain, decimalOperand, exactOf, multiplyExact, toDecimal128, type Exact,
} from './exact.js';
import { isInt32Number, TYPE, typeOf } from './types.js';

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** The JS number that *is* the value, or undefined when only a long or a decimal can hold it. */
export const plainNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (!(value instanceof Long)) return undefined;
  const number = value.toNumber();
  return Number.isSafeInteger(number) ? number : undefined;
};

export const compareNumbers = (one: unknown, other: unknown): number => {
  if (typeof one === 'number' && typeof other === 'number') return comparePlain(one, other);
  const left = plainNumber(one);
  const right = plainNumber(other);
  if (left !== undefined && right !== undefined) return comparePlain(left, right);
  if (one instanceof Long && other instanceof Long) return one.compare(other);
  return compareExact(exactOf(one), exactOf(other));
};

/** NaN of either kind that has one. */
export const isNaNValue = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isNaN(value);
  return (value instanceof Double || value instanceof Decimal128) && Number.isNaN(toDouble(value));
};

/** A double in the form a document keeps it in. */
export const doubleValue = (value: number): number | Double => (isInt32Number(value) ? new Double(value) : value);

export const fitsInt64 = (value: bigint): boolean => value >= MIN_INT64 && value <= MAX_INT64;

/** Nearest JS number of anything numeric; only for what is a double anyway, or a count. */
export const toDouble = (value: unknown): number => {
  if (typeof value === 'number') return value;
  if (value instanceof Long) return Number(value.toBigInt());
  if (value instanceof Decimal128) return Number(value.toString());
  return plainNumber(value) ?? Number(value);
};

const bigOf = (value: unknown): bigint => {
  if (value instanceof Long) return value.toBigInt();
  return typeof value === 'bigint' ? value : BigInt(toDouble(value));
};

/** What becomes of a whole result that no int64 holds: updates refuse it, aggregation goes on as double. */
export type OnOverflow = (result: bigint) => unknown;

type Operation = {
  plain: (one: number, other: number) => number;
  big: (one: bigint, other: bigint) => bigint;
  exact: (one: Exact, other: Exact) => Exact;
};

const ADD: Operation = { plain: (one, other) => one + other, big: (one, other) => one + other, exact: addExact };
const MULTIPLY: Operation = { plain: (one, other) => one * other, big: (one, other) => one * other, exact: multiplyExact };

const wholeValue = (result: bigint, isLong: boolean, onOverflow: OnOverflow): unknown => {
  if (!isLong) {
    const number = Number(result);
    if (isInt32Number(number)) return number;
  }
  return fitsInt64(result) ? Long.fromBigInt(result) : onOverflow(result);
};

/** MongoDB's widening: decimal over double over long over int, and int becomes long when it has to. */
const combine = (operation: Operation, one: unknown, other: unknown, onOverflow: OnOverflow): unknown => {
  const left = typeOf(one);
  const right = typeOf(other);
  if (left === TYPE.decimal || right === TYPE.decimal) {
    return toDecimal128(operation.exact(decimalOperand(one), decimalOperand(other)));
  }
  if (left === TYPE.double || right === TYPE.double) {
    return doubleValue(operation.plain(toDouble(one), toDouble(other)));
  }
  const isLong = left === TYPE.long || right === TYPE.long;
  if (!isLong) {
    const sum = operation.plain(toDouble(one), toDouble(other));
    if (isInt32Number(sum)) return sum;
  }
  return wholeValue(operation.big(bigOf(one), bigOf(other)), isLong, onOverflow);
};

export const addNumbers = (one: unknown, other: unknown, onOverflow: OnOverflow): unknown =>
  combine(ADD, one, other, onOverflow);

export const multiplyNumbers = (one: unknown, other: unknown, onOverflow: OnOverflow): unknown =>
  combine(MULTIPLY, one, other, onOverflow);

/** The whole number a value stands for, or undefined when it is none or does not fit an int64. */
export const wholeNumber = (value: unknown): bigint | undefined => {
  const exact = exactOf(value);
  if (typeof exact === 'number') return undefined;
  // Far beyond an int64; building the digits would only cost.
  if (exact.exponent > 20 && exact.coefficient !== 0n) return undefined;
  const { coefficient, exponent } = exact;
  if (exponent >= 0) return fitted(coefficient * 10n ** BigInt(exponent));
  const unit = 10n ** BigInt(-exponent);
  return coefficient % unit === 0n ? fitted(coefficient / unit) : undefined;
};

const fitted = (value: bigint): bigint | undefined => (fitsInt64(value) ? value : undefined);
