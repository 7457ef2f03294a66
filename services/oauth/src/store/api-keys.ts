import { ignore } from '@landfall/kit/log';
import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import { outbox, pushFacts } from '@landfall/kit/outbox';
import { pageOf } from '@landfall/kit/page';
import { Schema, type Connection } from 'mongoose';
import type { ApiKeys } from '../app/ports.js';
import type { ApiKey } from '../domain/api-key.js';
import { toOutbox } from '../messages.js';

interface Row extends Omit<ApiKey, 'id'> {
  _id: string;
}

const schema = new Schema<Row>(
  {
    _id: String,
    accountId: { type: String, required: true },
    name: String,
    scopes: [String],
    createdAt: Date,
    expiresAt: Date,
    revokedAt: Date,
    lastUsedAt: Date,
    prefix: String,
    hash: String,
    createdByUserId: String,
  },
  { collection: 'api_keys', versionKey: false },
);

// findByHash: asked for every credential that no gateway knows yet.
schema.index({ hash: 1 }, { name: 'find_by_hash__one_key', unique: true });
// list, countLive: newest first, which is also the order of its cursor.
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'list__newest_first' });
outbox(schema);

// People ask "is it still in use?", not "at which second?"; so a busy key costs one write a minute.
const NOTED_EVERY_MS = 60_000;

export const apiKeys = (db: Connection): ApiKeys => {
  const model = db.model<Row>('api_key', schema);
  const find = async (accountId: string, id: string) => loaded<ApiKey>(await model.findOne({ _id: id, accountId }).lean());
  return {
    add: (key) => model.create([stored({ ...key, scopes: [...key.scopes] })]).then(() => 'added' as const, onDuplicate('duplicate' as const)),

    find,

    findByHash: async (hash) => loaded<ApiKey>(await model.findOne({ hash }).lean()),

    countLive: (accountId) => model.countDocuments({ accountId, revokedAt: { $exists: false } }),

    list: async (accountId, page) => {
      const { rows, ...rest } = await pageOf(model, { accountId }, { page, sort: { path: 'createdAt', descending: true } });
      return { items: rows.flatMap((row) => loaded<ApiKey>(row) ?? []), ...rest };
    },

    revoke: async (accountId, id, at, says) => {
      await model.updateOne({ _id: id, accountId, revokedAt: { $exists: false } }, pushFacts([toOutbox(says)], { revokedAt: at }));
      return find(accountId, id);
    },

    used: ({ accountId, id, lastUsedAt }, at) => {
      if (lastUsedAt && at.getTime() - lastUsedAt.getTime() < NOTED_EVERY_MS) return;
      ignore(model.updateOne({ _id: id, accountId }, { $max: { lastUsedAt: at } }).exec(), 'a courtesy to people that must not cost a caller anything');
    },
  };
};
