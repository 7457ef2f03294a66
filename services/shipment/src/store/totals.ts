import type { Model } from 'mongoose';
import { allOf, type Query } from './list-filters.js';

// A total that fits is counted anew for every page; it costs a millisecond or two.
const COUNTED_ANEW = 10_000;
// A larger one may be this old: nobody sees one in ten thousand, and counting a million for every page would be the page.
const FRESH_MS = 10_000;
// Filters differ without end; those that were asked last are remembered.
const MOST = 1_000;

type Known = { total: number; countedAt: number };

export type TotalsOptions = { now?: () => number; countedAnew?: number };

/** Counts by filter: exactly while they are few, as of some seconds ago when they are very many. */
export const counted = <Row>(model: Model<Row>, { now = () => performance.now(), countedAnew = COUNTED_ANEW }: TotalsOptions = {}) => {
  const known = new Map<string, Known>();
  const running = new Map<string, Promise<number>>();

  const count = async (key: string, filter: Query): Promise<number> => {
    const total = await model.countDocuments(filter as never);
    known.delete(key);
    if (total > countedAnew) known.set(key, { total, countedAt: now() });
    const oldest = known.size > MOST ? known.keys().next() : undefined;
    if (oldest && !oldest.done) known.delete(oldest.value);
    return total;
  };

  return async (filter: Query): Promise<number> => {
    const key = JSON.stringify(filter);
    const last = known.get(key);
    if (last && now() - last.countedAt < FRESH_MS) return last.total;
    // Whoever asks meanwhile gets the same count.
    const next = running.get(key) ?? count(key, filter).finally(() => running.delete(key));
    running.set(key, next);
    if (!last) return next;
    // The last one is good enough until the new one is there; a failure is the next asker's to see.
    next.catch(() => undefined);
    return last.total;
  };
};

type Operators = { $ne?: unknown; $nin?: unknown; $not?: unknown } | undefined;

/** What a condition of absence leaves out, as a condition of presence: only that is a range of an index. */
const leftOut = ({ facets, dates }: Query): Query | undefined => {
  const [facet, date] = [facets as Operators, dates as Operators];
  if (facet?.$ne !== undefined) return { facets: facet.$ne };
  if (facet?.$nin !== undefined) return { facets: { $in: facet.$nin } };
  return date?.$not === undefined ? undefined : { dates: date.$not };
};

/** How many rows of an account meet the conditions. Without any, `all` knows; those without something are all but those with it. */
export const totals = <Row>(model: Model<Row>, all: (accountId: string) => Promise<number>, options?: TotalsOptions) => {
  const count = counted(model, options);
  const totalOf = async (accountId: string, conditions: readonly Query[]): Promise<number> => {
    if (conditions.length === 0) return all(accountId);
    const index = conditions.findIndex((condition) => leftOut(condition) !== undefined);
    const absent = conditions[index] && leftOut(conditions[index]);
    if (!absent) return count(allOf(accountId, conditions));
    const rest = conditions.filter((_, other) => other !== index);
    const [whole, without] = await Promise.all([totalOf(accountId, rest), totalOf(accountId, [...rest, absent])]);
    return Math.max(0, whole - without);
  };
  return totalOf;
};
