import { onDuplicate } from '@landfall/kit/mongo';
import { problem } from '@landfall/kit/problem';
import { retrying } from '@landfall/kit/retrying';
import { Schema, type Connection, type Model } from 'mongoose';
import type { HealthRecords } from '../app/ports.js';
import { unknownHealth, warningDue, type Health } from '../domain/health.js';

interface Row extends Omit<Health, 'webhookId'> {
  _id: string;
  revision: number;
  warnAt?: Date;
}

const schema = new Schema<Row>(
  {
    _id: String, accountId: String, minutes: [{ _id: false, minute: Number, attempts: Number, failures: Number }], lastSuccessAt: Date, lastFailureAt: Date,
    failingSince: Date, failuresInARow: Number, openUntil: Date, warnedPercent: Number, warnAt: Date, revision: Number,
  },
  { collection: 'webhook_health', versionKey: false },
);

// dueWarnings: only endpoints in trouble are in it, and only until all has been said.
schema.index({ warnAt: 1 }, { name: 'dueWarnings__oldest_first', partialFilterExpression: { warnAt: { $exists: true } } });

// Attempts ask for it one after the other; a second-old answer is as good, and a breaker may be a second late.
const FRESH_MS = 1_000;

const toHealth = ({ _id, revision, warnAt, ...rest }: Row): Health => ({ ...rest, webhookId: _id });

const healthTable = (model: Model<Row>) => ({
  read: async (accountId: string, webhookId: string): Promise<{ health: Health; revision: number }> => {
    const row = await model.findOne({ _id: webhookId, accountId }).lean();
    return row ? { health: toHealth(row as Row), revision: row.revision } : { health: unknownHealth(accountId, webhookId), revision: 0 };
  },
  /** Against the revision that was read; false when somebody else was faster. */
  write: async (health: Health, revision: number): Promise<boolean> => {
    const { webhookId, ...rest } = health;
    const row: Record<string, unknown> = { ...rest, warnAt: warningDue(health), revision: revision + 1 };
    const set = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
    const absent = ['failingSince', 'openUntil', 'warnedPercent', 'warnAt'].filter((path) => row[path] === undefined);
    const update = { $set: set, ...(absent.length > 0 ? { $unset: Object.fromEntries(absent.map((path) => [path, 1])) } : {}) };
    const which = { _id: webhookId, accountId: health.accountId, ...(revision > 0 ? { revision } : { revision: { $exists: false } }) };
    return model.updateOne(which, update, { upsert: revision === 0 }).then(({ matchedCount, upsertedCount }) => matchedCount + upsertedCount === 1, onDuplicate(false));
  },
});

export const healthRecords = (db: Connection, now: () => Date): HealthRecords => {
  const model = db.model<Row>('webhook_health', schema);
  const table = healthTable(model);
  const recent = new Map<string, { health: Health; readAt: number }>();
  const asked = new Map<string, Promise<Health>>();

  const remember = (health: Health): Health => {
    recent.set(health.webhookId, { health, readAt: now().getTime() });
    return health;
  };

  return {
    find: async (accountId, webhookId) => {
      const known = recent.get(webhookId);
      if (known && known.health.accountId === accountId && now().getTime() - known.readAt < FRESH_MS) return known.health;
      // Attempts that start together ask once.
      const key = `${accountId} ${webhookId}`;
      const asking = asked.get(key) ?? table.read(accountId, webhookId).then(({ health }) => remember(health)).finally(() => asked.delete(key));
      asked.set(key, asking);
      return asking;
    },
    recent: (webhookId) => recent.get(webhookId)?.health,
    findMany: async (accountId, ids) => (await model.find({ _id: { $in: [...ids] }, accountId }).lean()).map((row) => toHealth(row as Row)),
    dueWarnings: async (at, most) => (await model.find({ warnAt: { $lte: at, $exists: true } }).sort({ warnAt: 1 }).limit(most).lean()).map((row) => toHealth(row as Row)),
    change: (accountId, webhookId, change) =>
      retrying(async () => {
        const { health, revision } = await table.read(accountId, webhookId);
        const next = change(health);
        if (await table.write(next, revision)) return remember(next);
        throw problem('revision_conflict', 'The health of the webhook kept changing meanwhile.');
      }),
  };
};
