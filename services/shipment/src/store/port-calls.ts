import { Schema, type Connection } from 'mongoose';
import type { PortCalls } from '../app/ports.js';
import type { PortCall } from '../domain/port-call.js';

interface Row extends PortCall {
  _id: string;
  locode: string;
}

// So many tell how long ships wait at a port these days; older ones tell of other days.
const REMEMBERED = 50;
const KEPT_SECONDS = 400 * 86_400;

const schema = new Schema<Row>({ _id: String, locode: String, arrivedAt: Date, waitedHours: Number } as never, { collection: 'port_calls', versionKey: false });
schema.index({ locode: 1, arrivedAt: -1 }, { name: 'at__newest_first' });
schema.index({ arrivedAt: 1 }, { name: 'keep__expires', expireAfterSeconds: KEPT_SECONDS });

/** When ships came to ports. The same for every account, so no row carries one. */
export const portCalls = (db: Connection): PortCalls => {
  const model = db.model<Row>('port_call', schema);
  return {
    // The same call is seen again with every position of a ship that lies there.
    keep: async (vesselId, locode, { arrivedAt, waitedHours }) => {
      const id = `${vesselId}:${locode}:${arrivedAt.toISOString().slice(0, 10)}`;
      await model.updateOne({ _id: id }, { $setOnInsert: { locode, arrivedAt, waitedHours } }, { upsert: true });
    },

    at: async (locode) => (await model.find({ locode }).sort({ arrivedAt: -1 }).limit(REMEMBERED).lean()).map(({ arrivedAt, waitedHours }) => ({ arrivedAt, waitedHours })),
  };
};
