import { shown } from '../bson/shown.js';
import { fieldOf, hasField, isDocument, setField, type Document } from '../bson/types.js';
import { encodeElement } from '../bson/writer.js';
import { mongoError } from '../errors.js';

// As MongoDB: an array is not grown by more than this with nulls.
const MAX_PADDING = 1_500_000;
const INDEX = /^(0|[1-9]\d*)$/;

type Container = Document | unknown[];

/** A document being changed: what lies on a changed path is copied once, the rest is shared with the original. */
export type Draft = { root: Document; owned: Set<unknown>; changed: string[] };

export const newDraft = (document: Document): Draft => {
  const root = { ...document };
  return { root, owned: new Set([root]), changed: [] };
};

/** The same value of the same type, down to the order of fields: writing it changes nothing. */
export const isSameStored = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return Object.is(one, other);
  return one === other || encodeElement('', one).equals(encodeElement('', other));
};

const childOf = (container: Container, part: string): unknown => {
  if (!Array.isArray(container)) return fieldOf(container, part);
  return INDEX.test(part) ? container[Number(part)] : undefined;
};

const put = (container: Container, part: string, value: unknown): void => {
  if (Array.isArray(container)) container[Number(part)] = value;
  else setField(container, part, value);
};

const isContainer = (value: unknown): value is Container => Array.isArray(value) || isDocument(value);

/** The value at a concrete path, or undefined where nothing is. */
export const valueAt = (draft: Draft, path: readonly string[]): unknown => {
  let value: unknown = draft.root;
  for (const part of path) {
    if (!isContainer(value)) return undefined;
    value = childOf(value, part);
  }
  return value;
};

const cannotCreate = (part: string, path: readonly string[], value: unknown) =>
  mongoError(28, `Cannot create field '${part}' in element {${path.at(-1) ?? ''}: ${shown(value)}}`);

const checkIndex = (container: Container, part: string, path: readonly string[]): void => {
  if (!Array.isArray(container)) return;
  if (!INDEX.test(part)) throw cannotCreate(part, path, container);
  if (Number(part) > container.length + MAX_PADDING) {
    throw mongoError(2, `can't backfill more than ${MAX_PADDING} elements`);
  }
  for (let index = container.length; index < Number(part); index += 1) container.push(null);
};

/** The container at the end of a path, made where missing and copied where shared, so that it may be written. */
const writable = (draft: Draft, path: readonly string[]): Container => {
  let container: Container = draft.root;
  for (const [depth, part] of path.entries()) {
    checkIndex(container, part, path.slice(0, depth));
    const current = childOf(container, part);
    let next: Container;
    if (current === undefined) next = {};
    else if (!isContainer(current)) throw cannotCreate(path[depth + 1] ?? '', path.slice(0, depth + 1), current);
    else next = draft.owned.has(current) ? current : copyOf(current);
    draft.owned.add(next);
    if (next !== current) put(container, part, next);
    container = next;
  }
  return container;
};

const copyOf = (container: Container): Container => (Array.isArray(container) ? [...(container as unknown[])] : { ...container });

/** Up to the first position: an index on `a.b` holds what lies at `a.0.b`. */
const indexedPath = (path: readonly string[]): string => {
  const position = path.findIndex((part) => INDEX.test(part));
  return (position < 0 ? path : path.slice(0, Math.max(position, 1))).join('.');
};

/** Sets the value at a path; refuses to turn a value into a container, as MongoDB does. */
export const writeAt = (draft: Draft, path: readonly string[], value: unknown): void => {
  const container = parentOf(draft, path);
  const part = path.at(-1) as string;
  checkIndex(container, part, path.slice(0, -1));
  put(container, part, value);
  draft.changed.push(indexedPath(path));
};

const parentOf = (draft: Draft, path: readonly string[]): Container => {
  const parent = valueAt(draft, path.slice(0, -1));
  if (path.length > 1 && parent !== undefined && !isContainer(parent)) {
    throw cannotCreate(path.at(-1) as string, path.slice(0, -1), parent);
  }
  return writable(draft, path.slice(0, -1));
};

/** Removes a field; an array keeps its length and holds null there. */
export const removeAt = (draft: Draft, path: readonly string[]): void => {
  const part = path.at(-1) as string;
  const parent = valueAt(draft, path.slice(0, -1));
  if (!isContainer(parent) || (Array.isArray(parent) ? childOf(parent, part) === undefined : !hasField(parent, part))) return;
  const container = writable(draft, path.slice(0, -1));
  if (Array.isArray(container)) put(container, part, null);
  else delete container[part];
  draft.changed.push(indexedPath(path));
};
