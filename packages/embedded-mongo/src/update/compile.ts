import { equalValues } from '../bson/compare.js';
import { shown } from '../bson/shown.js';
import { hasField, isDocument, setField, TYPE, typeOf, type Document } from '../bson/types.js';
import { mongoError } from '../errors.js';
import type { Positions } from '../query/matcher.js';
import type { Leaf, Node } from '../query/matcher-nodes.js';
import { parseNode } from '../query/matcher-parse.js';
import { isSameStored, newDraft, valueAt, writeAt } from './draft.js';
import { applyModifiers, parseModifiers, withIdFirst } from './modifiers.js';
import { compileArrayFilters } from './paths.js';
import { compilePipeline } from './pipeline.js';
import { compileSplice, type Spliced } from './splice.js';

export type Update = Document | Document[];

export type UpdateOptions = {
  arrayFilters?: readonly Document[] | undefined;
  /** Values of `let`, which only a pipeline can read. */
  constants?: Document | undefined;
  now: Date;
  isInsert?: boolean;
};

export type UpdateResult = { doc: Document; changedPaths: string[]; changed: boolean };

export type CompiledUpdate = ((document: Document, positions?: () => Positions) => UpdateResult) & {
  /** The same change made to stored bytes, where it touches top-level fields only; absent otherwise. */
  splice?: (bytes: Buffer) => Spliced | undefined;
};

const NO_POSITIONS = (): Positions => new Map();

const checkId = (before: Document, after: Document, isReplacement: boolean): void => {
  if (!hasField(before, '_id') || (hasField(after, '_id') && equalValues(before['_id'], after['_id']))) return;
  throw mongoError(66, isReplacement
    ? `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${shown(after['_id'])}`
    : "Performing an update on the path '_id' would modify the immutable field '_id'");
};

/** Whole documents are compared field by field, so that an index on an unchanged field is left alone. */
const differences = (before: Document, after: Document): string[] => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => hasField(before, name) !== hasField(after, name) || !isSameStored(before[name], after[name]));
};

const sameOrder = (before: Document, after: Document): boolean => {
  const names = Object.keys(before);
  return Object.keys(after).every((name, index) => name === names[index]);
};

const wholeResult = (before: Document, made: Document, isReplacement: boolean): UpdateResult => {
  const doc = withIdFirst(hasField(before, '_id') && !hasField(made, '_id') ? { _id: before['_id'], ...made } : made);
  checkId(before, doc, isReplacement);
  const changedPaths = differences(before, doc);
  const [first] = Object.keys(doc);
  // Another order of the same fields is a change, too, though of no value.
  if (changedPaths.length === 0 && first !== undefined && !sameOrder(before, doc)) changedPaths.push(first);
  return { doc, changedPaths, changed: changedPaths.length > 0 };
};

const compileReplacement = (replacement: Document): CompiledUpdate => {
  const dollar = Object.keys(replacement).find((name) => name.startsWith('$'));
  if (dollar) throw mongoError(52, `The dollar ($) prefixed field '${dollar}' in '${dollar}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`);
  return (document) => wholeResult(document, replacement, true);
};

const compileOperators = (update: Document, options: UpdateOptions): CompiledUpdate => {
  const modifiers = parseModifiers(update, compileArrayFilters(options.arrayFilters ?? []));
  const apply: CompiledUpdate = (document, positions = NO_POSITIONS) => {
    const draft = applyModifiers(document, modifiers, { positions, now: options.now, isInsert: options.isInsert === true });
    checkId(document, draft.root, false);
    return { doc: draft.root, changedPaths: draft.changed, changed: draft.changed.length > 0 };
  };
  const splice = options.isInsert === true ? undefined : compileSplice(modifiers);
  return splice ? Object.assign(apply, { splice: (bytes: Buffer) => splice(bytes, options.now) }) : apply;
};

/** Applies an update to stored bytes without decoding them, or answers undefined when that cannot be done. */
export const spliceUpdate = (bytes: Buffer, update: CompiledUpdate): Spliced | undefined => update.splice?.(bytes);

const isOperatorUpdate = (update: Document): boolean => (Object.keys(update)[0] ?? '').startsWith('$');

/** An update as a function; whatever is wrong with it, apart from the documents it meets, is refused here. */
export const compileUpdate = (update: Update, options: UpdateOptions): CompiledUpdate => {
  if (Array.isArray(update)) {
    if ((options.arrayFilters ?? []).length > 0) throw mongoError(9, 'Cannot specify arrayFilters and a pipeline update');
    const run = compilePipeline(update, { variables: options.constants, now: options.now });
    return (document) => wholeResult(document, run(document, options.now), false);
  }
  return isOperatorUpdate(update) ? compileOperators(update, options) : compileReplacement(update);
};

const equality = (leaf: Leaf): { value: unknown } | undefined => {
  if (leaf.kind === 'eq') return { value: leaf.value };
  return leaf.kind === 'in' && leaf.patterns.length === 0 && leaf.values.length === 1 ? { value: leaf.values[0] } : undefined;
};

/** What a filter says about a document that does not exist yet: its equalities, through `$and` and a lone `$or`. */
const inferred = (node: Node, found: Map<string, unknown>): void => {
  if (node.kind === 'and' || (node.kind === 'or' && node.nodes.length === 1)) {
    for (const each of node.nodes) inferred(each, found);
  }
  if (node.kind !== 'field') return;
  const known = equality(node.leaf);
  if (!known) return;
  const clash = [...found.keys()].find((path) => path === node.path || path.startsWith(`${node.path}.`) || node.path.startsWith(`${path}.`));
  if (clash !== undefined) throw mongoError(54, `cannot infer query fields to set, path '${node.path}' is matched twice`);
  found.set(node.path, known.value);
};

const baseOf = (filter: Document, isReplacement: boolean): Document => {
  const found = new Map<string, unknown>();
  if (isReplacement) {
    const id = new Map<string, unknown>();
    inferred(parseNode(hasField(filter, '_id') ? { _id: filter['_id'] } : {}, {}), id);
    for (const [path, value] of id) found.set(path, value);
  } else inferred(parseNode(filter, { anyVariable: true }), found);
  const draft = newDraft({});
  for (const [path, value] of found) {
    const parts = path.split('.');
    if (valueAt(draft, parts) === undefined) writeAt(draft, parts, value);
  }
  return draft.root;
};

const checkNewId = (document: Document): void => {
  const type = typeOf(document['_id']);
  if (type === TYPE.array || type === TYPE.regex || type === TYPE.undefined) {
    throw mongoError(53, `The '_id' value cannot be of type ${type === TYPE.array ? 'array' : type === TYPE.regex ? 'regex' : 'undefined'}`);
  }
};

/** The document an upsert inserts: what the filter says for sure, and the update on top of it. */
export const upsertBase = (filter: Document, update: Update, options: UpdateOptions): Document => {
  const isReplacement = !Array.isArray(update) && !isOperatorUpdate(update);
  const base = baseOf(isDocument(filter) ? filter : {}, isReplacement);
  const { doc } = compileUpdate(update, { ...options, isInsert: true })(base);
  checkNewId(doc);
  const made: Document = {};
  for (const name of Object.keys(withIdFirst(doc))) setField(made, name, doc[name]);
  return made;
};
