import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import { problem } from '@landfall/kit/problem';
import { Schema, type Connection, type Model } from 'mongoose';
import type { EventQuery, Events } from '../app/ports.js';
import type { LogEntry, NewEntry } from '../domain/log-entry.js';

type Row = Omit<LogEntry, 'id'> & { _id: string };

const schema = new Schema<Row>(
  {
    _id: String, accountId: String, sequence: Number, event: String, occurredAt: Date, createdAt: Date,
    referenceType: String, referenceId: String, shipmentId: String, containerId: String, included: String, origin: {},
  },
  { collection: 'events', versionKey: false },
);

// append: the sequence is gap-free because this index lets only the next number in.
schema.index({ accountId: 1, sequence: 1 }, { name: 'append__next_number', unique: true });
// list: the log of one container, one shipment, one kind.
schema.index({ accountId: 1, containerId: 1, sequence: 1 }, { name: 'list__of_container' });
schema.index({ accountId: 1, shipmentId: 1, sequence: 1 }, { name: 'list__of_shipment' });
schema.index({ accountId: 1, event: 1, sequence: 1 }, { name: 'list__by_event' });

const NINETY_DAYS_S = 90 * 86_400;
// The log is kept 90 days (D-40).
schema.index({ createdAt: 1 }, { name: 'retention__ninety_days', expireAfterSeconds: NINETY_DAYS_S });

// Two replicas append to one account now and then; hundreds of lost races in a row mean something else is wrong.
const TRIES = 200;

const filterOf = ({ accountId, afterSequence, types, containerId, shipmentId, since, until }: EventQuery) => ({
  accountId,
  sequence: { $gt: afterSequence },
  ...(types.length > 0 ? { event: { $in: [...types] } } : {}),
  ...(containerId ? { containerId } : {}),
  ...(shipmentId ? { shipmentId } : {}),
  ...(since || until ? { createdAt: { ...(since ? { $gte: since } : {}), ...(until ? { $lt: until } : {}) } } : {}),
});

const toEntry = (row: unknown): LogEntry => loaded<LogEntry>(row) as LogEntry;

const firstOfEach = (entries: readonly NewEntry[]): NewEntry[] => {
  const seen = new Set<string>();
  return entries.filter(({ id }) => !seen.has(id) && seen.add(id));
};

/** The next numbers of each account, given what is known to be last. */
const numbered = (entries: readonly NewEntry[], last: ReadonlyMap<string, number>): LogEntry[] => {
  const next = new Map(last);
  return entries.map((entry) => {
    const sequence = (next.get(entry.accountId) ?? 0) + 1;
    next.set(entry.accountId, sequence);
    return { ...entry, sequence };
  });
};

/** In order, up to the first number that somebody else took: a number is never kept without the one before it. */
const insert = (model: Model<Row>, entries: readonly LogEntry[]): Promise<'all' | 'some'> =>
  model.collection.insertMany(entries.map(stored) as never, { ordered: true }).then(() => 'all' as const, onDuplicate('some' as const));

export const events = (db: Connection): Events => {
  const model = db.model<Row>('event', schema);
  // What this process saw last, so that the next number is usually right at the first try. Never trusted: the index decides.
  const seen = new Map<string, number>();

  const lastSequence = async (accountId: string): Promise<number> => {
    const row = await model.findOne({ accountId }, { sequence: 1 }).sort({ sequence: -1 }).lean();
    return row?.sequence ?? 0;
  };
  const learn = (accounts: Iterable<string>) => Promise.all([...new Set(accounts)].map(async (accountId) => seen.set(accountId, await lastSequence(accountId))));
  const known = async (entries: readonly NewEntry[]): Promise<Map<string, LogEntry>> => {
    const rows = await model.find({ _id: { $in: entries.map(({ id }) => id) } }).lean();
    return new Map(rows.map(toEntry).map((entry) => [entry.id, entry]));
  };

  const append = async (entries: readonly NewEntry[]): Promise<LogEntry[]> => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      // Nearly all are new, and the index says so if not: asking first would be a question for nothing.
      const there = attempt === 0 ? new Map<string, LogEntry>() : await known(entries);
      const missing = firstOfEach(entries).filter(({ id, accountId }) => there.get(id)?.accountId !== accountId);
      await learn(missing.map(({ accountId }) => accountId).filter((accountId) => !seen.has(accountId)));
      const wanted = numbered(missing, seen);
      if (missing.length === 0 || (await insert(model, wanted)) === 'all') {
        for (const { accountId, sequence } of wanted) seen.set(accountId, sequence);
        const all = new Map([...there, ...wanted.map((entry) => [entry.id, entry] as const)]);
        return entries.flatMap(({ id }) => all.get(id) ?? []);
      }
      await learn(missing.map(({ accountId }) => accountId));
    }
    throw problem('revision_conflict', 'The event logs kept growing meanwhile.');
  };

  return {
    append,
    list: async (query) => (await model.find(filterOf(query)).sort({ sequence: 1 }).limit(query.size).lean()).map(toEntry),
    lastSequence,
  };
};
