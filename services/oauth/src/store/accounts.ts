import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import { outbox, pushFacts } from '@landfall/kit/outbox';
import { pageOf } from '@landfall/kit/page';
import { Schema, type Connection } from 'mongoose';
import type { Accounts } from '../app/ports.js';
import type { Account } from '../domain/account.js';
import { toOutbox } from '../messages.js';

interface Row extends Omit<Account, 'id'> {
  _id: string;
}

const schema = new Schema<Row>(
  {
    _id: String,
    name: String,
    createdAt: Date,
    rateLimits: { _id: false, trackingRequests: Number, infer: Number, refresh: Number, other: Number },
    closedAt: Date,
    revision: Number,
  },
  { collection: 'accounts', versionKey: false, minimize: false },
);

// list: newest first, which is also the order of its cursor.
schema.index({ createdAt: -1, _id: -1 }, { name: 'list__newest_first' });
outbox(schema);

export const accounts = (db: Connection): Accounts => {
  const model = db.model<Row>('account', schema);
  return {
    add: (account) => model.create([stored(account)]).then(() => 'added' as const, onDuplicate('duplicate' as const)),

    find: async (id) => loaded<Account>(await model.findOne({ _id: id }).lean()),

    list: async (page) => {
      const { rows, ...rest } = await pageOf(model, {}, { page, sort: { path: 'createdAt', descending: true } });
      return { items: rows.flatMap((row) => loaded<Account>(row) ?? []), ...rest };
    },

    save: async ({ account, says }) => {
      const { _id, ...set } = stored(account);
      const update = { ...pushFacts(says.map(toOutbox), set), ...(account.closedAt ? {} : { $unset: { closedAt: 1 } }) };
      const { matchedCount } = await model.updateOne({ _id, revision: account.revision - 1 }, update);
      return matchedCount === 1 ? 'saved' : 'moved';
    },
  };
};
