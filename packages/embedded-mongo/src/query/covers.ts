import type { Document } from '../bson/document.js';
import { encode } from '../bson/document.js';
import { isDocument } from '../bson/types.js';
import type { Constraints } from './constraints.js';
import { compileFilter } from './matcher.js';

/** `{ a: { b: value } }` for the path `a.b`. */
const nested = (path: string, value: unknown): Document =>
  path.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value) as Document;

const alike = (one: unknown, other: unknown): boolean => encode({ value: one }).equals(encode({ value: other }));

/** Each operator of the wanted condition stands in the given one, word for word. */
function says(given: unknown, wanted: unknown): boolean {
  if (alike(given, wanted)) return true;
  if (!isDocument(given) || !isDocument(wanted)) return false;
  return Object.entries(wanted).every(([name, value]) => name in given && alike(given[name], value));
}

function onePath(path: string, condition: unknown, filter: Document, constraints: Constraints): boolean {
  const all = [filter, ...(Array.isArray(filter['$and']) ? (filter['$and'] as Document[]) : [])];
  if (all.some((part) => path in part && says(part[path], condition))) return true;
  const accepts = compileFilter({ [path]: condition } as Document);
  const constraint = constraints.paths.get(path);
  if (!constraint) return false;
  // Every value the query allows must itself satisfy the index; a range does so for "exists" alone.
  if (constraint.points) return constraint.points.every((point) => point !== null && accepts(nested(path, point)));
  return isDocument(condition) && alike(condition, { $exists: true }) && (constraint.lower ?? constraint.upper)?.value !== null;
}

/** Is every document the query can match in the partial index? When it cannot be told, the answer is no. */
export function covers(partial: Document, filter: Document, constraints: Constraints): boolean {
  return Object.entries(partial).every(([name, condition]) => {
    if (name === '$and') return (condition as Document[]).every((part) => covers(part, filter, constraints));
    return !name.startsWith('$') && onePath(name, condition, filter, constraints);
  });
}
