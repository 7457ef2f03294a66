import { Decimal128, Double, Int32, Long } from 'bson';

/** A finite number as it is, `coefficient × 10^exponent`; the three that are not finite stay JS numbers. */
export type Exact = { coefficient: bigint; exponent: number } | number;

const BIAS = 6176;
const MAX_EXPONENT = 6111;
const PRECISION = 34;
const LARGEST = 10n ** 34n - 1n;
// IEEE 754 decimal128: what a double becomes next to a decimal, as the server converts it.
const DOUBLE_DIGITS = 15;

const exactDecimal = (value: Decimal128): Exact => {
  const view = new DataView(value.bytes.buffer, value.bytes.byteOffset, 16);
  const high = view.getBigUint64(8, true);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 0x1fn);
  if (combination === 0x1f) return NaN;
  if (combination === 0x1e) return negative ? -Infinity : Infinity;
  // Coefficients beyond 34 digits are no canonical numbers; IEEE 754 reads them as zero.
  if (combination >= 0x18) return { coefficient: 0n, exponent: Number((high >> 47n) & 0x3fffn) - BIAS };
  const read = ((high & 0x1ffffffffffffn) << 64n) | view.getBigUint64(0, true);
  const coefficient = read > LARGEST ? 0n : read;
  return { coefficient: negative ? -coefficient : coefficient, exponent: Number((high >> 49n) & 0x3fffn) - BIAS };
};

const exactDouble = (value: number): Exact => {
  if (!Number.isFinite(value)) return value;
  let scaled = value;
  let halvings = 0;
  for (; !Number.isInteger(scaled); halvings += 1) scaled *= 2;
  return { coefficient: BigInt(scaled) * 5n ** BigInt(halvings), exponent: -halvings };
};

/** The exact value of anything numeric. */
export const exactOf = (value: unknown): Exact => {
  if (typeof value === 'number') return exactDouble(value);
  if (value instanceof Decimal128) return exactDecimal(value);
  if (value instanceof Long) return { coefficient: value.toBigInt(), exponent: 0 };
  if (typeof value === 'bigint') return { coefficient: value, exponent: 0 };
  return exactDouble(value instanceof Double || value instanceof Int32 ? value.value : NaN);
};

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
const signOf = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);
const digitCount = (value: bigint): number => magnitude(value).toString().length;

/** Brings two numbers to one exponent. */
const aligned = (one: { coefficient: bigint; exponent: number }, other: { coefficient: bigint; exponent: number }) => {
  const exponent = Math.min(one.exponent, other.exponent);
  return {
    exponent,
    one: one.coefficient * 10n ** BigInt(one.exponent - exponent),
    other: other.coefficient * 10n ** BigInt(other.exponent - exponent),
  };
};

/** NaN is the least number and equals itself, as in MongoDB's sort order. */
export const comparePlain = (one: number, other: number): number => {
  if (one < other) return -1;
  if (one > other) return 1;
  if (one === other) return 0;
  return Number.isNaN(one) ? (Number.isNaN(other) ? 0 : -1) : 1;
};

export const compareExact = (one: Exact, other: Exact): number => {
  if (typeof one === 'number') return typeof other === 'number' ? comparePlain(one, other) : comparePlain(one, 0) || 1;
  if (typeof other === 'number') return -compareExact(other, one);
  const sign = signOf(one.coefficient);
  if (sign !== signOf(other.coefficient)) return sign - signOf(other.coefficient) > 0 ? 1 : -1;
  if (sign === 0) return 0;
  // Numbers of different size are told apart without building thousands of digits.
  const size = digitCount(one.coefficient) + one.exponent - digitCount(other.coefficient) - other.exponent;
  if (size !== 0) return size > 0 ? sign : -sign;
  const both = aligned(one, other);
  return signOf(both.one - both.other);
};

const dropDigits = (coefficient: bigint, count: number): bigint => {
  const unit = 10n ** BigInt(count);
  const whole = coefficient / unit;
  const rest = magnitude(coefficient % unit) * 2n;
  const isUp = rest > unit || (rest === unit && whole % 2n !== 0n);
  return isUp ? whole + (coefficient < 0n ? -1n : 1n) : whole;
};

/** The nearest Decimal128, rounding half to even at 34 digits as IEEE 754 does. */
export const toDecimal128 = (value: Exact): Decimal128 => {
  if (typeof value === 'number') return Decimal128.fromString(String(value));
  let { coefficient, exponent } = value;
  const excess = Math.max(digitCount(coefficient) - PRECISION, -BIAS - exponent);
  if (excess > 0) {
    coefficient = dropDigits(coefficient, excess);
    exponent += excess;
  }
  // Rounding 99…9 up gives one digit more, and it is a zero.
  if (digitCount(coefficient) > PRECISION) {
    coefficient /= 10n;
    exponent += 1;
  }
  if (coefficient === 0n) exponent = Math.min(exponent, MAX_EXPONENT);
  for (; exponent > MAX_EXPONENT && digitCount(coefficient) < PRECISION; exponent -= 1) coefficient *= 10n;
  if (exponent > MAX_EXPONENT) return Decimal128.fromString(coefficient < 0n ? '-Infinity' : 'Infinity');
  return Decimal128.fromString(`${coefficient}E${exponent}`);
};

/** A number as an operand of decimal arithmetic. */
export const decimalOperand = (value: unknown): Exact => {
  const number = typeof value === 'number' ? value : value instanceof Double ? value.value : undefined;
  if (number === undefined || !Number.isFinite(number) || Number.isInteger(number)) return exactOf(value);
  return exactDecimal(Decimal128.fromString(number.toPrecision(DOUBLE_DIGITS)));
};

export const addExact = (one: Exact, other: Exact): Exact => {
  if (typeof one === 'number') return typeof other === 'number' ? one + other : one;
  if (typeof other === 'number') return other;
  const both = aligned(one, other);
  return { coefficient: both.one + both.other, exponent: both.exponent };
};

const asSign = (value: Exact): number => (typeof value === 'number' ? value : signOf(value.coefficient));

export const multiplyExact = (one: Exact, other: Exact): Exact => {
  if (typeof one === 'number' || typeof other === 'number') return asSign(one) * asSign(other);
  return { coefficient: one.coefficient * other.coefficient, exponent: one.exponent + other.exponent };
};

/** A quotient to 34 digits and a few to round by. */
export const divideExact = (one: Exact, other: Exact): Exact => {
  if (typeof one === 'number' || typeof other === 'number') return asSign(one) / (asSign(other) || 1);
  const shift = Math.max(0, PRECISION + 4 + digitCount(other.coefficient) - digitCount(one.coefficient));
  const scaled = one.coefficient * 10n ** BigInt(shift);
  let quotient = scaled / other.coefficient;
  let exponent = one.exponent - other.exponent - shift;
  const isRounded = quotient * other.coefficient !== scaled;
  // An exact quotient keeps no zeros that the division only added.
  while (!isRounded && exponent < one.exponent - other.exponent && quotient !== 0n && quotient % 10n === 0n) {
    quotient /= 10n;
    exponent += 1;
  }
  return { coefficient: quotient, exponent };
};
