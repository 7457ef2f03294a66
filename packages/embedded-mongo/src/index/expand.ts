import type { Document } from '../bson/document.js';
import { isDocument } from '../bson/types.js';
import { mongoError } from '../errors.js';

const PARALLEL_ARRAYS = 171;

/** How far one path of an index has got into a document. `done` values are not looked into again. */
type Slot = { value: unknown; rest: string[]; done: boolean };

const isPosition = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

/** Steps through documents until the value, or an array, or nothing is reached. */
function advance({ value, rest, done }: Slot): Slot {
  let at = value;
  let left = rest;
  while (left.length > 0) {
    const [part, ...after] = left as [string, ...string[]];
    if (isDocument(at)) at = Object.hasOwn(at, part) ? at[part] : undefined;
    else if (Array.isArray(at) && isPosition(part)) at = at[Number(part)];
    else if (Array.isArray(at)) break;
    else return { value: undefined, rest: [], done: true };
    left = after;
  }
  return { value: at, rest: left, done };
}

/** One element of the array the slot stands at. An array inside an array is a value, not a way on. */
function into(slot: Slot, element: unknown): Slot {
  if (slot.rest.length === 0) return { value: element, rest: [], done: true };
  return isDocument(element) ? { value: element, rest: slot.rest, done: false } : { value: undefined, rest: [], done: true };
}

/** What an empty array puts into the index: BSON undefined for itself, nothing for what would be inside. */
export const EMPTY_ARRAY = Symbol('empty array');

function expand(slots: Slot[], found: unknown[][]): void {
  const stepped = slots.map(advance);
  const arrays = new Set(stepped.filter((slot) => !slot.done && Array.isArray(slot.value)).map((slot) => slot.value));
  if (arrays.size > 1) throw mongoError(PARALLEL_ARRAYS, 'cannot index parallel arrays');
  const [array] = arrays as Set<unknown[]>;
  if (!array) {
    found.push(stepped.map((slot) => slot.value));
    return;
  }
  const elements = array.length > 0 ? array : [EMPTY_ARRAY];
  for (const element of elements) {
    expand(stepped.map((slot) => (!slot.done && slot.value === array ? into(slot, element) : slot)), found);
  }
}

/** All combinations of values a document has at the paths of one index; paths through one array stay together. */
export function expandPaths(document: Document, paths: string[]): unknown[][] {
  const found: unknown[][] = [];
  expand(paths.map((path) => ({ value: document, rest: path.split('.'), done: false })), found);
  return found;
}
