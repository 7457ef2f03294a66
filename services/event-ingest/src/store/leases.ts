import { isDuplicate } from '@landfall/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { Leases } from '../app/ports.js';

const schema = new Schema({ _id: String, holder: String, until: Date }, { collection: 'leases', versionKey: false });

export const leases = (db: Connection): Leases => {
  const model = db.model('lease', schema);
  return {
    hold: async (name, holder, now, until) => {
      const free = { _id: name, $or: [{ holder }, { until: { $lte: now } }] };
      try {
        const { matchedCount, upsertedCount } = await model.collection.updateOne(free as never, { $set: { holder, until } }, { upsert: true });
        return matchedCount + upsertedCount === 1;
      } catch (error) {
        // The row is there and belongs to somebody else.
        if (isDuplicate(error)) return false;
        throw error;
      }
    },
    release: async (name, holder) => {
      await model.collection.deleteOne({ _id: name, holder } as never);
    },
  };
};
