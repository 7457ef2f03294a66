import { onDuplicate } from '@landfall/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { Throttles } from '../app/ports.js';

interface Row {
  _id: string;
  count: number;
  resetAt: Date;
}

const schema = new Schema<Row>({ _id: String, count: Number, resetAt: Date }, { collection: 'throttles', versionKey: false });

schema.index({ resetAt: 1 }, { name: 'forget__past_windows', expireAfterSeconds: 0 });

/** In the store, so that guessing at several replicas counts as one guessing. */
export const throttles = (db: Connection): Throttles => {
  const model = db.model<Row>('throttle', schema);

  /** So many more in the window that runs, if one runs. */
  const counted = (bucket: string, now: Date, by: number) => model.findOneAndUpdate({ _id: bucket, resetAt: { $gt: now } }, { $inc: { count: by } }, { returnDocument: 'after' }).lean<Row>();

  /** A new window: over an old one that the sweep has not met yet, or from nothing; another may be faster. */
  const begun = async (bucket: string, windowMs: number, now: Date) => {
    const resetAt = new Date(now.getTime() + windowMs);
    await model.updateOne({ _id: bucket, resetAt: { $lte: now } }, { $set: { count: 0, resetAt } }, { upsert: true }).then(() => undefined, onDuplicate(undefined));
  };

  return {
    hit: async (bucket, windowMs, now, by = 1) => {
      const running = await counted(bucket, now, by);
      if (running) return { count: running.count, resetAt: running.resetAt };
      await begun(bucket, windowMs, now);
      const first = await counted(bucket, now, by);
      return first ? { count: first.count, resetAt: first.resetAt } : { count: by, resetAt: new Date(now.getTime() + windowMs) };
    },
    forget: async (bucket) => {
      await model.deleteOne({ _id: bucket });
    },
  };
};
