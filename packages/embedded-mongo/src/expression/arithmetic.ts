import { Decimal128 } from 'bson';
import { divideExact, decimalOperand, exactOf, toDecimal128 } from '../bson/exact.js';
import { addNumbers, doubleValue, multiplyNumbers, toDouble, type OnOverflow } from '../bson/numbers.js';
import { isNumeric, TYPE, typeName, typeOf } from '../bson/types.js';
import { mongoError } from '../errors.js';

export type Operator = (values: unknown[]) => unknown;

export const isNullish = (value: unknown): boolean => {
  const type = typeOf(value);
  return type === TYPE.missing || type === TYPE.null || type === TYPE.undefined;
};

// In an expression a whole result beyond int64 goes on as a double; only updates refuse it.
const asDouble: OnOverflow = (result) => doubleValue(Number(result));

const wrongType = (operator: string, value: unknown) =>
  mongoError(14, `${operator} only supports numeric types, not ${typeName(value)}`);

const isDate = (value: unknown): value is Date => value instanceof Date;

const numbersOf = (operator: string, values: unknown[]): unknown[] => {
  const wrong = values.find((value) => !isNumeric(value));
  if (wrong !== undefined) throw wrongType(operator, wrong);
  return values;
};

const add: Operator = (values) => {
  if (values.some(isNullish)) return null;
  const dates = values.filter(isDate);
  if (dates.length > 1) throw mongoError(16612, 'only one date allowed in an $add expression');
  const sum = numbersOf('$add', values.filter((value) => !isDate(value))).reduce((one, other) => addNumbers(one, other, asDouble), 0);
  return dates[0] ? new Date(dates[0].getTime() + Math.round(toDouble(sum))) : sum;
};

const negated = (value: unknown): unknown => multiplyNumbers(value, -1, asDouble);

const subtract: Operator = ([one, other]) => {
  if (isNullish(one) || isNullish(other)) return null;
  if (isDate(one) && isDate(other)) return multiplyNumbers(one.getTime() - other.getTime(), 1, asDouble);
  if (isDate(one)) return new Date(one.getTime() - Math.round(toDouble(numbersOf('$subtract', [other])[0])));
  numbersOf('$subtract', [one, other]);
  return addNumbers(one, negated(other), asDouble);
};

const multiply: Operator = (values) => {
  if (values.some(isNullish)) return null;
  return numbersOf('$multiply', values).reduce((one, other) => multiplyNumbers(one, other, asDouble), 1);
};

const isDecimal = (value: unknown): boolean => value instanceof Decimal128;

const divide: Operator = ([one, other]) => {
  if (isNullish(one) || isNullish(other)) return null;
  numbersOf('$divide', [one, other]);
  if (toDouble(other) === 0) throw mongoError(2, "can't $divide by zero");
  if (isDecimal(one) || isDecimal(other)) return toDecimal128(divideExact(decimalOperand(one), decimalOperand(other)));
  return doubleValue(toDouble(one) / toDouble(other));
};

/** Whole numbers divide as whole numbers; a remainder of decimals is computed on their digits. */
const mod: Operator = ([one, other]) => {
  if (isNullish(one) || isNullish(other)) return null;
  numbersOf('$mod', [one, other]);
  if (toDouble(other) === 0) throw mongoError(16610, "can't $mod by zero");
  const types = [typeOf(one), typeOf(other)];
  if (types.includes(TYPE.double) && !types.includes(TYPE.decimal)) return doubleValue(toDouble(one) % toDouble(other));
  const left = decimalOperand(one);
  const right = decimalOperand(other);
  if (typeof left === 'number' || typeof right === 'number') return toDecimal128(NaN);
  const exponent = Math.min(left.exponent, right.exponent);
  const scale = (value: typeof left) => value.coefficient * 10n ** BigInt(value.exponent - exponent);
  const rest = { coefficient: scale(left) % scale(right), exponent };
  if (types.includes(TYPE.decimal)) return toDecimal128(rest);
  return multiplyNumbers(types.includes(TYPE.long) ? rest.coefficient : Number(rest.coefficient), 1, asDouble);
};

const abs: Operator = ([value]) => {
  if (isNullish(value)) return null;
  numbersOf('$abs', [value]);
  const isNegative = toDouble(value) < 0 || Object.is(toDouble(value), -0);
  return isNegative ? negated(value) : value;
};

type Rounding = (value: number) => number;

const halfEven: Rounding = (value) => {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
};

/** Ints and longs are whole already; decimals are refused rather than rounded through a double. */
const rounded = (operator: string, rounding: Rounding): Operator => ([value, given]) => {
  if (isNullish(value)) return null;
  numbersOf(operator, [value]);
  const place = given === undefined ? 0 : toDouble(given);
  const type = typeOf(value);
  if ((type === TYPE.int32 || type === TYPE.long) && place >= 0) return value;
  if (type === TYPE.decimal) throw mongoError(238, `${operator} of a decimal is not supported by the embedded store`);
  const result = rounding(Number(`${toDouble(value)}e${place}`));
  const back = Number(`${result}e${-place}`);
  return type === TYPE.double ? doubleValue(back) : multiplyNumbers(back, 1, asDouble);
};

const isFiniteNumber = (value: unknown): boolean => typeof exactOf(value) !== 'number';

/** `$sum` and `$avg` as expressions: one array, or the arguments; what is no number is left out. */
const flat = (values: unknown[]): unknown[] =>
  (values.length === 1 && Array.isArray(values[0]) ? (values[0] as unknown[]) : values).filter(isNumeric);

const sum: Operator = (values) => flat(values).reduce((one, other) => addNumbers(one, other, asDouble), 0);

/** Two numbers as one, in the wider of their types. */
export const sumOf = (one: unknown, other: unknown): unknown => addNumbers(one, other, asDouble);

export const averageOf = (total: unknown, count: number): unknown =>
  (isDecimal(total) && isFiniteNumber(total) ? divide([total, count]) : doubleValue(toDouble(total) / count));

const average: Operator = (values) => {
  const numbers = flat(values);
  return numbers.length === 0 ? null : averageOf(sum(numbers), numbers.length);
};

export const ARITHMETIC: Readonly<Record<string, Operator>> = {
  $add: add,
  $subtract: subtract,
  $multiply: multiply,
  $divide: divide,
  $mod: mod,
  $abs: abs,
  $ceil: rounded('$ceil', Math.ceil),
  $floor: rounded('$floor', Math.floor),
  $round: rounded('$round', halfEven),
  $trunc: rounded('$trunc', Math.trunc),
  $sum: sum,
  $avg: average,
};
