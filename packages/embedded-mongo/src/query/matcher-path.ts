import { fieldOf, isDocument, type Document } from '../bson/types.js';
import type { Test } from './matcher-nodes.js';

const isPosition = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

const someElement = (array: readonly unknown[], test: Test): boolean => {
  for (let index = 0; index < array.length; index += 1) if (test(array[index])) return true;
  return false;
};

const atLeaf = (value: unknown, expands: boolean, test: Test): boolean =>
  test(value) || (expands && Array.isArray(value) && someElement(value, test));

/** One path, prepared: names, and which of them may be positions in an array. */
export type Path = { parts: readonly string[]; positions: readonly boolean[] };

export const preparePath = (parts: readonly string[]): Path => ({ parts, positions: parts.map(isPosition) });

/** Through an array on the way: each document in it, and the element a number in the path points at. */
const throughArray = (array: readonly unknown[], path: Path, next: number, expands: boolean, test: Test): boolean => {
  for (let index = 0; index < array.length; index += 1) {
    const element = array[index];
    if (isDocument(element) && someAtPath(element, path, next, expands, test)) return true;
  }
  if (path.positions[next] !== true) return false;
  const index = Number(path.parts[next]);
  if (index >= array.length) return false;
  const element = array[index];
  // A path that ends in a position means that element as it is: an array there is not looked into.
  if (next === path.parts.length - 1) return test(element);
  return stepInto(element, path, next + 1, expands, test);
};

const stepInto = (value: unknown, path: Path, next: number, expands: boolean, test: Test): boolean => {
  if (Array.isArray(value)) return throughArray(value, path, next, expands, test);
  if (isDocument(value)) return someAtPath(value, path, next, expands, test);
  return test(undefined);
};

/** Does any value the path leads to pass? A path that leads nowhere leads to one missing value. */
export const someAtPath = (document: Document, path: Path, from: number, expands: boolean, test: Test): boolean => {
  const value = fieldOf(document, path.parts[from] as string);
  if (from === path.parts.length - 1) return atLeaf(value, expands, test);
  return stepInto(value, path, from + 1, expands, test);
};

export type Position = { arrayPath: string; index: number };

const elementIndex = (array: readonly unknown[], accepts: Test): number => array.findIndex((element) => accepts(element));

/**
 * Which element of the first array on the path made it match. `element` is the test of an `$elemMatch`, whose match is
 * in the array at the end of the path.
 */
export const positionAtPath = (document: Document, path: Path, test: Test, element: Test | undefined): Position | undefined => {
  let value: unknown = document;
  const { parts } = path;
  for (let depth = 0; depth < parts.length && isDocument(value); depth += 1) {
    value = fieldOf(value, parts[depth] as string);
    if (!Array.isArray(value)) continue;
    const isLast = depth === parts.length - 1;
    const accepts = isLast ? (element ?? test) : (each: unknown) =>
      isDocument(each) && someAtPath(each, path, depth + 1, element === undefined, test);
    let index = elementIndex(value, accepts);
    if (index < 0 && !isLast && path.positions[depth + 1] === true) index = Number(parts[depth + 1]);
    return index < 0 ? undefined : { arrayPath: parts.slice(0, depth + 1).join('.'), index };
  }
  return undefined;
};
