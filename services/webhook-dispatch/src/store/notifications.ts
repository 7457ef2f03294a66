import { loaded, stored } from '@landfall/kit/mongo';
import { pageOf } from '@landfall/kit/page';
import { Schema, type AnyBulkWriteOperation, type Connection } from 'mongoose';
import type { Notifications } from '../app/ports.js';
import type { Attempt, Notification } from '../domain/notification.js';
import { notificationFilter } from './notification-filters.js';

type Row = Omit<Notification, 'id'> & { _id: string };
type AttemptRow = Omit<Attempt, 'id'> & { _id: string };

const schema = new Schema<Row>(
  {
    _id: String, accountId: String, webhookId: String, eventId: String, event: String, sequence: Number, referenceType: String, referenceId: String,
    createdAt: Date, status: String, tries: Number, attempts: Number, dueAt: Date, nextAttemptAt: Date, body: String,
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

const attemptSchema = new Schema<AttemptRow>(
  {
    _id: String, accountId: String, notificationId: String, webhookId: String, attempt: Number, attemptedAt: Date, durationMs: Number,
    outcome: String, httpStatus: Number, responseExcerpt: String, nextAttemptAt: Date,
  },
  { collection: 'webhook_notification_logs', versionKey: false },
);
attemptSchema.index({ accountId: 1, notificationId: 1, attempt: 1 }, { name: 'attemptsOf__in_order' });
attemptSchema.index({ attemptedAt: 1 }, { name: 'retention__ninety_days', expireAfterSeconds: 90 * DAY_S });

const toNotification = (row: unknown): Notification => loaded<Notification>(row) as Notification;

/** The state alone: identity and body never change. */
const stateOf = ({ status, tries, attempts, dueAt, nextAttemptAt }: Notification) =>
  dueAt === undefined ? { $set: { status, tries, attempts }, $unset: { dueAt: 1, nextAttemptAt: 1 } } : { $set: { status, tries, attempts, dueAt, nextAttemptAt } };

const kept = (notification: Notification): AnyBulkWriteOperation<Row> => {
  const { _id, ...row } = stored(notification);
  return { updateOne: { filter: { _id, accountId: notification.accountId }, update: { $setOnInsert: row }, upsert: true } };
};

const updated = (notification: Notification): AnyBulkWriteOperation<Row> => ({ updateOne: { filter: { _id: notification.id, accountId: notification.accountId }, update: stateOf(notification) as never } });

export const notifications = (db: Connection): Notifications => {
  const model = db.model<Row>('webhook_notification', schema);
  const attempts = db.model<AttemptRow>('webhook_notification_log', attemptSchema);
  return {
    add: async (all) => {
      if (all.length === 0) return new Set();
      const { upsertedIds } = await model.bulkWrite(all.map(kept), { ordered: false });
      return new Set(Object.values(upsertedIds).map(String));
    },
    find: async (accountId, id) => {
      const row = await model.findOne({ _id: id, accountId }).lean();
      return row ? toNotification(row) : undefined;
    },
    list: async ({ accountId, page, filters }) => {
      const { rows, ...rest } = await pageOf(model, notificationFilter(accountId, filters), { page, sort: { path: 'createdAt', descending: true } });
      return { items: rows.map(toNotification), ...rest };
    },
    // The workers serve all accounts; each row still names its own.
    due: async (now, most, busy) =>
      (await model.find({ dueAt: { $lte: now, $exists: true }, ...(busy.length > 0 ? { webhookId: { $nin: [...busy] } } : {}) }).sort({ dueAt: 1 }).limit(most).lean()).map(toNotification),
    claim: async ({ id, accountId, dueAt }, until) => (await model.updateOne({ _id: id, accountId, dueAt: dueAt ?? null }, { $set: { dueAt: until } })).matchedCount === 1,
    settle: async (settled) => {
      // The log first: an attempt that happened is never missing, and a claim that runs out only repeats one.
      await attempts.insertMany(settled.map(({ attempt }) => stored(attempt) as AttemptRow), { ordered: false });
      await model.bulkWrite(settled.map(({ notification }) => updated(notification)), { ordered: false });
    },
    save: async (notification) => {
      await model.bulkWrite([updated(notification)]);
    },
    attemptsOf: async (accountId, ids) =>
      (await attempts.find({ accountId, notificationId: { $in: [...ids] } }).sort({ notificationId: 1, attempt: 1 }).lean()).map((row) => loaded<Attempt>(row) as Attempt),
    removeOf: async (accountId, webhookId) => {
      await model.updateMany({ accountId, webhookId, status: 'pending' }, { $set: { status: 'failed' }, $unset: { dueAt: 1, nextAttemptAt: 1 } });
    },
  };
};
