import { nameId, newId } from '@landfall/kit/identity';
import { Schema, type Connection } from 'mongoose';
import type { ParkedEvents, UnknownCodes } from '../app/ports.js';

const parkedSchema = new Schema({ _id: String, payloadId: String, scac: String, index: Number, reason: String, event: {}, at: Date }, { collection: 'parked_events', versionKey: false });
parkedSchema.index({ at: -1 }, { name: 'list__newest_first' });

const unknownSchema = new Schema({ _id: String, scac: String, code: String, originalEvent: String, seen: Number, lastSeenAt: Date }, { collection: 'unknown_codes', versionKey: false });
unknownSchema.index({ lastSeenAt: -1 }, { name: 'list__newest_first' });

// One broken event may be large, and one answer may hold thousands: enough is kept to see what is wrong.
const MOST_PARKED = 100;
const LONGEST_EVENT = 8_192;

const shortened = (event: unknown): unknown => {
  const text = JSON.stringify(event) ?? '';
  return text.length <= LONGEST_EVENT ? event : { cut: text.slice(0, LONGEST_EVENT) };
};

/** Events that broke the schema: each is lost alone, and kept here for whoever repairs the mapping. */
export const parkedEvents = (db: Connection): ParkedEvents => {
  const model = db.model('parked_event', parkedSchema);
  return {
    park: async (payloadId, scac, faults, at) => {
      const rows = faults.slice(0, MOST_PARKED).map(({ index, reason, event }) => ({ _id: newId(), payloadId, scac, index, reason, event: shortened(event), at }));
      await model.collection.insertMany(rows as never);
    },
    list: async (limit) => {
      const rows = await model.collection.find({}).sort({ at: -1 }).limit(limit).toArray();
      return rows.map((row) => ({ scac: String(row['scac']), payloadId: String(row['payloadId']), index: Number(row['index']), reason: String(row['reason']), event: row['event'] as unknown, at: row['at'] as Date }));
    },
  };
};

export const unknownCodes = (db: Connection): UnknownCodes => {
  const model = db.model('unknown_code', unknownSchema);
  return {
    note: async (scac, codes, at) => {
      for (const { code, originalEvent } of codes) {
        const update = { $set: { scac, code, originalEvent, lastSeenAt: at }, $inc: { seen: 1 } };
        await model.collection.updateOne({ _id: nameId(scac, code, originalEvent) } as never, update, { upsert: true });
      }
    },
    list: async (limit) => {
      const rows = await model.collection.find({}).sort({ lastSeenAt: -1 }).limit(limit).toArray();
      return rows.map((row) => ({ scac: String(row['scac']), code: String(row['code']), originalEvent: String(row['originalEvent']), seen: Number(row['seen']), lastSeenAt: row['lastSeenAt'] as Date }));
    },
  };
};
