import { ignore } from '@landfall/kit/log';
import { loaded } from '@landfall/kit/mongo';
import { outbox, pushFacts } from '@landfall/kit/outbox';
import { Schema, type Connection } from 'mongoose';
import type { Grants } from '../app/ports.js';
import type { Grant } from '../domain/grant.js';
import { toOutbox } from '../messages.js';

interface Row extends Omit<Grant, 'id'> {
  _id: string;
  /** What the protocol library keeps of it, as JSON: its keys are URLs with dots. */
  payload: string;
  /** When the row may go: revoked or expired, it is remembered a while for the caches' sake. */
  forgetAt: Date;
}

const schema = new Schema<Row>(
  {
    _id: String,
    accountId: { type: String, required: true },
    userId: String,
    clientId: String,
    clientName: String,
    redirectHost: String,
    createdAt: Date,
    expiresAt: Date,
    lastUsedAt: Date,
    revokedAt: Date,
    payload: String,
    forgetAt: Date,
  },
  { collection: 'grants', versionKey: false },
);

// listLive: a person's connected clients, newest first.
schema.index({ accountId: 1, userId: 1, createdAt: -1 }, { name: 'list_live__newest_first' });
schema.index({ forgetAt: 1 }, { name: 'forget__ended', expireAfterSeconds: 0 });
outbox(schema);

const DAY_MS = 86_400_000;
// People ask "is it still in use?", not "at which second?".
const NOTED_EVERY_MS = 60_000;
// More connected clients than a person can look through.
const MOST_LISTED = 200;

const toDomain = (row: unknown): Grant | undefined => {
  const grant = loaded<Grant & Partial<Row>>(row);
  if (!grant) return undefined;
  const { payload: _payload, forgetAt: _forgetAt, ...rest } = grant;
  return rest;
};

export const grants = (db: Connection): Grants => {
  const model = db.model<Row>('grant', schema);
  return {
    put: async ({ id, ...rest }, payload) => {
      const set = { ...rest, payload: JSON.stringify(payload), forgetAt: new Date(rest.expiresAt.getTime() + DAY_MS) };
      await model.updateOne({ _id: id, accountId: rest.accountId }, { $set: set, $setOnInsert: { clientName: '', redirectHost: '' } }, { upsert: true });
    },

    describe: async (accountId, id, words) => {
      await model.updateOne({ _id: id, accountId }, { $set: words });
    },

    // Of all accounts: the token that names the grant decides whose it is.
    find: async (id) => toDomain(await model.findOne({ _id: id }).lean()),

    payload: async (id) => {
      const row = await model.findOne({ _id: id, revokedAt: { $exists: false } }).lean<Row>();
      return row ? (JSON.parse(row.payload) as Record<string, unknown>) : undefined;
    },

    listLive: async (accountId, userId, now) => {
      const rows = await model.find({ accountId, userId, revokedAt: { $exists: false }, expiresAt: { $gt: now } }).sort({ createdAt: -1 }).limit(MOST_LISTED).lean();
      return rows.flatMap((row) => toDomain(row) ?? []);
    },

    used: ({ accountId, id, lastUsedAt }, at) => {
      if (lastUsedAt && at.getTime() - lastUsedAt.getTime() < NOTED_EVERY_MS) return;
      ignore(model.updateOne({ _id: id, accountId }, { $max: { lastUsedAt: at } }).exec(), 'a courtesy to people that must not cost a caller anything');
    },

    revoke: async (accountId, id, at, says) => {
      const set = { revokedAt: at, forgetAt: new Date(at.getTime() + DAY_MS) };
      const { matchedCount } = await model.updateOne({ _id: id, accountId, revokedAt: { $exists: false } }, pushFacts([toOutbox(says)], set));
      return matchedCount === 1;
    },
  };
};
