import { regexOf } from '../bson/compare.js';
import { exactOf } from '../bson/exact.js';
import { plainNumber, toDouble, wholeNumber } from '../bson/numbers.js';
import { shown } from '../bson/shown.js';
import { isDocument, isNumeric, TYPE, TYPE_NAMES, typeName, typeOf, type Document } from '../bson/types.js';
import { mongoError } from '../errors.js';
import type { Leaf } from './matcher-nodes.js';
import { regexLeaf } from './matcher-regex.js';

const bad = (message: string) => mongoError(2, message);

const isRegex = (value: unknown): boolean => typeOf(value) === TYPE.regex;

export const patternLeaf = (value: unknown, options?: string): Leaf => {
  const { pattern, options: own } = regexOf(value);
  return regexLeaf(pattern, options ?? own);
};

/** A value where an operator was not written: a pattern matches, anything else equals. */
export const valueLeaf = (value: unknown): Leaf => (isRegex(value) ? patternLeaf(value) : { kind: 'eq', value });

const checkComparable = (path: string, operator: string, value: unknown): void => {
  if (typeOf(value) === TYPE.undefined) throw bad('cannot compare to undefined');
  if (!isRegex(value) || operator === '$eq') return;
  throw bad(operator === '$ne' ? "Can't have regex as arg to $ne." : `Can't have RegEx as arg to predicate over field '${path}'.`);
};

const COMPARISONS: Readonly<Record<string, 'eq' | 'lt' | 'lte' | 'gt' | 'gte'>> = {
  $eq: 'eq', $lt: 'lt', $lte: 'lte', $gt: 'gt', $gte: 'gte',
};

export const comparisonLeaf = (path: string, operator: string, value: unknown): Leaf => {
  checkComparable(path, operator, value);
  if (operator === '$ne') return { kind: 'not', leaves: [{ kind: 'eq', value }] };
  return { kind: COMPARISONS[operator] ?? 'eq', value };
};

const isOperatorObject = (value: unknown): boolean =>
  isDocument(value) && (Object.keys(value)[0] ?? '').startsWith('$') && !('$ref' in value) && !('$id' in value);

export const inLeaf = (operator: string, value: unknown): Leaf => {
  if (!Array.isArray(value)) throw bad(`${operator} needs an array`);
  if (value.some(isOperatorObject)) throw bad('cannot nest $ under $in');
  if (value.some((each) => typeOf(each) === TYPE.undefined)) throw bad('InMatchExpression equality cannot be undefined');
  const patterns = value.filter(isRegex).map((each) => patternLeaf(each));
  const leaf: Leaf = { kind: 'in', values: value.filter((each) => !isRegex(each)), patterns };
  return operator === '$nin' ? { kind: 'not', leaves: [leaf] } : leaf;
};

/** Truth as the server takes it from a number or a boolean: `$exists: 0`, `{ a: 0.0 }`. */
export const isTruthy = (value: unknown): boolean => {
  if (isNumeric(value)) return toDouble(value) !== 0;
  const type = typeOf(value);
  return value !== false && type !== TYPE.null && type !== TYPE.undefined && type !== TYPE.missing;
};

export const existsLeaf = (value: unknown): Leaf => {
  const leaf: Leaf = { kind: 'exists' };
  return isTruthy(value) ? leaf : { kind: 'not', leaves: [leaf] };
};

const ALIASES = new Map(Object.entries(TYPE_NAMES).map(([code, name]) => [name, Number(code)]));
ALIASES.delete('missing');
const NUMBER_TYPES = [TYPE.double, TYPE.int32, TYPE.long, TYPE.decimal];

const typeCodes = (value: unknown): number[] => {
  if (typeof value === 'string') {
    if (value === 'number') return NUMBER_TYPES;
    const code = ALIASES.get(value);
    if (code === undefined) throw bad(`Unknown type name alias: ${value}`);
    return [code];
  }
  if (!isNumeric(value)) throw mongoError(14, 'type must be represented as a number or a string');
  const code = toDouble(value);
  if (code === -1) return [TYPE.minKey];
  if (code === 0 || TYPE_NAMES[code] === undefined) throw bad(`Invalid numerical type code: ${code}`);
  return [code];
};

export const typeLeaf = (value: unknown): Leaf => {
  if (Array.isArray(value) && value.length === 0) throw mongoError(9, '$type must match at least one type');
  const codes = new Set((Array.isArray(value) ? value : [value]).flatMap(typeCodes));
  return { kind: 'test', expands: true, test: (candidate) => codes.has(typeOf(candidate)) };
};

export const sizeLeaf = (value: unknown): Leaf => {
  const size = isNumeric(value) ? wholeNumber(value) : undefined;
  if (size === undefined) throw bad(`Failed to parse $size. Expected an integer in: $size: ${shown(value)}`);
  if (size < 0n) throw bad(`Failed to parse $size. Expected a non-negative number in: $size: ${size}`);
  const length = Number(size);
  return { kind: 'test', expands: false, test: (candidate) => Array.isArray(candidate) && candidate.length === length };
};

/** Toward zero, as the server makes an int64 of a divisor, a remainder and what is divided. */
const truncated = (value: unknown): bigint | undefined => {
  const plain = plainNumber(value);
  if (plain !== undefined) return Number.isFinite(plain) ? BigInt(Math.trunc(plain)) : undefined;
  const exact = exactOf(value);
  if (typeof exact === 'number' || exact.exponent > 20) return undefined;
  const { coefficient, exponent } = exact;
  return exponent >= 0 ? coefficient * 10n ** BigInt(exponent) : coefficient / 10n ** BigInt(-exponent);
};

export const modLeaf = (value: unknown): Leaf => {
  if (!Array.isArray(value)) throw bad('malformed mod, needs to be an array');
  if (value.length < 2) throw bad('malformed mod, not enough elements');
  if (value.length > 2) throw bad('malformed mod, too many elements');
  if (!isNumeric(value[0])) throw bad('malformed mod, divisor not a number');
  if (!isNumeric(value[1])) throw bad('malformed mod, remainder not a number');
  const [divisor, remainder] = value.map(truncated);
  if (divisor === undefined || remainder === undefined) throw bad('malformed mod, divisor value is invalid');
  if (divisor === 0n) throw bad('divisor cannot be 0');
  const test = (candidate: unknown): boolean => {
    if (!isNumeric(candidate)) return false;
    const whole = truncated(candidate);
    return whole !== undefined && whole % divisor === remainder;
  };
  return { kind: 'test', expands: true, test };
};

export const regexWithOptions = (operators: Document): Leaf => {
  const pattern = operators['$regex'];
  const options = operators['$options'];
  if (options !== undefined && typeof options !== 'string') throw bad('$options has to be a string');
  if (typeof pattern === 'string') return regexLeaf(pattern, options ?? '');
  if (!isRegex(pattern)) throw bad(pattern === undefined ? '$options needs a $regex' : `$regex has to be a string, got ${typeName(pattern)}`);
  const own = regexOf(pattern).options;
  if (options !== undefined && own !== '') throw mongoError(51075, 'options set in both $regex and $options');
  return patternLeaf(pattern, options ?? own);
};
