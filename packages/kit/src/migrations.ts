import type { Connection } from 'mongoose';
import { isDuplicate } from './duplicate.js';
import { newId } from './identity.js';
import { ignore, type Log } from './log.js';

/**
 * One change of what is stored. Both ways are safe to repeat, since a crash may cut them in the middle, and leave
 * documents that the version before and the version after can read: during an upgrade both run.
 */
export interface Migration {
  /** `0001-what-it-does`: the order, and the name under which it is recorded. */
  id: string;
  up(connection: Connection): Promise<void>;
  down(connection: Connection): Promise<void>;
}

/** Undo everything; for `migrate none`. */
const NONE = 'none';

const COLLECTION = 'migrations';
const LOCK = 'lock';
// A replica that dies while it migrates holds the others up this long.
const LEASE_MS = 30_000;
const ASK_AGAIN_MS = 200;

interface Row {
  _id: string;
  holder?: string;
  until?: Date;
  appliedAt?: Date;
}

const rowsOf = (connection: Connection) => connection.collection<Row>(COLLECTION);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const take = async (connection: Connection, holder: string): Promise<boolean> => {
  const now = Date.now();
  try {
    await rowsOf(connection).updateOne({ _id: LOCK, until: { $lt: new Date(now) } }, { $set: { holder, until: new Date(now + LEASE_MS) } }, { upsert: true });
    return true;
  } catch (error) {
    // The upsert found the lock held and tried to insert it a second time.
    if (isDuplicate(error)) return false;
    throw error;
  }
};

const renew = (connection: Connection, holder: string) => rowsOf(connection).updateOne({ _id: LOCK, holder }, { $set: { until: new Date(Date.now() + LEASE_MS) } });

/** One replica at a time; the lease is renewed while the work lasts. */
const alone = async <Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> => {
  const holder = newId();
  while (!(await take(connection, holder))) await pause(ASK_AGAIN_MS);
  const renewal = setInterval(() => ignore(renew(connection, holder), 'both ways are safe to repeat, should the lease run out'), LEASE_MS / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await rowsOf(connection).deleteOne({ _id: LOCK, holder });
  }
};

interface Step {
  migration: Migration;
  way: 'up' | 'down';
}

/** Which steps lead from what is recorded to what is wanted, in order. */
export const stepsTo = (migrations: readonly Migration[], applied: readonly string[], to: string | undefined): Step[] => {
  const known = [...migrations].sort((one, other) => (one.id < other.id ? -1 : 1));
  if (to !== undefined && to !== NONE && !known.some(({ id }) => id === to)) throw new Error(`There is no migration ${to}; there are: ${known.map(({ id }) => id).join(', ') || 'none'}.`);
  const isWanted = (id: string) => to === undefined || (to !== NONE && id <= to);
  const foreign = applied.filter((id) => !isWanted(id) && !known.some((migration) => migration.id === id));
  if (foreign.length > 0) throw new Error(`Only a newer version can undo ${foreign.join(', ')}; run its migrate first.`);
  const back = known.filter(({ id }) => applied.includes(id) && !isWanted(id)).reverse();
  const forth = known.filter(({ id }) => !applied.includes(id) && isWanted(id));
  return [...back.map((migration): Step => ({ migration, way: 'down' })), ...forth.map((migration): Step => ({ migration, way: 'up' }))];
};

const carryOut = async (connection: Connection, { migration, way }: Step): Promise<void> => {
  await migration[way](connection);
  const rows = rowsOf(connection);
  if (way === 'up') await rows.updateOne({ _id: migration.id }, { $set: { appliedAt: new Date() } }, { upsert: true });
  else await rows.deleteOne({ _id: migration.id });
};

/** Brings the store to the newest migration, or to the one named, or to none; any number of replicas may ask at once. */
export const migrate = async (connection: Connection, migrations: readonly Migration[], log: Log, to?: string): Promise<string[]> => {
  if (migrations.length === 0 && to === undefined) return [];
  return alone(connection, async () => {
    const rows = await rowsOf(connection).find({ appliedAt: { $exists: true } }).toArray();
    const steps = stepsTo(migrations, rows.map(({ _id }) => _id), to);
    for (const step of steps) {
      await carryOut(connection, step);
      log.info({ migration: step.migration.id, way: step.way }, 'store.migrated');
    }
    return steps.map(({ migration, way }) => `${way} ${migration.id}`);
  });
};
