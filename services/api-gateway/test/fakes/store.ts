import { problem } from '@landfall/kit/problem';
import type { Filter, Page, Sort } from '@landfall/contracts/gen/common/v1/page';

export interface Row {
  accountId: string;
  id: string;
}

export interface ListInput {
  accountId: string;
  page?: Page | undefined;
  filters?: Filter[];
  sort?: Sort[];
}

const camel = (field: string) => field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const comparable = (value: unknown): string | number => (value instanceof Date ? value.getTime() : typeof value === 'number' ? value : String(value));

const holds = (row: Row, { field, op, values }: Filter): boolean => {
  const value = (row as unknown as Record<string, unknown>)[camel(field)];
  if (op === 'exists') return (value !== undefined) === (values[0] === 'true');
  if (op === 'eq') return Array.isArray(value) ? value.some((one) => values.includes(String(one))) : values.includes(String(value));
  const other = value instanceof Date ? new Date(values[0]!).getTime() : Number(values[0]);
  const mine = comparable(value) as number;
  return op === 'gte' ? mine >= other : op === 'lte' ? mine <= other : op === 'gt' ? mine > other : mine < other;
};

/** Rows of all accounts, kept apart the way every owner must keep them: the account is part of every look-up. */
export const table = <T extends Row>(what: string) => {
  const rows = new Map<string, T>();
  const key = (accountId: string, id: string) => `${accountId} ${id}`;
  const find = (accountId: string, id: string) => rows.get(key(accountId, id));
  return {
    put: (row: T) => {
      rows.set(key(row.accountId, row.id), row);
      return row;
    },
    find,
    get: ({ accountId, id }: Row): T => {
      const row = find(accountId, id);
      if (row === undefined) throw problem('not_found', `No ${what} has the id ${id}.`);
      return row;
    },
    some: (accountId: string, ids: readonly string[]) => ids.flatMap((id) => find(accountId, id) ?? []),
    of: (accountId: string) => [...rows.values()].filter((row) => row.accountId === accountId),
    remove: ({ accountId, id }: Row) => ({ deleted: rows.delete(key(accountId, id)) }),
    list: ({ accountId, page, filters = [], sort = [] }: ListInput) => {
      const { number = 1, size = 30, after = '' } = page ?? {};
      const all = [...rows.values()].filter((row) => row.accountId === accountId && filters.every((filter) => holds(row, filter)));
      const [by] = sort;
      if (by !== undefined) all.sort((a, b) => (comparable((a as never)[camel(by.field)]) < comparable((b as never)[camel(by.field)]) ? -1 : 1) * (by.descending ? -1 : 1));
      const from = after === '' ? (number - 1) * size : all.findIndex(({ id }) => id === after) + 1;
      const items = all.slice(from, from + size);
      return { items, page: { total: all.length, nextAfter: from + size < all.length ? (items.at(-1)?.id ?? '') : '' } };
    },
    /** Applies a change, if the caller saw the newest revision. */
    change: (input: Row & { expectedRevision?: number | undefined }, edit: (row: T) => T): T => {
      const row = find(input.accountId, input.id);
      if (row === undefined) throw problem('not_found', `No ${what} has the id ${input.id}.`);
      const { revision } = row as unknown as { revision: number };
      if (input.expectedRevision !== undefined && input.expectedRevision !== revision) throw problem('precondition_failed', 'Not that version.');
      const edited = { ...edit(row), revision: revision + 1 };
      rows.set(key(input.accountId, input.id), edited);
      return edited;
    },
  };
};
