import { ObjectId } from 'bson';
import { compareValues, equalValues, rankOf } from '../bson/compare.js';
import { encodeKey } from '../bson/key.js';
import { isNaNValue } from '../bson/numbers.js';
import { isDocument, TYPE, typeOf } from '../bson/types.js';
import type { Leaf, Node, Test } from './matcher-nodes.js';

// Up to here comparing with each is cheaper than making a key of the candidate.
const FEW = 16;

const equalsObjectId = (wanted: ObjectId): Test => {
  const id = Buffer.from(wanted.id);
  return (value) => value instanceof ObjectId && id.equals(value.id);
};

const equalsText = (wanted: string): Test => (value) =>
  value === wanted || (typeof value === 'object' && value !== null && equalValues(value, wanted));

const equalsNumber = (wanted: number): Test => (value) =>
  (typeof value === 'number' ? value === wanted : typeof value === 'object' && value !== null && equalValues(value, wanted));

export const equalTest = (wanted: unknown): Test => {
  if (typeof wanted === 'string') return equalsText(wanted);
  if (typeof wanted === 'number' && !Number.isNaN(wanted)) return equalsNumber(wanted);
  if (wanted instanceof ObjectId) return equalsObjectId(wanted);
  if (wanted === null) return (value) => value === null || value === undefined;
  return (value) => value !== undefined && equalValues(value, wanted);
};

const keyOf = (value: unknown): string => encodeKey([value], [1]).toString('latin1');

const oneOf = (values: unknown[]): Test => {
  const texts = new Set(values.filter((value) => typeof value === 'string'));
  const others = values.filter((value) => typeof value !== 'string');
  if (others.length > FEW) {
    const keys = new Set(values.map(keyOf));
    return (value) => keys.has(keyOf(value));
  }
  const tests = others.map(equalTest);
  // A symbol equals the text it is made of.
  return (value) => texts.has(value as string) || tests.some((test) => test(value))
    || (typeOf(value) === TYPE.symbol && texts.has((value as { value: string }).value));
};

const inTest = (values: unknown[], patterns: Leaf[]): Test => {
  const isOneOf = oneOf(values);
  if (patterns.length === 0) return isOneOf;
  const tests = patterns.map((pattern) => leafTest(pattern));
  return (value) => isOneOf(value) || tests.some((test) => test(value));
};

const HOLDS: Readonly<Record<string, (order: number) => boolean>> = {
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

/** Ranges stay within the type of their bound; only the two keys at the ends reach over all types. */
const rangeTest = (kind: 'lt' | 'lte' | 'gt' | 'gte', bound: unknown): Test => {
  const holds = HOLDS[kind] as (order: number) => boolean;
  const type = typeOf(bound);
  if (type === TYPE.minKey || type === TYPE.maxKey) return (value) => holds(compareValues(value, bound));
  const rank = rankOf(bound);
  if (type === TYPE.null) return (value) => kind.endsWith('e') && rankOf(value) === rank;
  if (rank !== rankOf(0)) return (value) => rankOf(value) === rank && holds(compareValues(value, bound));
  // NaN is neither above nor below any number.
  if (isNaNValue(bound)) return (value) => kind.endsWith('e') && rankOf(value) === rank && isNaNValue(value);
  return (value) => rankOf(value) === rank && holds(compareValues(value, bound)) && !isNaNValue(value);
};

/** Made known by the matcher: an `$elemMatch` holds a whole filter. */
export type Compiler = (node: Node) => Test;
let compileNode: Compiler = () => () => false;
export const useCompiler = (compiler: Compiler): void => { compileNode = compiler; };

const elementTest = (accepts: Test): Test => (value) => Array.isArray(value) && value.some(accepts);

/** Asks one value, without looking into arrays: what a path leads to, or one element of it. */
export const leafTest = (leaf: Leaf): Test => {
  switch (leaf.kind) {
    case 'eq':
      return equalTest(leaf.value);
    case 'in':
      return inTest(leaf.values, leaf.patterns);
    case 'regex':
    case 'test':
      return leaf.test;
    case 'exists':
      return (value) => value !== undefined;
    case 'elemMatch':
      return elementTest(elementFilter(leaf.node));
    case 'elemMatchValue':
      return elementTest(allOf(leaf.leaves));
    case 'not': {
      const inner = allOf(leaf.leaves);
      return (value) => !inner(value);
    }
    default:
      return rangeTest(leaf.kind, leaf.value);
  }
};

const allOf = (leaves: Leaf[]): Test => {
  const tests = leaves.map(leafTest);
  return (value) => tests.every((test) => test(value));
};

/** Inside `$elemMatch` an array is walked like a document whose fields are its positions. */
const elementFilter = (node: Node): Test => {
  const accepts = compileNode(node);
  return (element) => (isDocument(element) || Array.isArray(element)) && accepts(element);
};

/** The test an element must pass for its index to be the position of a match. */
export const elementAccepts = (leaf: Leaf): Test | undefined => {
  if (leaf.kind === 'elemMatch') return elementFilter(leaf.node);
  return leaf.kind === 'elemMatchValue' ? allOf(leaf.leaves) : undefined;
};

/** Does an array answer through its elements too? */
export const expandsArrays = (leaf: Leaf): boolean => {
  if (leaf.kind === 'test') return leaf.expands;
  return leaf.kind !== 'exists' && leaf.kind !== 'elemMatch' && leaf.kind !== 'elemMatchValue';
};
