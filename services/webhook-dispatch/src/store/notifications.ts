import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import { pageOf } from '@landfall/kit/page';
import { Schema, type AnyBulkWriteOperation, type Connection, type Model } from 'mongoose';
import type { Notifications } from '../app/ports.js';
import type { Attempt, Change, Notification } from '../domain/notification.js';
import { notificationFilter } from './notification-filters.js';

type Row = Omit<Notification, 'id'> & { _id: string; claimedBy?: string };
type AttemptRow = Omit<Attempt, 'id'> & { _id: string };

const schema = new Schema<Row>(
  {
    _id: String, accountId: String, webhookId: String, eventId: String, event: String, sequence: Number, referenceType: String, referenceId: String,
    createdAt: Date, status: String, tries: Number, attempts: Number, dueAt: Date, nextAttemptAt: Date, held: Boolean, claimedBy: String, body: String, origin: {},
  },
  { collection: 'webhook_notifications', versionKey: false },
);

const DAY_S = 86_400;
// As long as the log they come from.
schema.index({ createdAt: 1 }, { name: 'retention__ninety_days', expireAfterSeconds: 90 * DAY_S });
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'list__newest_first' });
schema.index({ accountId: 1, status: 1, createdAt: -1, _id: -1 }, { name: 'list__by_status' });
schema.index({ accountId: 1, event: 1, createdAt: -1, _id: -1 }, { name: 'list__by_event' });
schema.index({ accountId: 1, webhookId: 1, createdAt: -1, _id: -1 }, { name: 'list__by_webhook' });
// due: only what waits is in it.
schema.index({ dueAt: 1, webhookId: 1 }, { name: 'due__oldest_first', partialFilterExpression: { dueAt: { $exists: true } } });

// release: few are held, and only while their endpoint fails.
schema.index({ accountId: 1, webhookId: 1, held: 1 }, { name: 'release__held_back', partialFilterExpression: { held: { $exists: true } } });

const attemptSchema = new Schema<AttemptRow>(
  {
    _id: String, accountId: String, notificationId: String, webhookId: String, attempt: Number, attemptedAt: Date, durationMs: Number,
    outcome: String, httpStatus: Number, responseExcerpt: String, nextAttemptAt: Date,
  },
  { collection: 'webhook_notification_logs', versionKey: false },
);
attemptSchema.index({ accountId: 1, notificationId: 1, attempt: 1 }, { name: 'attemptsOf__in_order' });
attemptSchema.index({ attemptedAt: 1 }, { name: 'retention__ninety_days', expireAfterSeconds: 90 * DAY_S });

const DUPLICATE_KEY = 11_000;

const toNotification = (row: unknown): Notification => {
  const { claimedBy, ...notification } = loaded<Notification>(row) as Notification & Pick<Row, 'claimedBy'>;
  return notification;
};

/** The state alone: identity and body never change. */
const stateOf = ({ status, tries, attempts, dueAt, nextAttemptAt, held }: Notification) => ({
  $set: { status, tries, attempts, ...(dueAt ? { dueAt, nextAttemptAt } : {}), ...(held ? { held } : {}) },
  $unset: { claimedBy: 1, ...(dueAt ? {} : { dueAt: 1, nextAttemptAt: 1 }), ...(held ? {} : { held: 1 }) },
});

/** Most attempts succeed at once and end alike: one statement serves all that do. Ids are unique over all accounts. */
const updatesOf = (changes: readonly Change[]): AnyBulkWriteOperation<Row>[] => {
  const alike = new Map<string, { ids: string[]; change: Change }>();
  for (const change of changes) {
    const key = JSON.stringify([stateOf(change.notification), change.claimedUntil]);
    const known = alike.get(key);
    if (known) known.ids.push(change.notification.id);
    else alike.set(key, { ids: [change.notification.id], change });
  }
  return [...alike.values()].map(({ ids, change: { notification, claimedUntil } }) => ({
    updateMany: { filter: { _id: { $in: ids }, ...(claimedUntil ? { dueAt: claimedUntil } : {}) }, update: stateOf(notification) as never },
  }));
};

