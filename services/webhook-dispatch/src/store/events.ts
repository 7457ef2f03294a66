import { isDuplicate, loaded, stored } from '@landfall/kit/mongo';
import { problem } from '@landfall/kit/problem';
import { Schema, type Connection } from 'mongoose';
import type { EventQuery, Events } from '../app/ports.js';
import type { LogEntry, NewEntry } from '../domain/log-entry.js';

type Row = Omit<LogEntry, 'id'> & { _id: string };

const schema = new Schema<Row>(
  {
    _id: String, accountId: String, sequence: Number, event: String, occurredAt: Date, createdAt: Date,
    referenceType: String, referenceId: String, shipmentId: String, containerId: String, included: String,
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

export const events = (db: Connection): Events => {
  const model = db.model<Row>('event', schema);
  // What this process saw last, so that the next number is usually right at the first try. Never trusted: the index decides.
  const seen = new Map<string, number>();

  const lastSequence = async (accountId: string): Promise<number> => {
    const row = await model.findOne({ accountId }, { sequence: 1 }).sort({ sequence: -1 }).lean();
    return row?.sequence ?? 0;
  };
  const tryAppend = async (entry: NewEntry, sequence: number): Promise<'appended' | 'taken'> => {
    try {
      await model.create([stored({ ...entry, sequence })]);
      return 'appended';
    } catch (error) {
      if (isDuplicate(error)) return 'taken';
      throw error;
    }
  };

  return {
    append: async (entry) => {
      const { accountId, id } = entry;
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const sequence = (seen.get(accountId) ?? (await lastSequence(accountId))) + 1;
        if ((await tryAppend(entry, sequence)) === 'appended') {
          seen.set(accountId, sequence);
          return { ...entry, sequence };
        }
        const known = await model.findOne({ _id: id, accountId }).lean();
        if (known) return toEntry(known);
        seen.set(accountId, await lastSequence(accountId));
      }
      throw problem('revision_conflict', 'The event log of the account kept growing meanwhile.');
    },
    list: async (query) => (await model.find(filterOf(query)).sort({ sequence: 1 }).limit(query.size).lean()).map(toEntry),
    lastSequence,
  };
};
