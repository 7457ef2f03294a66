import { shown } from '../bson/shown.js';
import { isDocument, setField, type Document } from '../bson/types.js';
import { mongoError } from '../errors.js';
import type { Positions } from '../query/matcher.js';
import { isSameStored, newDraft, removeAt, valueAt, writeAt, type Draft } from './draft.js';
import { changeOf, createsField, KEEP, REMOVE, UPDATE_OPERATORS, type Change } from './operators.js';
import { checkFirst, concretePaths, isPositional, parsePath, usedIdentifiers, type Filters } from './paths.js';

export type Modifier = { operator: string; path: string; parts: string[]; argument: unknown; change: Change; positional: boolean };
export type Renaming = { from: string[]; to: string[] };
export type Modifiers = { modifiers: Modifier[]; renamings: Renaming[]; filters: Filters };
export type Run = { positions: () => Positions; now: Date; isInsert: boolean };

/** A path and anything inside it cannot both be changed: the outcome would hang on their order. */
const checkConflicts = (paths: readonly string[]): void => {
  const seen = new Set<string>();
  const inner = new Map<string, string>();
  for (const path of paths) {
    const parts = path.split('.');
    const outer = parts.map((_, index) => parts.slice(0, index + 1).join('.')).find((prefix) => seen.has(prefix));
    if (outer !== undefined || inner.has(path)) {
      throw mongoError(40, `Updating the path '${path}' would create a conflict at '${outer ?? path}'`);
    }
    seen.add(path);
    for (let index = 1; index < parts.length; index += 1) inner.set(parts.slice(0, index).join('.'), path);
  }
};

/** MongoDB changes fields in this order, so that new ones come to stand in it. */
const byPath = (one: readonly string[], other: readonly string[]): number => {
  const at = one.findIndex((part, index) => part !== other[index]);
  if (at < 0 || other[at] === undefined) return one.length - other.length;
  const [left, right] = [one[at] as string, other[at]];
  if (/^\d+$/.test(left) && /^\d+$/.test(right)) return Number(left) - Number(right);
  return left < right ? -1 : 1;
};

const renamingOf = (from: string, to: unknown, filters: Filters): Renaming => {
  if (typeof to !== 'string') throw mongoError(2, `The 'to' field for $rename must be a string: ${from}: ${shown(to)}`);
  if (from === to) throw mongoError(2, `The source and target field for $rename must differ: ${from}: "${to}"`);
  const renaming = { from: parsePath(from, filters), to: parsePath(to, filters) };
  if (isPositional(renaming.from)) throw mongoError(2, `The source field for $rename may not be dynamic: ${from}`);
  if (isPositional(renaming.to)) throw mongoError(2, `The destination field for $rename may not be dynamic: ${to}`);
  return renaming;
};

const checkOperator = (operator: string, fields: unknown): Document => {
  if (!UPDATE_OPERATORS.has(operator)) {
    throw mongoError(9, `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`);
  }
  if (isDocument(fields)) return fields;
  throw mongoError(9, `Modifiers operate on fields but we found type ${typeof fields} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${shown(fields)}}`);
};

/** Understands `{ $set: …, $inc: … }`, or refuses it before any document is touched. */
export const parseModifiers = (update: Document, filters: Filters): Modifiers => {
  const modifiers: Modifier[] = [];
  const renamings: Renaming[] = [];
  for (const operator of Object.keys(update)) {
    const fields = checkOperator(operator, update[operator]);
    for (const path of Object.keys(fields)) {
      if (operator === '$rename') {
        renamings.push(renamingOf(path, fields[path], filters));
        continue;
      }
      const parts = parsePath(path, filters);
      const argument = fields[path];
      modifiers.push({ operator, path, parts, argument, change: changeOf(operator, argument, path), positional: isPositional(parts) });
    }
  }
  const renamed = renamings.flatMap(({ from, to }) => [from.join('.'), to.join('.')]);
  checkConflicts([...modifiers.map(({ path }) => path), ...renamed]);
  const used = new Set(modifiers.flatMap(({ parts }) => usedIdentifiers(parts)));
  for (const identifier of filters.keys()) {
    if (!used.has(identifier)) throw mongoError(9, `The array filter for identifier '${identifier}' was not used in the update ${shown(update)}`);
  }
  modifiers.sort((one, other) => byPath(one.parts, other.parts));
  return { modifiers, renamings, filters };
};

const applyAt = (draft: Draft, path: string[], modifier: Modifier, run: Run): void => {
  const current = valueAt(draft, path);
  if (current === undefined && !createsField(modifier.operator)) return;
  const next = modifier.change(current, { path: path.join('.'), id: draft.root['_id'], now: run.now, isInsert: run.isInsert });
  if (next === KEEP || next === undefined) return;
  if (next === REMOVE) removeAt(draft, path);
  else if (current === undefined || !isSameStored(current, next)) writeAt(draft, path, next);
};

const rename = (draft: Draft, { from, to }: Renaming): void => {
  for (const path of [from, to]) {
    const array = path.findIndex((_, depth) => depth > 0 && Array.isArray(valueAt(draft, path.slice(0, depth))));
    if (array < 0) continue;
    const what = path === from ? 'source' : 'destination';
    throw mongoError(2, `The ${what} field cannot be an array element, '${path.join('.')}' in doc with _id: ${shown(draft.root['_id'])} has an array field called '${path[array - 1]}'`);
  }
  const value = valueAt(draft, from);
  if (value === undefined) return;
  removeAt(draft, from);
  removeAt(draft, to);
  // The target takes its place at the end, even when a field of that name stood elsewhere.
  writeAt(draft, to, value);
};

/** Applies all operators to a copy; the given document stays as it is. */
export const applyModifiers = (document: Document, { modifiers, renamings, filters }: Modifiers, run: Run): Draft => {
  const draft = newDraft(document);
  for (const modifier of modifiers) {
    if (!run.isInsert) checkFirst(modifier.parts[0] as string, modifier.path);
    const paths = modifier.positional ? concretePaths(draft.root, modifier.parts, run.positions, filters) : [modifier.parts];
    for (const path of paths) applyAt(draft, path, modifier, run);
  }
  for (const renaming of renamings) rename(draft, renaming);
  return draft;
};

/** `_id` first, which is where MongoDB keeps it. */
export const withIdFirst = (document: Document): Document => {
  if (!('_id' in document) || Object.keys(document)[0] === '_id') return document;
  const made: Document = { _id: document['_id'] };
  for (const name of Object.keys(document)) if (name !== '_id') setField(made, name, document[name]);
  return made;
};
