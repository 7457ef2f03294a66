import { loaded, stored } from '@landfall/kit/mongo';
import type { Connection } from 'mongoose';
import type { Subscriptions } from '../app/ports.js';
import type { Subscription } from '../domain/subscription.js';
import { subscriptionSchema } from './schema.js';

// claim: the one that has waited longest comes first.
subscriptionSchema.index({ dueAt: 1 }, { name: 'claim__longest_due_first' });

// list: an account sees its own.
subscriptionSchema.index({ account: 1, _id: 1 }, { name: 'list__of_account' });

export const subscriptions = (db: Connection): Subscriptions => {
  const model = db.model('subscription', subscriptionSchema);
  const read = (row: unknown) => loaded<Subscription>(row);
  return {
    add: async (subscription) => {
      await model.create(stored({ ...subscription, given: subscription.given.map(([name, value]): [string, string] => [name, value]) }));
    },
    find: async (account, id) => read(await model.findOne({ _id: id, account }).lean()),
    list: async (account) => (await model.find({ account }).sort({ _id: 1 }).limit(1_000).lean()).flatMap((row) => read(row) ?? []),
    change: async (account, id, change) => read(await model.findOneAndUpdate({ _id: id, account }, { $set: change }, { returnDocument: 'after' }).lean()),
    remove: async (account, id) => (await model.deleteOne({ _id: id, account })).deletedCount === 1,
    claim: async (now, until) => read(await model.findOneAndUpdate({ dueAt: { $lte: now } }, { $set: { dueAt: until } }, { sort: { dueAt: 1 } }).lean()),
    settle: async (id, change) => {
      await model.updateOne({ _id: id }, { $set: change });
    },
  };
};
