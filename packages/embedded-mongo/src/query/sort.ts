import { compareValues } from '../bson/compare.js';
import { plainNumber } from '../bson/numbers.js';
import { bsonUndefined, fieldOf, isDocument, type Document } from '../bson/types.js';
import { mongoError } from '../errors.js';

type Part = { parts: string[]; direction: number };
export type Comparator = (one: Document, other: Document) => number;

const partOf = (path: string, given: unknown): Part => {
  if (path === '') throw mongoError(15998, 'FieldPath cannot be constructed with empty string');
  if (path.startsWith('$')) throw mongoError(16410, `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
  if (isDocument(given)) throw mongoError(17312, '$meta sort keys are not supported by the embedded store');
  const direction = plainNumber(given);
  if (direction !== 1 && direction !== -1) {
    throw mongoError(15975, `$sort key ordering must be specified using a number or {$meta: 'text'}: ${path}`);
  }
  return { parts: path.split('.'), direction };
};

/** All values at a path, through arrays: an array sorts by its least or its greatest element. */
const collect = (value: unknown, parts: readonly string[], at: number, found: unknown[]): void => {
  if (at === parts.length) {
    if (!Array.isArray(value)) found.push(value);
    else if (value.length === 0) found.push(bsonUndefined);
    else found.push(...(value as unknown[]));
    return;
  }
  const part = parts[at] as string;
  if (isDocument(value)) collect(fieldOf(value, part), parts, at + 1, found);
  else if (!Array.isArray(value)) found.push(undefined);
  else if (/^\d+$/.test(part)) collect((value as unknown[])[Number(part)], parts, at + 1, found);
  else if (value.length === 0) found.push(undefined);
  else for (const element of value as unknown[]) if (!Array.isArray(element)) collect(element, parts, at, found);
};

const extreme = (values: unknown[], direction: number): unknown =>
  values.reduce((best, value) => (compareValues(value, best) * direction < 0 ? value : best));

const sortValue = (document: Document, { parts, direction }: Part): unknown => {
  if (parts.length === 1) {
    const value = fieldOf(document, parts[0] as string);
    if (!Array.isArray(value)) return value;
  }
  const found: unknown[] = [];
  collect(document, parts, 0, found);
  return found.length === 0 ? undefined : extreme(found, direction);
};

/** The order a sort specification asks for; ascending takes the least element of an array, descending the greatest. */
export const compileSort = (spec: Document): Comparator => {
  const parts = Object.keys(spec).map((path) => partOf(path, spec[path]));
  return (one, other) => {
    for (const part of parts) {
      const order = compareValues(sortValue(one, part), sortValue(other, part));
      if (order !== 0) return order * part.direction;
    }
    return 0;
  };
};
