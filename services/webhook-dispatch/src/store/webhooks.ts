import { loaded, stored } from '@landfall/kit/mongo';
import { pageOf } from '@landfall/kit/page';
import { Schema, type Connection, type Model } from 'mongoose';
import type { Webhooks } from '../app/ports.js';
import type { Webhook } from '../domain/webhook.js';

type Row = Omit<Webhook, 'id'> & { _id: string };

const sealed = { _id: false, keyId: String, iv: String, tag: String, text: String };
const pair = { _id: false, type: { privateKey: sealed, publicKey: String } };
const retired = { _id: false, type: { secret: sealed, pair, until: Date } };

const schema = new Schema<Row>(
  {
    _id: String, accountId: String, url: String, active: Boolean, events: [String], headers: [{ _id: false, name: String, value: String }],
    secret: sealed, pair, previousSecret: retired, earlierSecrets: { type: [retired.type], default: undefined, _id: false }, createdAt: Date, updatedAt: Date,
    deactivatedReason: String, untold: { type: [{ _id: false, event: String, revision: Number, at: Date }], default: undefined }, revision: Number,
  },
  { collection: 'webhooks', versionKey: false },
);

schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'list__newest_first' });
// hearing: asked once for every event of every account.
schema.index({ accountId: 1, active: 1, events: 1 }, { name: 'hearing__of_event' });

// untold: nearly always empty.
schema.index({ 'untold.at': 1 }, { name: 'untold__left_behind', partialFilterExpression: { untold: { $exists: true } } });

const toWebhook = (row: unknown): Webhook => loaded<Webhook>(row) as Webhook;

const FRESH_MS = 1_000;

/** Attempts come by the hundred and together; they ask once a second. */
const recentWebhooks = (find: Webhooks['find'], now: () => Date) => {
  const known = new Map<string, { webhook: Promise<Webhook | undefined>; readAt: number }>();
  const keyOf = (accountId: string, id: string): string => `${accountId} ${id}`;
  const remember = (key: string, webhook: Promise<Webhook | undefined>): Promise<Webhook | undefined> => {
    known.set(key, { webhook, readAt: now().getTime() });
    // A fault is nothing to remember: the next one asks again.
    webhook.catch(() => known.delete(key));
    return webhook;
  };
  return {
    find: (accountId: string, id: string) => {
      const key = keyOf(accountId, id);
      const found = known.get(key);
      return found && now().getTime() - found.readAt < FRESH_MS ? found.webhook : remember(key, find(accountId, id));
    },
    learn: (webhook: Webhook): void => void remember(keyOf(webhook.accountId, webhook.id), Promise.resolve(webhook)),
    forget: (accountId: string, id: string): void => void known.delete(keyOf(accountId, id)),
  };
};

const tellings = (model: Model<Row>): Pick<Webhooks, 'untold' | 'told'> => ({
  untold: async (before, most) => (await model.find({ 'untold.at': { $lte: before }, untold: { $exists: true } } as never).limit(most).lean()).map(toWebhook),
  told: async (accountId, id, revisions) => {
    await model.updateOne({ _id: id, accountId }, { $pull: { untold: { revision: { $in: [...revisions] } } } } as never);
    await model.updateOne({ _id: id, accountId, untold: { $size: 0 } }, { $unset: { untold: 1 } });
  },
});

export const webhooks = (db: Connection, now: () => Date): Webhooks => {
  const model = db.model<Row>('webhook', schema);
  const find = async (accountId: string, id: string): Promise<Webhook | undefined> => {
    const row = await model.findOne({ _id: id, accountId }).lean();
    return row ? toWebhook(row) : undefined;
  };
  const recent = recentWebhooks(find, now);
  return {
    ...tellings(model),
    find,
    findRecent: recent.find,
    add: async (webhook) => {
      await model.create([stored(webhook)]);
    },
    findMany: async (accountId, ids) => (await model.find({ _id: { $in: [...ids] }, accountId }).lean()).map(toWebhook),
    list: async ({ accountId, page }) => {
      const { rows, ...rest } = await pageOf(model, { accountId }, { page, sort: { path: 'createdAt', descending: true } });
      return { items: rows.map(toWebhook), ...rest };
    },
    count: (accountId) => model.countDocuments({ accountId }),
    hearing: async (accountIds, events) => {
      const found = (await model.find({ accountId: { $in: [...accountIds] }, active: true, events: { $in: [...events] } }).lean()).map(toWebhook);
      found.forEach(recent.learn);
      return found;
    },
    save: async (webhook) => {
      const { _id, accountId, ...set } = stored(webhook);
      const gone = Object.entries(webhook).filter(([, value]) => value === undefined).map(([path]) => [path, 1]);
      const update = { $set: set, ...(gone.length > 0 ? { $unset: Object.fromEntries(gone) } : {}) };
      const { matchedCount } = await model.updateOne({ _id, accountId, revision: webhook.revision - 1 }, update);
      // Afterwards: what is read while it is written would be remembered as it was.
      recent.forget(accountId, _id);
      return matchedCount === 1 ? 'saved' : 'moved';
    },
    remove: async (accountId, id) => {
      const { deletedCount } = await model.deleteOne({ _id: id, accountId });
      recent.forget(accountId, id);
      return deletedCount === 1;
    },
  };
};
