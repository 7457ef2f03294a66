import { Long, Timestamp } from 'bson';
import { compareValues } from '../bson/compare.js';
import { addNumbers, multiplyNumbers, toDouble } from '../bson/numbers.js';
import { shown } from '../bson/shown.js';
import { isDocument, isNumeric, TYPE, typeName, typeOf } from '../bson/types.js';
import { mongoError } from '../errors.js';
import { arrayOperator } from './array-operators.js';

export const KEEP = Symbol('keep');
export const REMOVE = Symbol('remove');

/** What surrounds a field while it changes; only for messages, time and the two faces of an upsert. */
export type Ground = { path: string; id: unknown; now: Date; isInsert: boolean };

/** Old value (undefined: not there) to new value, KEEP or REMOVE. */
export type Change = (current: unknown, ground: Ground) => unknown;

export const shownId = (id: unknown): string => `{_id: ${shown(id)}}`;

const integerName = (value: unknown): string => (typeOf(value) === TYPE.int32 ? 'NumberInt' : 'NumberLong');

type Combine = typeof addNumbers;

const arithmetic = (operator: '$inc' | '$mul', combine: Combine) => (argument: unknown, path: string): Change => {
  if (!isNumeric(argument)) {
    const verb = operator === '$inc' ? 'increment' : 'multiply';
    throw mongoError(14, `Cannot ${verb} with non-numeric argument: {${path}: ${shown(argument)}}`);
  }
  return (current, { id }) => {
    if (current === undefined) return operator === '$inc' ? argument : multiplyNumbers(argument, 0, () => 0);
    if (!isNumeric(current)) {
      throw mongoError(14, `Cannot apply ${operator} to a value of non-numeric type. ${shownId(id)} has the field '${path.split('.').at(-1)}' of non-numeric type ${typeName(current)}`);
    }
    return combine(current, argument, () => {
      throw mongoError(2, `Failed to apply ${operator} operations to current value ((${integerName(current)})${shown(current)}) for document ${shownId(id)}`);
    });
  };
};

const extreme = (sign: number) => (argument: unknown): Change => (current) =>
  (current === undefined || compareValues(argument, current) * sign > 0 ? argument : KEEP);

const currentDate = (argument: unknown): Change => {
  const kind = isDocument(argument) ? argument['$type'] : 'date';
  if (isDocument(argument)) {
    const unknown = Object.keys(argument).find((name) => name !== '$type');
    if (unknown) throw mongoError(2, `Unrecognized $currentDate option: ${unknown}`);
    if (kind !== 'date' && kind !== 'timestamp') throw mongoError(2, "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}");
  } else if (typeof argument !== 'boolean') {
    throw mongoError(2, `${typeName(argument)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`);
  }
  return (_, { now }) => (kind === 'date' ? now : new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 }));
};

const BITS: Readonly<Record<string, (one: bigint, other: bigint) => bigint>> = {
  and: (one, other) => one & other,
  or: (one, other) => one | other,
  xor: (one, other) => one ^ other,
};

const isInteger = (value: unknown): boolean => typeOf(value) === TYPE.int32 || typeOf(value) === TYPE.long;
const bigOf = (value: unknown): bigint => (value instanceof Long ? value.toBigInt() : BigInt(toDouble(value)));

const bit = (argument: unknown, path: string): Change => {
  if (!isDocument(argument)) throw mongoError(2, `The $bit modifier is not compatible with a ${typeName(argument)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`);
  const steps = Object.keys(argument).map((name) => {
    const combine = Object.hasOwn(BITS, name) ? BITS[name] : undefined;
    if (!combine) throw mongoError(2, `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: {${name}: ${shown(argument[name])}}`);
    if (!isInteger(argument[name])) throw mongoError(2, `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(argument[name])}' is not supported here: {${name}: ${shown(argument[name])}}`);
    return { combine, operand: argument[name] };
  });
  if (steps.length === 0) throw mongoError(2, "You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}");
  return (current = 0, { id }) => {
    if (!isInteger(current)) throw mongoError(2, `Cannot apply $bit to a value of non-integral type.${shownId(id)} has the field ${path} of non-integer type ${typeName(current)}`);
    const isLong = typeOf(current) === TYPE.long || steps.some(({ operand }) => typeOf(operand) === TYPE.long);
    const result = steps.reduce((value, { combine, operand }) => combine(value, bigOf(operand)), bigOf(current));
    return isLong ? Long.fromBigInt(BigInt.asIntN(64, result)) : Number(BigInt.asIntN(32, result));
  };
};

const set = (argument: unknown): Change => () => argument;

type Maker = (argument: unknown, path: string) => Change;

const MAKERS = new Map<string, Maker>([
  ['$set', set],
  ['$setOnInsert', (argument) => (_, { isInsert }) => (isInsert ? argument : KEEP)],
  ['$unset', () => (current) => (current === undefined ? KEEP : REMOVE)],
  ['$inc', arithmetic('$inc', addNumbers)],
  ['$mul', arithmetic('$mul', multiplyNumbers)],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$currentDate', currentDate],
  ['$bit', bit],
]);

export const UPDATE_OPERATORS: ReadonlySet<string> = new Set([
  ...MAKERS.keys(), '$push', '$addToSet', '$pop', '$pull', '$pullAll', '$rename',
]);

/** The change an operator makes to the value at a path. */
export const changeOf = (operator: string, argument: unknown, path: string): Change => {
  const maker = MAKERS.get(operator);
  return maker ? maker(argument, path) : arrayOperator(operator, argument);
};

// These find nothing to do where there is no field, and so must not create the way to it.
const NEEDS_FIELD = new Set(['$unset', '$pop', '$pull', '$pullAll']);
export const createsField = (operator: string): boolean => !NEEDS_FIELD.has(operator);
