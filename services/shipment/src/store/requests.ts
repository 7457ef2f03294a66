import { loaded, stored } from '@landfall/kit/mongo';
import type { Connection } from 'mongoose';
import type { Requests } from '../app/ports.js';
import type { TrackedRequest } from '../domain/tracked-request.js';
import { lookUps } from './look-ups.js';
import { requestSchema as schema, type RequestRow } from './schemas.js';

/** What is remembered of tracking requests until their numbers are found. */
export const requests = (db: Connection): Requests => {
  const model = db.model<RequestRow>('tracking_request', schema);
  const byId = lookUps(model.collection, '_id');
  return {
    // A repeat must not wake a request that has ended meanwhile.
    remember: async (request) => {
      const { _id, ...row } = stored(request);
      await model.collection.updateOne({ _id, accountId: request.accountId } as never, { $set: row }, { upsert: true });
    },

    end: async (accountId, id, at) => {
      await model.updateOne({ _id: id, accountId }, { $set: { endedAt: at } }, { upsert: true });
    },

    find: async (accountId, id) => {
      const [row] = await byId(accountId, id);
      return row ? loaded<TrackedRequest>(row) : undefined;
    },
  };
};
