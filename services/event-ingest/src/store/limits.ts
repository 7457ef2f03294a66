import { isDuplicate, loaded } from '@landfall/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { Limits } from '../app/ports.js';
import type { LimitState } from '../domain/limits.js';

const schema = new Schema(
  { _id: String, emptyUntil: Date, faultsInARow: Number, timesOpened: Number, openUntil: Date, blockedUntil: Date, revision: Number },
  { collection: 'carrier_limits', versionKey: false },
);

/** Buckets and breakers, one row a credential: shared by all replicas, exact because every write compares `revision`. */
export const limits = (db: Connection): Limits => {
  const model = db.model('carrier_limit', schema);
  return {
    find: async (id) => loaded<LimitState>(await model.collection.findOne({ _id: id } as never)),

    save: async ({ id, revision, ...state }) => {
      const next = { $set: { ...state, revision: revision + 1 } };
      try {
        // A row that is not there yet has revision 0; two who make it at once meet at the key.
        const { matchedCount, upsertedCount } = await model.collection.updateOne({ _id: id, revision } as never, next, { upsert: revision === 0 });
        return matchedCount + upsertedCount === 1 ? 'saved' : 'conflict';
      } catch (error) {
        if (isDuplicate(error)) return 'conflict';
        throw error;
      }
    },
  };
};
