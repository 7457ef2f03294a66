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
 * The rows behind the cursor, as filters to be asked one after the other until the page is full. Each is one walk along the
 * index that begins at the cursor: the range on the sort path bounds it, and the tie-break only leaves out what was seen.
 * Missing values sort first ascending and last descending, as the store sorts null; no range reaches them.
 */
const behind = ({ path, descending }: SortKey, after: string): Record<string, unknown>[] => {
  const { value, id } = decode(after);
  const further = descending ? '$lt' : '$gt';
  const tie = { [path]: value, _id: { [further]: id } };
  if (value === null) return descending ? [tie] : [tie, { [path]: { $ne: null } }];
  const beyond = { [path]: { [`${further}e`]: value }, $or: [{ [path]: { [further]: value } }, tie] };
  return descending ? [beyond, { [path]: null }] : [beyond];
};

/** The rows of a page and, if there is one, the first of the next. */
const rowsOf = async <Row extends { _id: string }>(model: Model<Row>, filter: Record<string, unknown>, page: PageRequest, sort: SortKey): Promise<Row[]> => {
  const direction = sort.descending ? -1 : 1;
  const ask = (where: Record<string, unknown>, limit: number, skip: number) =>
    model.find(where as QueryFilter<Row>).sort({ [sort.path]: direction, _id: direction }).skip(skip).limit(limit).lean<Row[]>();
  const wanted = page.size + 1;
  if (!page.after) return ask(filter, wanted, (page.number - 1) * page.size);
  const rows: Row[] = [];
  for (const where of behind(sort, page.after)) {
    if (rows.length < wanted) rows.push(...(await ask({ $and: [filter, where] }, wanted - rows.length, 0)));
  }
  return rows;
};

interface PageOptions {
  page: PageRequest;
  sort: SortKey;
  total?: () => Promise<number>;
}

/**
 * One page of a list in a stable order: ties are broken by id, so that no row is met twice or missed. Counting walks the
 * whole index; a list that keeps its own count hands it in as `total`.
 */
export const pageOf = async <Row extends { _id: string }>(model: Model<Row>, filter: Record<string, unknown>, { page, sort, total: counted }: PageOptions): Promise<PageOfRows<Row>> => {
  const [found, total] = await Promise.all([rowsOf(model, filter, page, sort), counted?.() ?? model.countDocuments(filter as QueryFilter<Row>)]);
  const rows = found.slice(0, page.size);
  const last = rows.at(-1);
  return { rows, total, ...(found.length > page.size && last ? { nextAfter: encode(last, sort) } : {}) };
};
