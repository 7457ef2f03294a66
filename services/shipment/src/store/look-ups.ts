import { gatherer } from '@landfall/kit/gatherer';
import type { Collection, mongo } from 'mongoose';

// More would make the first of a lot wait for the last.
const LOT = { most: 32 };

type Asked = { accountId: string; key: string };

/** The account is part of every query: one branch for each. */
const filterOf = (field: string, asked: readonly Asked[]): Record<string, unknown> => {
  const keys = new Map<string, Set<string>>();
  for (const { accountId, key } of asked) keys.set(accountId, (keys.get(accountId) ?? new Set()).add(key));
  const branches = [...keys].map(([accountId, some]) => ({ accountId, [field]: { $in: [...some] } }));
  return branches.length === 1 ? { ...branches[0] } : { $or: branches };
};

const isAskedFor = (row: mongo.Document, field: string, { accountId, key }: Asked): boolean => {
  const value: unknown = row[field];
  return row['accountId'] === accountId && (Array.isArray(value) ? value.includes(key) : value === key);
};

/** Rows by one field. Look-ups that come while another is under way share the next query: snapshots come in crowds. */
export const lookUps = (collection: Pick<Collection, 'find'>, field: string): ((accountId: string, key: string) => Promise<mongo.Document[]>) => {
  const ask = gatherer<Asked, mongo.Document[]>(async (asked) => {
    const rows: mongo.Document[] = await collection.find(filterOf(field, asked)).toArray();
    return (index) => rows.filter((row) => isAskedFor(row, field, asked[index] as Asked));
  }, LOT);
  return (accountId, key) => ask({ accountId, key });
};
