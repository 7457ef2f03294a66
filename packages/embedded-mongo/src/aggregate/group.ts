import { compareValues } from '../bson/compare.js';
import type { Document } from '../bson/document.js';
import { encodeKey } from '../bson/key.js';
import { isDocument, isNumeric, setField } from '../bson/types.js';
import { mongoError } from '../errors.js';
import { averageOf, isNullish, sumOf } from '../expression/arithmetic.js';
import { compileExpression } from '../expression/evaluate.js';
import { BREATH } from '../query/scan.js';
import type { Stream } from './stream.js';

/** What one field of one group has gathered: takes each value in turn, and says the result in the end. */
type Accumulator = { take(value: unknown): void; result(): unknown };

const nameOf = (value: unknown): string => encodeKey([value], [1]).toString('latin1');

const summing = (): Accumulator => {
  let total: unknown = 0;
  return {
    take: (value) => {
      if (isNumeric(value)) total = sumOf(total, value);
    },
    result: () => total,
  };
};

const averaging = (): Accumulator => {
  let total: unknown = 0;
  let count = 0;
  return {
    take: (value) => {
      if (!isNumeric(value)) return;
      total = sumOf(total, value);
      count += 1;
    },
    result: () => (count === 0 ? null : averageOf(total, count)),
  };
};

const extreme = (sign: number) => (): Accumulator => {
  let best: unknown = null;
  return {
    take: (value) => {
      if (!isNullish(value) && (best === null || compareValues(value, best) * sign > 0)) best = value;
    },
    result: () => best,
  };
};

const kept = (last: boolean) => (): Accumulator => {
  let value: unknown = null;
  let any = false;
  return {
    take: (next) => {
      if (!any || last) value = next ?? null;
      any = true;
    },
    result: () => value,
  };
};

const listing = (): Accumulator => {
  const list: unknown[] = [];
  return {
    take: (value) => {
      if (value !== undefined) list.push(value);
    },
    result: () => list,
  };
};

const collecting = (): Accumulator => {
  const values = new Map<string, unknown>();
  return {
    take: (value) => {
      if (value !== undefined && !values.has(nameOf(value))) values.set(nameOf(value), value);
    },
    result: () => [...values.values()],
  };
};

const merging = (): Accumulator => {
  const merged: Document = {};
  return {
    take: (value) => {
      if (isNullish(value)) return;
      if (!isDocument(value)) throw mongoError(40_400, '$mergeObjects requires object inputs');
      for (const name of Object.keys(value)) setField(merged, name, value[name]);
    },
    result: () => merged,
  };
};

const ACCUMULATORS: ReadonlyMap<string, () => Accumulator> = new Map([
  ['$sum', summing], ['$avg', averaging], ['$min', extreme(-1)], ['$max', extreme(1)], ['$first', kept(false)], ['$last', kept(true)],
  ['$push', listing], ['$addToSet', collecting], ['$mergeObjects', merging],
]);

type Field = { name: string; evaluate: (document: Document) => unknown; start: () => Accumulator };

const operatorOf = (argument: unknown): [operator: string, expression: unknown] | undefined => {
  const entries = isDocument(argument) ? Object.entries(argument) : [];
  return entries.length === 1 ? entries[0] : undefined;
};

/** True when every accumulator is one of these; the rest is left to mingo. */
export const isOwnGroup = (argument: unknown): boolean => isDocument(argument) && '_id' in argument
  && Object.entries(argument).every(([name, given]) => name === '_id' || ACCUMULATORS.has(operatorOf(given)?.[0] ?? '') || countsAll(given));

const countsAll = (given: unknown): boolean => {
  const [operator, argument] = operatorOf(given) ?? [];
  return operator === '$count' && isDocument(argument) && Object.keys(argument).length === 0;
};

const fieldsOf = (argument: Document, variables: Document): Field[] =>
  Object.entries(argument).filter(([name]) => name !== '_id').map(([name, given]) => {
    if (name.includes('.')) throw mongoError(40_235, `The field name '${name}' cannot contain '.'`);
    const [operator, expression] = countsAll(given) ? ['$sum', 1] : operatorOf(given) as [string, unknown];
    return { name, evaluate: compileExpression(expression, { variables }), start: ACCUMULATORS.get(operator) as () => Accumulator };
  });

/** `$group`, with numbers as exact as the documents hold them. Groups come in the order in which they were met. */
export function* group(stream: Stream, argument: unknown, variables: Document): Generator<Document | typeof BREATH> {
  const idOf = compileExpression((argument as Document)['_id'], { variables });
  const fields = fieldsOf(argument as Document, variables);
  const groups = new Map<string, { id: unknown; held: Accumulator[] }>();
  for (const document of stream) {
    if (document === BREATH) {
      yield BREATH;
      continue;
    }
    const id = idOf(document) ?? null;
    const name = nameOf(id);
    let found = groups.get(name);
    if (!found) {
      found = { id, held: fields.map(({ start }) => start()) };
      groups.set(name, found);
    }
    for (const [at, { evaluate }] of fields.entries()) found.held[at]?.take(evaluate(document));
  }
  for (const { id, held } of groups.values()) {
    const made: Document = { _id: id };
    for (const [at, { name }] of fields.entries()) setField(made, name, held[at]?.result());
    yield made;
  }
}
