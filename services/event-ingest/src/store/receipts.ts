import { gunzipSync, gzipSync } from 'node:zlib';
import { isDuplicate } from '@landfall/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { Receipts, ReceivedMessage, Received } from '../app/ports.js';

const KEPT_SECONDS = 400 * 86_400;

const schema = new Schema(
  { _id: String, accountId: String, format: String, channel: String, body: Buffer, at: Date, openSince: Date, result: {} },
  { collection: 'receipts', versionKey: false, minimize: false },
);
// unfinished: only receipts that a dead process left have this date.
schema.index({ openSince: 1 }, { name: 'unfinished__oldest_first', partialFilterExpression: { openSince: { $exists: true } } });
schema.index({ at: 1 }, { name: 'keep__expires', expireAfterSeconds: KEPT_SECONDS });

type Result = Omit<Received, 'receiptId' | 'duplicate'>;

const unpacked = (row: Record<string, unknown>): ReceivedMessage => ({
  accountId: String(row['accountId']),
  format: row['format'] as ReceivedMessage['format'],
  channel: String(row['channel']),
  body: gunzipSync(Buffer.from((row['body'] as { buffer: Uint8Array }).buffer)),
  // A signature was checked before it was kept.
  headers: {},
});

export const receipts = (db: Connection): Receipts => {
  const model = db.model('receipt', schema);
  return {
    keep: async (id, { accountId, format, channel, body }, at) => {
      try {
        await model.collection.insertOne({ _id: id, accountId, format, channel, body: gzipSync(body), at, openSince: at } as never);
        return null;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const row = await model.collection.findOne({ _id: id } as never);
        return (row?.['result'] as Result | undefined) ?? null;
      }
    },
    finish: async (id, result) => {
      await model.collection.updateOne({ _id: id } as never, { $set: { result }, $unset: { openSince: '' } });
    },
    unfinished: async (before, limit) => {
      const rows = await model.collection.find({ openSince: { $lte: before, $exists: true } }).sort({ openSince: 1 }).limit(limit).toArray();
      return rows.map((row) => ({ id: String(row._id), received: unpacked(row) }));
    },
  };
};
