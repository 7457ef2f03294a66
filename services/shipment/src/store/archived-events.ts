import type { Connection } from 'mongoose';
import type { ArchivedEvents } from '../app/ports.js';
import { archivedSchema as schema, type ArchivedRow } from './schemas.js';

// of: the evidence of one container.
schema.index({ accountId: 1, containerId: 1 }, { name: 'of__all' });

export const archivedEvents = (db: Connection): ArchivedEvents => {
  const model = db.model<ArchivedRow>('archived_event', schema);
  return {
    // The row's own id makes repeats harmless.
    keep: async (accountId, containerId, rows) => {
      const operations = rows.map((row) => ({
        updateOne: { filter: { _id: `${containerId}:${row.id}`, accountId }, update: { $setOnInsert: { containerId, row } }, upsert: true },
      }));
      if (operations.length > 0) await model.bulkWrite(operations as never, { ordered: false });
    },

    of: async (accountId, containerId) => (await model.find({ accountId, containerId }).lean()).map(({ row }) => row),
  };
};
