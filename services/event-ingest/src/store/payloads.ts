import { gunzipSync, gzipSync } from 'node:zlib';
import { isDuplicate } from '@landfall/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { Payload, Payloads } from '../app/ports.js';

type PayloadRow = Omit<Payload, 'id' | 'texts'> & { _id: string; body: Buffer; bytes: number };

const schema = new Schema<PayloadRow>(
  { _id: String, scac: String, channel: String, numbers: [String], accountId: String, takenAt: Date, until: Date, digest: String, body: Buffer, bytes: Number },
  { collection: 'payloads', versionKey: false },
);
// add: kept as long as configured, then dropped by the store itself.
schema.index({ until: 1 }, { name: 'add__expires', expireAfterSeconds: 0 });
// messages, report: what partners and terminals said about a number, in the order it came.
schema.index({ numbers: 1, channel: 1, takenAt: 1 }, { name: 'messages__by_number' });

/** RFC 7464: a separator that no JSON and no EDI text contains. */
const SEPARATOR = '\u001e';

/** The driver hands binaries out as its own type, with the bytes inside. */
type Binary = { buffer: Uint8Array };

// A payload is small once packed, but a flood was let in up to its own bound; unpacking must not exceed it either.
const LARGEST_BYTES = 64 * 1_024 * 1_024;

const toPayload = (row: unknown): Payload => {
  const { _id, body, bytes: _bytes, ...rest } = row as Omit<PayloadRow, 'body'> & { body: Binary };
  const packed = Buffer.from(body.buffer);
  const texts = gunzipSync(packed, { maxOutputLength: LARGEST_BYTES }).toString('utf8').split(SEPARATOR);
  return { id: _id, ...rest, accountId: rest.accountId ?? null, texts };
};

export const payloads = (db: Connection): Payloads => {
  const model = db.model<PayloadRow>('payload', schema);
  return {
    add: async ({ id, texts, ...rest }) => {
      const plain = texts.join(SEPARATOR);
      try {
        await model.collection.insertOne({ _id: id, ...rest, body: gzipSync(plain, { level: 1 }), bytes: Buffer.byteLength(plain) } as never);
        return 'added';
      } catch (error) {
        if (isDuplicate(error)) return 'exists';
        throw error;
      }
    },

    find: async (id) => {
      const row = await model.collection.findOne({ _id: id } as never);
      return row ? toPayload(row) : undefined;
    },

    keepUntil: async (id, until) => {
      await model.collection.updateOne({ _id: id } as never, { $set: { until } });
    },

    report: async (containerNumber, takenAt) => {
      const row = await model.collection.findOne({ numbers: containerNumber, channel: 'terminal', takenAt } as never);
      return row ? toPayload(row) : undefined;
    },

    messages: async (scac, numbers, accountIds) => {
      const filter = { numbers: { $in: [...numbers] }, channel: { $in: ['edi', 'push'] }, scac, accountId: { $in: [null, ...accountIds] } };
      return (await model.collection.find(filter as never).sort({ takenAt: 1 }).limit(500).toArray()).map(toPayload);
    },
  };
};
