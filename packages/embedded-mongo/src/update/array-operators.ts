import { compareValues, equalValues } from '../bson/compare.js';
import { plainNumber } from '../bson/numbers.js';
import { shown } from '../bson/shown.js';
import { isDocument, typeName, typeOf, TYPE, type Document } from '../bson/types.js';
import { mongoError } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { equalTest } from '../query/matcher-leaf.js';
import type { Test } from '../query/matcher-nodes.js';
import { compileSort } from '../query/sort.js';

type Ground = { path: string; id: unknown };
type Change = (current: unknown, ground: Ground) => unknown;

const wholeOf = (what: string, value: unknown): number => {
  const number = plainNumber(value);
  if (number === undefined || !Number.isInteger(number)) {
    throw mongoError(2, `The value for ${what} must be an integer value but was given type: ${typeName(value)}`);
  }
  return number;
};

type Arrange = (array: unknown[]) => unknown[];

const sortBy = (spec: unknown): Arrange => {
  const direction = plainNumber(spec);
  if (direction === 1 || direction === -1) return (array) => [...array].sort((one, other) => compareValues(one, other) * direction);
  if (!isDocument(spec)) throw mongoError(2, 'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields');
  if (Object.keys(spec).length === 0) throw mongoError(2, 'The $sort pattern is empty when it should be a set of fields.');
  const compare = compileSort(spec);
  // What is no document has none of the fields, and so sorts as if they were missing.
  const asDocument = (value: unknown): Document => (isDocument(value) ? value : {});
  return (array) => [...array].sort((one, other) => compare(asDocument(one), asDocument(other)));
};

const inserted = (array: unknown[], values: unknown[], position: number | undefined): unknown[] => {
  if (position === undefined) return [...array, ...values];
  const at = position < 0 ? Math.max(0, array.length + position) : Math.min(position, array.length);
  return [...array.slice(0, at), ...values, ...array.slice(at)];
};

const MODIFIERS = new Set(['$each', '$slice', '$sort', '$position']);

const push = (argument: unknown): Change => {
  const modifiers: Document = isDocument(argument) && '$each' in argument ? argument : { $each: [argument] };
  const unknown = Object.keys(modifiers).find((name) => !MODIFIERS.has(name));
  if (unknown) throw mongoError(2, `Unrecognized clause in $push: ${unknown}`);
  const values = modifiers['$each'];
  if (!Array.isArray(values)) throw mongoError(2, `The argument to $each in $push must be an array but it was of type: ${typeName(values)}`);
  const position = '$position' in modifiers ? wholeOf('$position', modifiers['$position']) : undefined;
  const slice = '$slice' in modifiers ? wholeOf('$slice', modifiers['$slice']) : undefined;
  const sort = '$sort' in modifiers ? sortBy(modifiers['$sort']) : undefined;
  return (current, { path, id }) => {
    if (current !== undefined && !Array.isArray(current)) {
      throw mongoError(2, `The field '${path}' must be an array but is of type ${typeName(current)} in document {_id: ${shown(id)}}`);
    }
    let array = inserted((current as unknown[] | undefined) ?? [], values, position);
    if (sort) array = sort(array);
    if (slice === undefined) return array;
    if (slice < 0) return array.slice(slice);
    return array.slice(0, slice);
  };
};

const addToSet = (argument: unknown): Change => {
  const isEach = isDocument(argument) && Object.keys(argument)[0] === '$each';
  const extra = isEach ? Object.keys(argument).find((name) => name !== '$each') : undefined;
  if (extra) throw mongoError(2, `Found unexpected fields after $each in $addToSet: ${extra}`);
  const values: unknown = isEach ? argument['$each'] : [argument];
  if (!Array.isArray(values)) throw mongoError(14, `The argument to $each in $addToSet must be an array but it was of type ${typeName(values)}`);
  return (current, { path }) => {
    if (current !== undefined && !Array.isArray(current)) {
      throw mongoError(2, `Cannot apply $addToSet to non-array field. Field named '${path.split('.').at(-1)}' has non-array type ${typeName(current)}`);
    }
    const array = [...((current as unknown[] | undefined) ?? [])];
    for (const value of values as unknown[]) if (!array.some((each) => equalValues(each, value))) array.push(value);
    return array;
  };
};

const pop = (argument: unknown): Change => {
  const end = plainNumber(argument);
  if (end !== 1 && end !== -1) throw mongoError(9, `$pop expects 1 or -1, found: ${shown(argument)}`);
  return (current, { path }) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current)) throw mongoError(14, `Path '${path}' contains an element of non-array type '${typeName(current)}'`);
    return end === 1 ? current.slice(0, -1) : current.slice(1);
  };
};

const without = (operator: string, isGone: Test): Change => (current) => {
  if (current === undefined) return undefined;
  if (!Array.isArray(current)) throw mongoError(2, `Cannot apply ${operator} to a non-array value`);
  return (current as unknown[]).filter((value) => !isGone(value));
};

const pullTest = (condition: unknown): Test => {
  const isOperators = isDocument(condition) && (Object.keys(condition)[0] ?? '').startsWith('$');
  if (isOperators && ['$and', '$or', '$nor'].includes(Object.keys(condition)[0] as string)) {
    const accepts = compileFilter(condition);
    return (value) => isDocument(value) && accepts(value);
  }
  if (isOperators || typeOf(condition) === TYPE.regex) {
    const accepts = compileFilter({ value: condition });
    return (value) => accepts({ value });
  }
  if (!isDocument(condition)) return equalTest(condition);
  const accepts = compileFilter(condition);
  return (value) => isDocument(value) && accepts(value);
};

const pullAll = (argument: unknown): Change => {
  if (!Array.isArray(argument)) throw mongoError(2, `$pullAll requires an array argument but was given a ${typeName(argument)}`);
  const tests = argument.map(equalTest);
  return without('$pullAll', (value) => tests.some((test) => test(value)));
};

/** The change one of the array operators makes; undefined stays undefined, which is no change. */
export const arrayOperator = (operator: string, argument: unknown): Change => {
  switch (operator) {
    case '$push':
      return push(argument);
    case '$addToSet':
      return addToSet(argument);
    case '$pop':
      return pop(argument);
    case '$pull':
      return without('$pull', pullTest(argument));
    case '$pullAll':
      return pullAll(argument);
    default:
      throw mongoError(9, `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`);
  }
};
