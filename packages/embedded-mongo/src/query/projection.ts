import { fieldOf, isDocument, setField, type Document } from '../bson/types.js';
import { mongoError } from '../errors.js';
import type { ExpressionOptions } from '../expression/evaluate.js';
import { compileFilter, type Matcher, type Positions } from './matcher.js';
import { parseProjection, type Parsed, type Tree, type Wish } from './projection-parse.js';

export type Projection = ((document: Document) => Document) & {
  /** The paths it lets through, when it looks at nothing else. */
  paths: readonly string[] | undefined;
};
type Pass = { keepsOthers: boolean; positions: Positions };

const NOTHING = Symbol('nothing');

const sliced = (value: unknown, { skip, limit }: Extract<Wish, { kind: 'slice' }>): unknown => {
  if (!Array.isArray(value)) return value;
  if (skip === undefined) return limit < 0 ? value.slice(limit) : value.slice(0, limit);
  const start = skip < 0 ? Math.max(0, value.length + skip) : skip;
  return value.slice(start, start + limit);
};

const positionOf = (path: string, { positions }: Pass): number => {
  const index = positions.get(path) ?? [...positions.values()].at(-1);
  if (index === undefined) {
    throw mongoError(51246, "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array");
  }
  return index;
};

const fulfilled = (value: unknown, wish: Wish, path: string, pass: Pass): unknown => {
  switch (wish.kind) {
    case 'include':
      return value;
    case 'slice':
      return sliced(value, wish);
    case 'positional':
      return Array.isArray(value) ? value.slice(positionOf(path, pass)).slice(0, 1) : value;
    default:
      // Computed fields are put in afterwards, behind those that were there.
      return NOTHING;
  }
};

/** A nested projection reaches into every document of an array; inclusion leaves out what has no fields. */
const within = (value: unknown, tree: Tree, path: string, pass: Pass): unknown => {
  if (Array.isArray(value)) {
    return value.map((element) => within(element, tree, path, pass)).filter((element) => element !== NOTHING);
  }
  if (isDocument(value)) return projected(value, tree, path, pass);
  return pass.keepsOthers ? value : NOTHING;
};

const projected = (document: Document, tree: Tree, prefix: string, pass: Pass): Document => {
  const made: Document = {};
  for (const name of Object.keys(document)) {
    const value = fieldOf(document, name);
    const wish = tree.get(name);
    const path = prefix === '' ? name : `${prefix}.${name}`;
    let kept: unknown;
    if (wish === undefined) kept = pass.keepsOthers || path === '_id' ? value : NOTHING;
    else kept = wish instanceof Map ? within(value, wish, path, pass) : fulfilled(value, wish, path, pass);
    if (kept !== NOTHING) setField(made, name, kept);
  }
  return made;
};

/** Sets a computed value, through arrays into each of their documents, as `$addFields` does. */
export const setComputed = (target: Document, [name, ...rest]: readonly string[], value: unknown): void => {
  if (name === undefined) return;
  if (rest.length === 0) {
    if (value === undefined) delete target[name];
    else setField(target, name, value);
    return;
  }
  const inner = fieldOf(target, name);
  if (Array.isArray(inner)) {
    setField(target, name, inner.map((element) => {
      const copy: Document = isDocument(element) ? { ...element } : {};
      setComputed(copy, rest, value);
      return copy;
    }));
    return;
  }
  const copy: Document = isDocument(inner) ? { ...inner } : {};
  setComputed(copy, rest, value);
  setField(target, name, copy);
};

const computeAll = (made: Document, document: Document, { computed }: Parsed): void => {
  for (const { path, wish } of computed) {
    if (wish.kind === 'computed') setComputed(made, path, wish.evaluate(document));
    if (wish.kind !== 'elemMatch') continue;
    const value = fieldOf(document, path[0] as string);
    const found = Array.isArray(value) ? value.findIndex((element) => wish.accepts(element)) : -1;
    if (found >= 0) setField(made, path[0] as string, [(value as unknown[])[found]]);
  }
};

const NO_POSITIONS: Positions = new Map();

/** A projection as a function. `filter` says which element a positional `.$` stands for. */
export const compileProjection = (spec: Document, filter: Document = {}, options: ExpressionOptions = {}): Projection => {
  const parsed = parseProjection(spec, options);
  const matcher: Matcher | undefined = parsed.positional ? compileFilter(filter, options) : undefined;
  const isPlain = parsed.mode === 'inclusion' && parsed.computed.length === 0 && !matcher;
  const project = (document: Document): Document => {
    const positions = matcher ? matcher.positions(document) : NO_POSITIONS;
    const made = projected(document, parsed.tree, '', { keepsOthers: parsed.mode === 'exclusion', positions });
    computeAll(made, document, parsed);
    return made;
  };
  return Object.assign(project, { paths: isPlain ? ['_id', ...Object.keys(spec)] : undefined });
};
