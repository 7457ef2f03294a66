import type { QueryFilter, Model } from 'mongoose';
import { problem } from './problem.js';

export interface PageRequest {
  number: number;
  size: number;
  /** Opaque cursor; when given, `number` does not count. */
  after?: string;
}

export interface SortKey {
  path: string;
  descending: boolean;
}

export interface PageOfRows<Row> {
  rows: Row[];
  total: number;
  nextAfter?: string;
}

type Cursor = { value: unknown; isDate: boolean; id: string };

const at = (row: unknown, path: string): unknown => path.split('.').reduce<unknown>((inside, key) => (inside as Record<string, unknown> | null | undefined)?.[key], row);

const encode = (row: { _id: string }, { path }: SortKey): string => {
  const value = at(row, path) ?? null;
  return Buffer.from(JSON.stringify({ value, isDate: value instanceof Date, id: row._id })).toString('base64url');
};

const decode = (after: string): { value: unknown; id: string } => {
  try {
    const { value, isDate, id } = JSON.parse(Buffer.from(after, 'base64url').toString()) as Cursor;
    if (typeof id === 'string') return { value: isDate ? new Date(String(value)) : value, id };
  } catch {
    // Falls through: whatever it was, it is not one of our cursors.
  }
  throw problem('invalid_parameter', 'page[after] is not a cursor that a list gave out.', { parameter: 'page[after]' });
};

/**
 * The rows behind the cursor. The range on the sort path keeps it one walk along the index; the tie-break inside it
 * leaves out what was seen. Missing values sort first ascending and last descending, as the store sorts null.
 */
const behind = ({ path, descending }: SortKey, after: string): Record<string, unknown> => {
  const { value, id } = decode(after);
  const further = descending ? '$lt' : '$gt';
  const tie = { [path]: value, _id: { [further]: id } };
  if (value === null) return descending ? tie : { $or: [tie, { [path]: { $ne: null } }] };
  const beyond = { $or: [{ [path]: { [further]: value } }, tie, ...(descending ? [{ [path]: null }] : [])] };
  return descending ? beyond : { [path]: { $gte: value }, ...beyond };
};

/**
 * One page of a list in a stable order: ties are broken by id, so that no row is met twice or missed. Counting walks the
 * whole index; a list that keeps its own count hands it in as `total`.
 */
export const pageOf = async <Row extends { _id: string }>(model: Model<Row>, filter: Record<string, unknown>, { page, sort, total: counted }: { page: PageRequest; sort: SortKey; total?: () => Promise<number> }): Promise<PageOfRows<Row>> => {
  const direction = sort.descending ? -1 : 1;
  const where = page.after ? { $and: [filter, behind(sort, page.after)] } : filter;
  const query = model
    .find(where as QueryFilter<Row>)
    .sort({ [sort.path]: direction, _id: direction })
    .limit(page.size + 1);
  if (!page.after) query.skip((page.number - 1) * page.size);
  const [found, total] = await Promise.all([query.lean<Row[]>(), counted?.() ?? model.countDocuments(filter as QueryFilter<Row>)]);
  const rows = found.slice(0, page.size);
  const last = rows.at(-1);
  return { rows, total, ...(found.length > page.size && last ? { nextAfter: encode(last, sort) } : {}) };
};