/** Which rows of an unordered insert were there before. */
const duplicatesIn = (thrown: unknown): ReadonlySet<number> => {
  const failures = [(thrown as { writeErrors?: unknown }).writeErrors ?? []].flat() as { code: number; index: number }[];
  if (failures.length === 0 || failures.some(({ code }) => code !== DUPLICATE_KEY)) throw thrown;
  return new Set(failures.map(({ index }) => index));
};

type Reads = Pick<Notifications, 'find' | 'list' | 'attemptsOf'>;
type Work = Omit<Notifications, keyof Reads>;

const reads = (model: Model<Row>, attempts: Model<AttemptRow>): Reads => ({
  find: async (accountId, id) => {
    const row = await model.findOne({ _id: id, accountId }).lean();
    return row ? toNotification(row) : undefined;
  },
  list: async ({ accountId, page, filters }) => {
    const { rows, ...rest } = await pageOf(model, notificationFilter(accountId, filters), { page, sort: { path: 'createdAt', descending: true } });
    return { items: rows.map(toNotification), ...rest };
  },
  attemptsOf: async (accountId, ids) =>
    (await attempts.find({ accountId, notificationId: { $in: [...ids] } }).sort({ notificationId: 1, attempt: 1 }).lean()).map((row) => loaded<Attempt>(row) as Attempt),
});

/** What the workers do, for all accounts; each row still names its own. */
const work = (model: Model<Row>, attempts: Model<AttemptRow>): Pick<Work, 'due' | 'claim' | 'settle' | 'save'> => {
  const update = async (all: readonly Change[]): Promise<void> => {
    await model.collection.bulkWrite(updatesOf(all) as never, { ordered: false });
  };
  return {
    due: async (now, most, busy) =>
      (await model.find({ dueAt: { $lte: now, $exists: true }, ...(busy.length > 0 ? { webhookId: { $nin: [...busy] } } : {}) }).sort({ dueAt: 1 }).limit(most).lean()).map(toNotification),
    claim: async (due, now, until, token) => {
      const ids = due.map(({ id }) => id);
      const { modifiedCount } = await model.updateMany({ _id: { $in: ids }, dueAt: { $lte: now } }, { $set: { dueAt: until, claimedBy: token }, $unset: { held: 1 } });
      // Somebody was faster at some of them: the token tells at which.
      const ours = modifiedCount === ids.length ? ids : (await model.find({ _id: { $in: ids }, claimedBy: token }, { _id: 1 }).lean()).map(({ _id }) => _id);
      const claimed = new Set(ours);
      return due.filter(({ id }) => claimed.has(id)).map((notification) => ({ ...notification, dueAt: until }));
    },
    settle: async (settled) => {
      // The log first: an attempt that happened is never missing, and a claim that runs out only repeats one.
      await attempts.collection.insertMany(settled.map(({ attempt }) => stored(attempt)) as never, { ordered: false }).then(() => undefined, onDuplicate(undefined));
      await update(settled);
    },
    save: update,
  };
};

export const notifications = (db: Connection): Notifications => {
  // The hot paths speak to the driver: rows come from our own types, and casting each would cost more than sending it.
  const model = db.model<Row>('webhook_notification', schema);
  const attempts = db.model<AttemptRow>('webhook_notification_log', attemptSchema);
  return {
    ...reads(model, attempts),
    ...work(model, attempts),
    add: async (all) => {
      if (all.length === 0) return new Set();
      const known = await model.collection.insertMany(all.map(stored) as never, { ordered: false }).then(() => new Set<number>(), duplicatesIn);
      return new Set(all.filter((_, place) => !known.has(place)).map(({ id }) => id));
    },
    again: async (accountId, ids, now) => {
      await model.updateMany({ _id: { $in: [...ids] }, accountId }, { $set: { status: 'pending', tries: 0, dueAt: now, nextAttemptAt: now }, $unset: { held: 1, claimedBy: 1 } });
    },
    release: async (accountId, webhookId, now) => {
      await model.updateMany({ accountId, webhookId, held: true, dueAt: { $gt: now } }, { $set: { dueAt: now, nextAttemptAt: now }, $unset: { held: 1 } });
    },
    removeOf: async (accountId, webhookId) => {
      await model.updateMany({ accountId, webhookId, status: 'pending' }, { $set: { status: 'failed' }, $unset: { dueAt: 1, nextAttemptAt: 1, held: 1 } });
    },
  };
};
