import { compareValues, rankOf } from '../bson/compare.js';
import { isNaNValue } from '../bson/numbers.js';
import { isDocument, TYPE, typeOf, type Document } from '../bson/types.js';
import type { Leaf, Node } from './matcher-nodes.js';
import { parseNode } from './matcher-parse.js';

export type Bound = { value: unknown; inclusive: boolean };

/**
 * What a match must have at one path: one of some values, or a value in a range (within one type, as ranges compare).
 * On a multikey index two ends of a range may be met by two elements of one array, so only one of them may be used.
 */
export type Constraint = {
  points?: unknown[];
  lower?: Bound;
  upper?: Bound;
  /** Being within is the same as matching, for a document that has no array at the path. */
  exact: boolean;
};

export type Constraints = {
  paths: Map<string, Constraint>;
  /** Nothing else is asked than what `paths` say; with all of them exact, bounds alone answer the filter. */
  complete: boolean;
  /** One for each branch of an `$or` that is the whole filter. */
  branches?: Constraints[];
};

const isRangeable = (value: unknown): boolean => {
  const type = typeOf(value);
  // Ranges over types that reach beyond their bound's type, or that an index holds by element, stay with the matcher.
  return ![TYPE.minKey, TYPE.maxKey, TYPE.null, TYPE.array, TYPE.object, TYPE.regex].some((each) => each === type)
    && !isNaNValue(value);
};

/** An array equals a whole array or one of the elements of an array: an index cannot be asked for that at once. */
const isPoint = (value: unknown): boolean => !Array.isArray(value);

const NUMBER_RANK = rankOf(0);

const rangeOf = (kind: 'lt' | 'lte' | 'gt' | 'gte', value: unknown): Constraint | undefined => {
  if (typeOf(value) === TYPE.null && kind.endsWith('e')) return { points: [null], exact: true };
  if (!isRangeable(value)) return undefined;
  const bound = { value, inclusive: kind.endsWith('e') };
  if (kind.startsWith('g')) return { lower: bound, exact: true };
  // NaN sorts below every number and yet is below none.
  return rankOf(value) === NUMBER_RANK
    ? { lower: { value: -Infinity, inclusive: true }, upper: bound, exact: true }
    : { upper: bound, exact: true };
};

const LITERAL = /^[^\\^$.|?*+()[\]{}]+/;

/** `/^abc/` is a range of text: what begins with abc. */
const prefixOf = (pattern: string, options: string): Constraint | undefined => {
  if (options !== '' || !pattern.startsWith('^')) return undefined;
  const body = pattern.slice(1);
  let prefix = LITERAL.exec(body)?.[0] ?? '';
  const rest = body.slice(prefix.length);
  // A quantifier takes the last letter back; an alternative takes everything.
  if (/^[?*{]/.test(rest)) prefix = [...prefix].slice(0, -1).join('');
  if (prefix === '' || body.includes('|')) return undefined;
  const last = prefix.codePointAt(prefix.length - 1) ?? 0;
  const isPlain = last < 0x7f;
  if (!isPlain) return { lower: { value: prefix, inclusive: true }, exact: false };
  const upper = prefix.slice(0, -1) + String.fromCodePoint(last + 1);
  return { lower: { value: prefix, inclusive: true }, upper: { value: upper, inclusive: false }, exact: false };
};

const ofLeaf = (leaf: Leaf): Constraint | undefined => {
  switch (leaf.kind) {
    case 'eq':
      return isPoint(leaf.value) ? { points: [leaf.value], exact: true } : undefined;
    case 'in':
      return leaf.patterns.length === 0 && leaf.values.every(isPoint) ? { points: leaf.values, exact: true } : undefined;
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return rangeOf(leaf.kind, leaf.value);
    case 'regex':
      return prefixOf(leaf.pattern, leaf.options);
    default:
      return undefined;
  }
};

const sameType = (one: Bound, other: Bound): boolean => rankOf(one.value) === rankOf(other.value);

const tighter = (one: Bound | undefined, other: Bound | undefined, sign: number): Bound | undefined => {
  if (!one || !other) return one ?? other;
  const order = compareValues(one.value, other.value) * sign;
  if (order !== 0) return order > 0 ? one : other;
  return one.inclusive ? other : one;
};

/**
 * Both conditions as one. Points win over anything, and the rest is left to the matcher: on an array each condition may
 * be met by another element, so points are never intersected.
 */
const merged = (one: Constraint, other: Constraint): Constraint => {
  if (one.points) return { ...one, exact: false };
  if (other.points) return { ...other, exact: false };
  const first = one.lower ?? one.upper;
  const second = other.lower ?? other.upper;
  if (!first || !second || !sameType(first, second)) return { ...one, exact: false };
  const lower = tighter(one.lower, other.lower, 1);
  const upper = tighter(one.upper, other.upper, -1);
  return { ...(lower && { lower }), ...(upper && { upper }), exact: one.exact && other.exact };
};

const isPosition = (part: string): boolean => /^\d+$/.test(part);

const noteField = (path: string, leaf: Leaf, found: Constraints): void => {
  const parts = path.split('.');
  const constraint = parts.some(isPosition) ? undefined : ofLeaf(leaf);
  if (leaf.kind === 'elemMatch') noteInside(path, leaf.node, found);
  if (!constraint) {
    found.complete = false;
    return;
  }
  const known = found.paths.get(path);
  found.paths.set(path, known ? merged(known, constraint) : constraint);
};

/** One condition inside `$elemMatch` holds for some element, so it bounds the path through the array. */
const noteInside = (path: string, node: Node, found: Constraints): void => {
  const nodes = node.kind === 'and' ? node.nodes : [node];
  for (const each of nodes) {
    if (each.kind !== 'field') continue;
    const inner = `${path}.${each.path}`;
    const constraint = each.leaf.kind === 'elemMatch' || inner.split('.').some(isPosition) ? undefined : ofLeaf(each.leaf);
    if (constraint && !found.paths.has(inner)) found.paths.set(inner, { ...constraint, exact: false });
  }
};

const note = (node: Node, found: Constraints): void => {
  if (node.kind === 'and') {
    for (const each of node.nodes) note(each, found);
  } else if (node.kind === 'field') noteField(node.path, node.leaf, found);
  else if (node.kind !== 'constant' || !node.value) found.complete = false;
};

const ofNode = (node: Node): Constraints => {
  const found: Constraints = { paths: new Map(), complete: true };
  note(node, found);
  if (node.kind === 'or') found.branches = node.nodes.map(ofNode);
  return found;
};

/** What a filter asks of single paths, in a form an index can be walked by. */
export const filterConstraints = (filter: Document): Constraints =>
  (isDocument(filter) ? ofNode(parseNode(filter, { anyVariable: true })) : { paths: new Map(), complete: true });
