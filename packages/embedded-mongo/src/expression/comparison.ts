import { compareValues, equalValues } from '../bson/compare.js';
import { mongoError } from '../errors.js';
import { isNullish, type Operator } from './arithmetic.js';

/** As in a query, except that an expression tells a missing field from null, and puts it below. */
export const compareOperands = (one: unknown, other: unknown): number => {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined);
  return Math.sign(compareValues(one, other));
};

const comparison = (holds: (order: number) => boolean): Operator => ([one, other]) => holds(compareOperands(one, other));

const listOf = (operator: string, value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw mongoError(40081, `${operator} requires an array`);
  return value as unknown[];
};

const has = (list: unknown[], value: unknown): boolean => list.some((each) => equalValues(each, value));

const distinct = (list: unknown[]): unknown[] =>
  [...list].sort(compareValues).filter((value, index, all) => index === 0 || !equalValues(value, all[index - 1]));

const sets = (operator: string, combine: (lists: unknown[][]) => unknown): Operator => (values) => {
  const given = values.length === 1 && Array.isArray(values[0]) && (values[0] as unknown[]).every(Array.isArray) ? (values[0] as unknown[]) : values;
  return given.some(isNullish) ? null : combine(given.map((value) => listOf(operator, value)));
};

const extreme = (sign: number): Operator => (values) => {
  const list = (values.length === 1 && Array.isArray(values[0]) ? (values[0] as unknown[]) : values).filter((value) => !isNullish(value));
  if (list.length === 0) return null;
  return list.reduce((one, other) => (compareValues(other, one) * sign > 0 ? other : one));
};

const indexOfArray: Operator = ([list, value, from = 0, to]) => {
  if (isNullish(list)) return null;
  const values = listOf('$indexOfArray', list);
  const end = to === undefined ? values.length : Math.min(Number(to), values.length);
  for (let index = Number(from); index < end; index += 1) if (equalValues(values[index], value)) return index;
  return -1;
};

export const COMPARISON: Readonly<Record<string, Operator>> = {
  $cmp: ([one, other]) => compareOperands(one, other),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $in: ([value, list]) => has(listOf('$in', list), value),
  $indexOfArray: indexOfArray,
  $min: extreme(-1),
  $max: extreme(1),
  $setUnion: sets('$setUnion', (lists) => distinct(lists.flat())),
  $setIntersection: sets('$setIntersection', ([first = [], ...rest]) => distinct(first).filter((value) => rest.every((list) => has(list, value)))),
  $setDifference: sets('$setDifference', ([one = [], other = []]) => distinct(one).filter((value) => !has(other, value))),
  $setIsSubset: sets('$setIsSubset', ([one = [], other = []]) => one.every((value) => has(other, value))),
  $setEquals: sets('$setEquals', ([first = [], ...rest]) =>
    rest.every((list) => list.every((value) => has(first, value)) && first.every((value) => has(list, value)))),
};
