import { isDuplicate } from '@landfall/kit/mongo';
import { Schema, type Connection } from 'mongoose';

/** How many records an account has, since counting a million index keys for every page would take a second. */
interface Row {
  _id: string;
  shipments: number;
  containers: number;
  /** What was counted last, so that a repeat after a crash counts nothing twice. */
  recent: string[];
}

const schema = new Schema<Row>({ _id: String, shipments: Number, containers: Number, recent: [String] }, { collection: 'counts', versionKey: false });

// Writers of different shipments seldom meet in one of sixteen.
const SHARDS = [...'0123456789abcdef'];

// Longer than any message may be on its way between crash and redelivery in one shard.
const REMEMBERED = 200;

export type Born = { accountId: string; shipmentId: string; isNewShipment: boolean; containerIds: readonly string[] };

export interface Counts {
  /** Safe to repeat. */
  add(born: Born): Promise<void>;
  of(accountId: string): Promise<{ shipments: number; containers: number }>;
}

export const counts = (db: Connection): Counts => {
  const model = db.model<Row>('count', schema);

  const count = (shard: string, shipments: readonly string[], containers: readonly string[]) => {
    const ids = [...shipments, ...containers];
    const change = { $inc: { shipments: shipments.length, containers: containers.length }, $push: { recent: { $each: ids, $slice: -REMEMBERED } } };
    return model.collection.updateOne({ _id: shard, recent: { $nin: ids } } as never, change as never, { upsert: true });
  };

  return {
    add: async ({ accountId, shipmentId, isNewShipment, containerIds }) => {
      const shard = `${accountId}:${shipmentId.charAt(0)}`;
      const shipments = isNewShipment ? [shipmentId] : [];
      try {
        await count(shard, shipments, containerIds);
      } catch (error) {
        // The shard is there and knows some of them: one by one, those it does not know.
        if (!isDuplicate(error)) throw error;
        const known = new Set((await model.findOne({ _id: shard }).lean())?.recent);
        const missing = (ids: readonly string[]) => ids.filter((id) => !known.has(id));
        const [left, boxes] = [missing(shipments), missing(containerIds)];
        if (left.length + boxes.length > 0) await count(shard, left, boxes);
      }
    },

    of: async (accountId) => {
      const rows = await model.find({ _id: { $in: SHARDS.map((shard) => `${accountId}:${shard}`) } }).select({ shipments: 1, containers: 1 }).lean();
      const sum = (field: 'shipments' | 'containers') => rows.reduce((total, row) => total + row[field], 0);
      return { shipments: sum('shipments'), containers: sum('containers') };
    },
  };
};
