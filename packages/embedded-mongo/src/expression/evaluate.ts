import { isDocument, setField, type Document } from '../bson/types.js';
import { MongoError, mongoError } from '../errors.js';
import { evaluateExpression, OPERATORS } from './context.js';

export type ExpressionOptions = { variables?: Document | undefined; now?: Date | undefined; anyVariable?: boolean };

// mingo asks the clock for `$$NOW`; here time is an argument, so it becomes a variable.
const NOW = 'landfallNow';
const ACCUMULATORS = new Set(['$stdDevPop', '$stdDevSamp']);
const KNOWN_VARIABLES = /^\$\$(ROOT|CURRENT|REMOVE|NOW|KEEP|PRUNE|DESCEND)(\.|$)/;

const text = (expression: string, variables: ReadonlySet<string>): unknown => {
  if (!expression.startsWith('$$')) {
    if (expression.includes('\0')) throw mongoError(16411, 'FieldPath field names may not contain null bytes');
    if (expression === '$') throw mongoError(16872, "'$' by itself is not a valid FieldPath");
    return expression;
  }
  if (/^\$\$NOW(\.|$)/.test(expression)) return expression.replace('$$NOW', `$$$$${NOW}`);
  const name = expression.slice(2).split('.', 1)[0] as string;
  if (!KNOWN_VARIABLES.test(expression) && !variables.has(name)) throw mongoError(17276, `Use of undefined variable: ${name}`);
  return expression;
};

/** Variables an operator makes known to its parts. */
const bound = (operator: string, argument: unknown): string[] => {
  if (!isDocument(argument)) return [];
  if (operator === '$let') return isDocument(argument['vars']) ? Object.keys(argument['vars']) : [];
  if (operator === '$reduce') return ['this', 'value'];
  return operator === '$map' || operator === '$filter' ? [typeof argument['as'] === 'string' ? argument['as'] : 'this'] : [];
};

const operation = (operator: string, argument: unknown, variables: ReadonlySet<string>): unknown => {
  if (operator === '$literal') return { $literal: argument };
  if (!OPERATORS.has(operator) && !ACCUMULATORS.has(operator)) throw mongoError(168, `Unrecognized expression '${operator}'`);
  const inner = new Set([...variables, ...bound(operator, argument)]);
  return { [operator]: namedParts(argument, inner) };
};

/** The argument of an operator: its names are the operator's own and are not looked at as expressions. */
const namedParts = (argument: unknown, variables: ReadonlySet<string>): unknown => {
  if (!isDocument(argument) || (Object.keys(argument)[0] ?? '').startsWith('$')) return prepare(argument, variables);
  const made: Document = {};
  for (const name of Object.keys(argument)) setField(made, name, namedParts(argument[name], variables));
  return made;
};

/** Checks an expression before any document is seen, so that a wrong one fails on an empty collection too. */
const prepare = (expression: unknown, variables: ReadonlySet<string>): unknown => {
  if (typeof expression === 'string') return expression.startsWith('$') ? text(expression, variables) : expression;
  if (Array.isArray(expression)) return expression.map((each) => prepare(each, variables));
  if (!isDocument(expression)) return expression;
  const names = Object.keys(expression);
  const [first] = names;
  if (first?.startsWith('$')) {
    if (names.length > 1) throw mongoError(15983, `An object representing an expression must have exactly one field: ${names.join(', ')}`);
    return operation(first, expression[first], variables);
  }
  const made: Document = {};
  for (const name of names) {
    if (name.startsWith('$')) throw mongoError(16404, `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
    setField(made, name, prepare(expression[name], variables));
  }
  return made;
};

const translated = (error: unknown): unknown => {
  if (error instanceof MongoError || !(error instanceof Error)) return error;
  return mongoError(2, error.message);
};

/** An expression as a function of a document. `undefined` means that it gave a missing value. */
export const compileExpression = (expression: unknown, options: ExpressionOptions = {}): ((document: Document, now?: Date) => unknown) => {
  const variables = options.variables ?? {};
  const prepared = options.anyVariable ? undefined : prepare(expression, new Set(Object.keys(variables)));
  return (document, now) => {
    const known = { ...variables, [NOW]: now ?? options.now };
    try {
      return evaluateExpression(document, prepared, known);
    } catch (error) {
      throw translated(error);
    }
  };
};
