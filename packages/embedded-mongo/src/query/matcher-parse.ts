import { isDocument, typeOf, TYPE, type Document } from '../bson/types.js';
import { mongoError } from '../errors.js';
import { compileExpression } from '../expression/evaluate.js';
import { bitsLeaf } from './matcher-bits.js';
import type { FilterOptions, Leaf, Node } from './matcher-nodes.js';
import {
  comparisonLeaf, existsLeaf, inLeaf, isTruthy, modLeaf, patternLeaf, regexWithOptions, sizeLeaf, typeLeaf, valueLeaf,
} from './matcher-operators.js';

const bad = (message: string) => mongoError(2, message);

// What this store does not do is refused as a server without the index, or the scripting engine, for it would.
const REFUSED: Readonly<Record<string, [number, string]>> = {
  $where: [2, '$where is not allowed in this context: the embedded store runs no JavaScript'],
  $text: [27, 'text index required for $text query'],
  $near: [291, 'unable to find index for $geoNear query'],
  $nearSphere: [291, 'unable to find index for $geoNear query'],
  $geoNear: [291, 'unable to find index for $geoNear query'],
  $geoWithin: [2, '$geoWithin is not supported by the embedded store'],
  $geoIntersects: [2, '$geoIntersects is not supported by the embedded store'],
  $within: [2, '$within is not supported by the embedded store'],
  $jsonSchema: [2, '$jsonSchema is not supported by the embedded store'],
  $function: [2, '$function is not supported by the embedded store'],
};

const refuseUnsupported = (operator: string): void => {
  const refusal = Object.hasOwn(REFUSED, operator) ? REFUSED[operator] : undefined;
  if (refusal) throw mongoError(refusal[0], refusal[1]);
};

// The fields of a DBRef: names that begin with a dollar and are no operators.
const REFERENCE = new Set(['$ref', '$id', '$db']);

const field = (path: string, leaf: Leaf): Node => ({ kind: 'field', path, parts: path.split('.'), leaf });

const elemMatchLeaf = (value: unknown, options: FilterOptions): Leaf => {
  if (!isDocument(value)) throw bad('$elemMatch needs an Object');
  const first = Object.keys(value)[0] ?? '';
  const isValueForm = first.startsWith('$') && !REFERENCE.has(first) && !['$and', '$or', '$nor', '$expr', '$where', '$comment'].includes(first);
  if (!isValueForm) return { kind: 'elemMatch', node: parseNode(value, options) };
  return { kind: 'elemMatchValue', leaves: operatorLeaves('', value, options) };
};

const allLeaves = (value: unknown, options: FilterOptions): Leaf[] => {
  if (!Array.isArray(value)) throw bad('$all needs an array');
  // Nothing contains "all of nothing", as in MongoDB.
  if (value.length === 0) return [{ kind: 'in', values: [], patterns: [] }];
  const areElements = value.some((each) => isDocument(each) && '$elemMatch' in each);
  return value.map((each) => {
    const isElement = isDocument(each) && '$elemMatch' in each;
    if (isElement !== areElements) throw bad('no $ expressions in $all');
    return isElement ? elemMatchLeaf(each['$elemMatch'], options) : valueLeaf(each);
  });
};

const notLeaf = (path: string, value: unknown, options: FilterOptions): Leaf => {
  if (typeOf(value) === TYPE.regex) return { kind: 'not', leaves: [patternLeaf(value)] };
  if (!isDocument(value)) throw bad('$not needs a regex or a document');
  if (Object.keys(value).length === 0) throw bad('$not cannot be empty');
  return { kind: 'not', leaves: operatorLeaves(path, value, options) };
};

type LeafParser = (value: unknown, context: { path: string; operator: string; options: FilterOptions; all: Document }) => Leaf | Leaf[];

const comparison: LeafParser = (value, { path, operator }) => comparisonLeaf(path, operator, value);
const bits: LeafParser = (value, { operator }) => bitsLeaf(operator, value);
const isIn: LeafParser = (value, { operator }) => inLeaf(operator, value);

const OPERATORS = new Map<string, LeafParser>([
  ['$eq', comparison], ['$ne', comparison], ['$lt', comparison], ['$lte', comparison], ['$gt', comparison], ['$gte', comparison],
  ['$in', isIn], ['$nin', isIn],
  ['$exists', existsLeaf],
  ['$type', typeLeaf],
  ['$size', sizeLeaf],
  ['$mod', modLeaf],
  ['$bitsAllSet', bits], ['$bitsAllClear', bits], ['$bitsAnySet', bits], ['$bitsAnyClear', bits],
  ['$regex', (_, { all }) => regexWithOptions(all)],
  ['$options', (_, { all }) => ('$regex' in all ? [] : regexWithOptions(all))],
  ['$all', (value, { options }) => allLeaves(value, options)],
  ['$elemMatch', (value, { options }) => elemMatchLeaf(value, options)],
  ['$not', (value, { path, options }) => notLeaf(path, value, options)],
  ['$comment', () => []],
]);

const operatorLeaves = (path: string, operators: Document, options: FilterOptions): Leaf[] =>
  Object.keys(operators).flatMap((operator) => {
    refuseUnsupported(operator);
    const parse = OPERATORS.get(operator);
    if (!parse) throw bad(`unknown operator: ${operator}`);
    return parse(operators[operator], { path, operator, options, all: operators });
  });

const isReference = (value: Document): boolean => '$ref' in value || '$id' in value;

const fieldNodes = (path: string, value: unknown, options: FilterOptions): Node[] => {
  if (typeOf(value) === TYPE.undefined || value === undefined) throw bad('cannot compare to undefined');
  const isOperators = isDocument(value) && (Object.keys(value)[0] ?? '').startsWith('$') && !isReference(value);
  if (!isOperators) return [field(path, valueLeaf(value))];
  return operatorLeaves(path, value, options).map((leaf) => field(path, leaf));
};

const branches = (operator: string, value: unknown, options: FilterOptions): Node[] => {
  if (!Array.isArray(value)) throw bad(`${operator} must be an array`);
  if (value.length === 0) throw bad('$and/$or/$nor must be a nonempty array');
  return value.map((each: unknown) => {
    if (!isDocument(each)) throw bad('$or/$and/$nor entries need to be full objects');
    return parseNode(each, options);
  });
};

const topLevelNodes = (operator: string, value: unknown, options: FilterOptions): Node[] => {
  refuseUnsupported(operator);
  switch (operator) {
    case '$and':
      return branches(operator, value, options);
    case '$or':
      return [{ kind: 'or', nodes: branches(operator, value, options) }];
    case '$nor':
      return [{ kind: 'nor', nodes: branches(operator, value, options) }];
    case '$expr': {
      const evaluate = compileExpression(value, options);
      return [{ kind: 'expr', accepts: (document) => isTruthy(evaluate(document)) }];
    }
    case '$comment':
      return [];
    case '$alwaysTrue':
    case '$alwaysFalse':
      return [{ kind: 'constant', value: operator === '$alwaysTrue' }];
    case '$sampleRate':
      throw bad('$sampleRate is not supported by the embedded store');
    default:
      throw bad(`unknown top level operator: ${operator}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`);
  }
};

/** Understands a filter, or refuses it in MongoDB's words. */
export const parseNode = (filter: Document, options: FilterOptions): Node => {
  const nodes = Object.keys(filter).flatMap((name) =>
    name.startsWith('$') && !REFERENCE.has(name) ? topLevelNodes(name, filter[name], options) : fieldNodes(name, filter[name], options));
  return nodes.length === 1 ? (nodes[0] as Node) : { kind: 'and', nodes };
};
