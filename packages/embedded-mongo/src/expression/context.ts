import { Context, evalExpr } from 'mingo/core';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import { plainNumber } from '../bson/numbers.js';
import { shown } from '../bson/shown.js';
import { isDocument, isNumeric, type Document } from '../bson/types.js';
import { mongoError } from '../errors.js';
import { ARITHMETIC, isNullish, type Operator } from './arithmetic.js';
import { COMPARISON } from './comparison.js';
import { CONVERSION, convertValue } from './conversion.js';

type Options = Parameters<typeof evalExpr>[2];
type MingoOperator = (document: unknown, argument: unknown, options: Options) => unknown;

const evaluateWith = (document: unknown, expression: unknown, options: Options): unknown =>
  evalExpr(document as never, expression as never, options) as unknown;

export const isTrue = (value: unknown): boolean => !isNullish(value) && value !== false && !(isNumeric(value) && Number(value) === 0);

/** Arguments of an own operator: a list, or one value standing for a list of one. */
const own = (operator: Operator): MingoOperator => (document, argument, options) =>
  operator((Array.isArray(argument) ? argument : [argument]).map((each) => evaluateWith(document, each, options)));

/** mingo counts with JS numbers only: what one can hold exactly is handed over as one, anything else is refused. */
const lowered = (name: string, value: unknown): unknown => {
  if (!isNumeric(value) || typeof value === 'number') return value;
  const plain = plainNumber(value);
  if (plain === undefined) throw mongoError(238, `${name} cannot compute exactly with ${shown(value)} in the embedded store`);
  return plain;
};

const adapted = (name: string, operator: MingoOperator): MingoOperator => (document, argument, options) => {
  const literal = (expression: unknown) => ({ $literal: lowered(name, evaluateWith(document, expression, options)) });
  if (Array.isArray(argument)) return operator(document, argument.map(literal), options);
  const isNamed = isDocument(argument) && !(Object.keys(argument)[0] ?? '$').startsWith('$');
  if (!isNamed) return operator(document, literal(argument), options);
  return operator(document, Object.fromEntries(Object.entries(argument).map(([key, each]) => [key, literal(each)])), options);
};

const logical: Readonly<Record<string, MingoOperator>> = {
  $and: (document, list, options) => asList(list).every((each) => isTrue(evaluateWith(document, each, options))),
  $or: (document, list, options) => asList(list).some((each) => isTrue(evaluateWith(document, each, options))),
  $not: (document, value, options) => !isTrue(evaluateWith(document, asList(value)[0], options)),
  $cond: (document, argument, options) => {
    const [test, yes, no] = isDocument(argument) ? [argument['if'], argument['then'], argument['else']] : asList(argument);
    return evaluateWith(document, isTrue(evaluateWith(document, test, options)) ? yes : no, options);
  },
  $switch: (document, argument, options) => {
    const { branches, default: otherwise } = argument as { branches: { case: unknown; then: unknown }[]; default?: unknown };
    const taken = branches.find((branch) => isTrue(evaluateWith(document, branch.case, options)));
    if (!taken && !Object.hasOwn(argument as object, 'default')) {
      throw mongoError(40066, '$switch could not find a matching branch for an input, and no default was specified.');
    }
    return evaluateWith(document, taken ? taken.then : otherwise, options);
  },
  $ifNull: (document, list, options) => {
    const values = asList(list);
    for (const each of values) {
      const value = evaluateWith(document, each, options);
      if (!isNullish(value)) return value;
    }
    return evaluateWith(document, values.at(-1), options);
  },
  $filter: (document, argument, options) => {
    const { input, as = 'this', cond, limit } = argument as { input: unknown; as?: string; cond: unknown; limit?: unknown };
    const list = evaluateWith(document, input, options);
    if (isNullish(list)) return null;
    if (!Array.isArray(list)) throw mongoError(28651, 'input to $filter must be an array');
    const most = limit === undefined ? Infinity : Number(evaluateWith(document, limit, options));
    const kept = list.filter((each) => isTrue(evaluateWith(document, { $let: { vars: { [as]: { $literal: each } }, in: cond } }, options)));
    return kept.slice(0, most);
  },
  $convert: (document, argument, options) => {
    const { input, to, onNull, onError } = argument as Document;
    const value = evaluateWith(document, input, options);
    const fallback = onError === undefined ? undefined : () => evaluateWith(document, onError, options);
    return convertValue(value, evaluateWith(document, to, options), evaluateWith(document, onNull, options), fallback);
  },
};

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);

// These evaluate their parts themselves, under variables of their own.
const LAZY = new Set(['$map', '$reduce', '$let', '$literal', '$getField', '$setField', '$unsetField', '$mergeObjects', '$sortArray', '$zip']);
// What runs code, draws lots, or hashes as only the real server does.
const REFUSED = new Set(['$function', '$accumulator', '$sampleRate', '$toHashedIndexKey', '$rand']);

const build = (): Map<string, MingoOperator> => {
  const operators = new Map<string, MingoOperator>();
  for (const [name, operator] of Object.entries(expressions) as [string, MingoOperator][]) {
    if (!REFUSED.has(name)) operators.set(name, LAZY.has(name) ? operator : adapted(name, operator));
  }
  for (const [name, operator] of Object.entries({ ...ARITHMETIC, ...COMPARISON, ...CONVERSION })) operators.set(name, own(operator));
  for (const [name, operator] of Object.entries(logical)) operators.set(name, operator);
  return operators;
};

/** Every expression this store computes: number, order and truth are its own, the rest is mingo's. */
export const OPERATORS: ReadonlyMap<string, MingoOperator> = build();

const { $stdDevPop, $stdDevSamp, $first, $last, $firstN, $lastN, $maxN, $minN } = accumulators;

export const expressionContext = Context.init({
  expression: Object.fromEntries(OPERATORS) as never,
  accumulator: { $stdDevPop, $stdDevSamp, $first, $last, $firstN, $lastN, $maxN, $minN } as never,
});

export const evaluateExpression = (document: Document, expression: unknown, variables: Document): unknown =>
  evaluateWith(document, expression, { context: expressionContext, variables, useStrictMode: true, failOnError: true } as unknown as Options);
