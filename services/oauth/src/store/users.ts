import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import { outbox, pushFacts } from '@landfall/kit/outbox';
import { pageOf } from '@landfall/kit/page';
import { Schema, type Connection } from 'mongoose';
import type { Users } from '../app/ports.js';
import { isActive, type User } from '../domain/user.js';
import { toOutbox } from '../messages.js';

interface Row extends Omit<User, 'id'> {
  _id: string;
  /** May sign in, so takes part in the rule that an e-mail belongs to one person. */
  live: boolean;
}

const schema = new Schema<Row>(
  { _id: String, accountId: { type: String, required: true }, email: String, emailKey: String, passwordHash: String, createdAt: Date, revokedAt: Date, live: Boolean },
  { collection: 'users', versionKey: false },
);

// add, findByEmail: two accounts cannot both have the person who signs in with an address; a revoked one frees it.
schema.index({ emailKey: 1 }, { name: 'add__one_live_email', unique: true, partialFilterExpression: { live: true } });
// list: newest first, which is also the order of its cursor.
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'list__newest_first' });
outbox(schema);

export const users = (db: Connection): Users => {
  const model = db.model<Row>('user', schema);
  const toDomain = (row: unknown): User | undefined => {
    const user = loaded<User & { live?: boolean }>(row);
    if (!user) return undefined;
    const { live: _live, ...rest } = user;
    return rest;
  };
  const find = async (accountId: string, id: string) => toDomain(await model.findOne({ _id: id, accountId }).lean());
  return {
    add: (user) => model.create([{ ...stored(user), live: isActive(user) }]).then(() => 'added' as const, onDuplicate('duplicate' as const)),

    find,

    findMany: async (accountId, ids) => (await model.find({ _id: { $in: [...ids] }, accountId }).lean()).flatMap((row) => toDomain(row) ?? []),

    findByEmail: async (emailKey) => toDomain(await model.findOne({ emailKey, live: true }).lean()),

    list: async (accountId, page) => {
      const { rows, ...rest } = await pageOf(model, { accountId }, { page, sort: { path: 'createdAt', descending: true } });
      return { items: rows.flatMap((row) => toDomain(row) ?? []), ...rest };
    },

    revoke: async (accountId, id, at, says) => {
      await model.updateOne({ _id: id, accountId, live: true }, pushFacts([toOutbox(says)], { revokedAt: at, live: false }));
      return find(accountId, id);
    },
  };
};
