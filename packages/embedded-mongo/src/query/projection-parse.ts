import { plainNumber } from '../bson/numbers.js';
import { isDocument, isNumeric, typeName, type Document } from '../bson/types.js';
import { mongoError } from '../errors.js';
import { compileExpression, type ExpressionOptions } from '../expression/evaluate.js';
import { compileFilter } from './matcher.js';
import { isTruthy } from './matcher-operators.js';
import { leafTest } from './matcher-leaf.js';
import { parseNode } from './matcher-parse.js';
import type { Test } from './matcher-nodes.js';

/** What is asked of one field. `_id` decides nothing, every other field decides whether the rest stays or goes. */
export type Wish =
  | { kind: 'include' | 'exclude' | 'positional' }
  | { kind: 'slice'; skip: number | undefined; limit: number }
  | { kind: 'elemMatch'; accepts: Test }
  | { kind: 'computed'; evaluate: (document: Document) => unknown };

export type Tree = Map<string, Wish | Tree>;
export type Parsed = { tree: Tree; mode: 'inclusion' | 'exclusion'; computed: { path: string[]; wish: Wish }[]; positional: boolean };

type Draft = Omit<Parsed, 'mode'> & { mode: 'inclusion' | 'exclusion' | undefined; leading: string | undefined; options: ExpressionOptions };

const checkPath = (path: string): void => {
  if (path === '') throw mongoError(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw mongoError(40353, "FieldPath must not end with a '.'.");
  if (path.startsWith('.') || path.includes('..')) throw mongoError(15998, 'FieldPath field names may not be empty strings.');
  const dollar = path.split('.').find((part) => part.startsWith('$'));
  if (dollar) throw mongoError(16410, `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
};

/** Puts a wish into the tree; a field cannot be asked for both whole and in parts. */
const place = (tree: Tree, path: string, wish: Wish): void => {
  const parts = path.split('.');
  let level = tree;
  for (let depth = 0; depth < parts.length - 1; depth += 1) {
    const part = parts[depth] as string;
    let next = level.get(part);
    if (next === undefined) level.set(part, (next = new Map()));
    if (!(next instanceof Map)) {
      throw mongoError(31249, `Path collision at ${path} remaining portion ${parts.slice(depth + 1).join('.')}`);
    }
    level = next;
  }
  const last = parts.at(-1) as string;
  if (level.has(last)) throw mongoError(31250, `Path collision at ${path}`);
  level.set(last, wish);
};

const setMode = (draft: Draft, mode: 'inclusion' | 'exclusion', path: string): void => {
  if (draft.mode !== undefined && draft.mode !== mode) {
    throw mode === 'exclusion'
      ? mongoError(31254, `Cannot do exclusion on field ${path} in inclusion projection`)
      : mongoError(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
  }
  draft.mode = mode;
};

const wholeOf = (value: unknown, what: string): number => {
  const number = plainNumber(value);
  if (number === undefined) throw mongoError(28724, `First argument to $slice must be an number, but is of type: ${typeName(value)} (${what})`);
  return Math.trunc(number);
};

const sliceWish = (argument: unknown): Wish => {
  if (!Array.isArray(argument)) return { kind: 'slice', skip: undefined, limit: wholeOf(argument, 'limit') };
  if (argument.length !== 2) throw mongoError(28667, `Invalid $slice syntax. The given syntax { $slice: [ ... ] } did not match the find() syntax because :: Location31272: $slice array argument should be of form [skip, limit] :: caused by :: expected two elements`);
  const limit = wholeOf(argument[1], 'limit');
  if (limit <= 0) throw mongoError(28729, `Third argument to $slice must be positive: ${limit}`);
  return { kind: 'slice', skip: wholeOf(argument[0], 'skip'), limit };
};

const elemMatchWish = (path: string, argument: unknown): Wish => {
  if (!isDocument(argument)) throw mongoError(2, 'elemMatch: Invalid argument, object required');
  if (path.includes('.')) throw mongoError(31275, 'Cannot use $elemMatch projection on a nested field.');
  const node = parseNode({ [path]: { $elemMatch: argument } }, {});
  const test = node.kind === 'field' ? leafTest(node.leaf) : compileFilter({});
  return { kind: 'elemMatch', accepts: (element) => test([element] as never) };
};

const operatorWish = (draft: Draft, path: string, value: Document): void => {
  const [operator] = Object.keys(value) as [string];
  if (operator === '$slice' && (!Array.isArray(value[operator]) || value[operator].every(isNumeric))) {
    place(draft.tree, path, sliceWish(value[operator]));
  } else if (operator === '$elemMatch') {
    setMode(draft, draft.mode ?? 'inclusion', path);
    const wish = elemMatchWish(path, value[operator]);
    place(draft.tree, path, wish);
    draft.computed.push({ path: [path], wish });
  } else if (operator === '$meta') {
    throw mongoError(40218, 'query requires text score metadata, but it is not available');
  } else computedWish(draft, path, value);
};

const computedWish = (draft: Draft, path: string, value: unknown): void => {
  setMode(draft, 'inclusion', path);
  const wish: Wish = { kind: 'computed', evaluate: compileExpression(value, draft.options) };
  place(draft.tree, path, wish);
  draft.computed.push({ path: path.split('.'), wish });
};

const positionalWish = (draft: Draft, path: string): void => {
  if (draft.positional) throw mongoError(31276, 'Cannot specify more than one positional projection per query.');
  if (draft.mode === 'exclusion') throw mongoError(31395, 'positional projection cannot be used with exclusion');
  setMode(draft, 'inclusion', path);
  draft.positional = true;
  place(draft.tree, path.slice(0, -2), { kind: 'positional' });
};

const plainWish = (draft: Draft, path: string, isIncluded: boolean): void => {
  if (path === '_id') draft.leading ??= isIncluded ? 'inclusion' : 'exclusion';
  else setMode(draft, isIncluded ? 'inclusion' : 'exclusion', path);
  place(draft.tree, path, { kind: isIncluded ? 'include' : 'exclude' });
};

const noteField = (draft: Draft, path: string, value: unknown): void => {
  if (path.endsWith('.$') && (isNumeric(value) || typeof value === 'boolean')) {
    checkPath(path.slice(0, -2));
    positionalWish(draft, path);
    return;
  }
  checkPath(path);
  if (isNumeric(value) || typeof value === 'boolean') plainWish(draft, path, isTruthy(value));
  else if (!isDocument(value)) computedWish(draft, path, value);
  else if (Object.keys(value).length === 0) throw mongoError(51270, 'An empty sub-projection is not a valid value. Found empty object at path');
  else if ((Object.keys(value)[0] as string).startsWith('$')) operatorWish(draft, path, value);
  else for (const name of Object.keys(value)) noteField(draft, `${path}.${name}`, value[name]);
};

/** Understands a projection, or refuses it with the server's codes. */
export const parseProjection = (spec: Document, options: ExpressionOptions = {}): Parsed => {
  const draft: Draft = { tree: new Map(), computed: [], positional: false, mode: undefined, leading: undefined, options };
  for (const path of Object.keys(spec)) noteField(draft, path, spec[path]);
  // `{ _id: 1 }` alone asks for nothing else; `$slice` alone leaves everything else as it is.
  const mode = draft.mode ?? (draft.leading === 'inclusion' ? 'inclusion' : 'exclusion');
  return { tree: draft.tree, computed: draft.computed, positional: draft.positional, mode };
};
