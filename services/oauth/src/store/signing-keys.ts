import { onDuplicate } from '@landfall/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { SigningKeys } from '../app/ports.js';

interface Row {
  _id: string;
  createdAt: Date;
  sealed: string;
  period: number;
}

const schema = new Schema<Row>({ _id: String, createdAt: Date, sealed: String, period: Number }, { collection: 'signing_keys', versionKey: false });

// add: replicas that rotate at the same time make one key, not one each.
schema.index({ period: 1 }, { name: 'add__one_a_period', unique: true });

export const signingKeys = (db: Connection): SigningKeys => {
  const model = db.model<Row>('signing_key', schema);
  return {
    // Three at most: the one in use, its successor, and one that is only still published.
    all: async () => (await model.find({}).lean<Row[]>()).map(({ _id, createdAt, sealed }) => ({ id: _id, createdAt, sealed })),
    add: ({ id, createdAt, sealed }, period) => model.create([{ _id: id, createdAt, sealed, period }]).then(() => 'added' as const, onDuplicate('taken' as const)),
    drop: async (ids) => {
      await model.deleteMany({ _id: { $in: [...ids] } });
    },
  };
};
