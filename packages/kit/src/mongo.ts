import mongoose, { type Connection } from 'mongoose';
import type { Part } from './lifecycle.js';
import type { Log } from './log.js';
import { gauge, onScrape } from './metrics.js';
import { migrate, type Migration } from './migrations.js';
import { toProblem } from './problem.js';

export interface Mongo extends Part {
  readonly connection: Connection;
  /** Is the store reachable now? For readiness. */
  ready(): boolean;
}

const OPTIONS = {
  // A read that needs an absent store should fail while its caller still waits.
  serverSelectionTimeoutMS: 2_000,
  // Nor may one wait for ever for its turn behind others.
  waitQueueTimeoutMS: 10_000,
  bufferCommands: false,
  autoCreate: false,
  autoIndex: false,
  retryWrites: true,
  // Acknowledged means: survives the loss of a member.
  writeConcern: { w: 'majority' },
} as const;

// Longer than any query of ours, and than most builds of an index: who is silent for so long has lost the question.
const ANSWERS_WITHIN_MS = 120_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How much of the pool is in use and how many wait for a connection: the first sign of a store that is too slow. */
const measurePool = (connection: Connection, database: string): (() => void) => {
  const figure = gauge('landfall_mongo_connections', 'Connections to the store that are in use, and operations that wait for one.', ['database', 'state']);
  const client = connection.getClient();
  // Counted in place and shown when somebody looks: every operation comes by here twice.
  let [waiting, inUse] = [0, 0];
  client.on('connectionCheckOutStarted', () => (waiting += 1));
  client.on('connectionCheckOutFailed', () => (waiting -= 1));
  client.on('connectionCheckedOut', () => {
    waiting -= 1;
    inUse += 1;
  });
  client.on('connectionCheckedIn', () => (inUse -= 1));
  return onScrape(() => {
    figure.set({ database, state: 'waiting' }, waiting);
    figure.set({ database, state: 'in_use' }, inUse);
  });
};

const watch = (connection: Connection, log: Log, isStopping: () => boolean): void => {
  connection.on('error', (error) => log.warn({ err: error }, 'mongo.error'));
  connection.on('disconnected', () => !isStopping() && log.warn('mongo.disconnected'));
  connection.on('reconnected', () => log.info('mongo.reconnected'));
};

const indexes = async (connection: Connection): Promise<void> => {
  for (const model of Object.values(connection.models)) {
    await model.createCollection();
    await model.ensureIndexes();
  }
};

type Waiting = { log: Log; isStopping: () => boolean; mayPass: (error: unknown) => boolean };

/** Again and again, at longer and longer intervals, until it is done or somebody stops us. */
const untilDone = async (work: () => Promise<unknown>, { log, isStopping, mayPass }: Waiting): Promise<void> => {
  for (let attempt = 0; !isStopping(); attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!mayPass(error)) throw error;
      log.warn({ attempt, reason: error instanceof Error ? error.message : String(error) }, 'mongo.waiting');
      await pause(Math.min(5_000, 250 * 2 ** attempt));
    }
  }
};

export interface MongoOptions {
  uri: string;
  database: string;
  log: Log;
  maxPoolSize?: number;
  /** After this a question that the store took and never answered fails, as if the store were away. */
  answersWithinMs?: number;
  /** Pending ones run at every start, before the indexes; replicas that start together wait for one another. */
  migrations?: readonly Migration[];
}

/** One database a service. Waits for the store at start, then makes the indexes of every model declared on it. */
export const mongo = ({ uri, database, log, maxPoolSize = 20, answersWithinMs = ANSWERS_WITHIN_MS, migrations = [] }: MongoOptions): Mongo => {
  const connection = mongoose.createConnection();
  let stopping = false;
  let unmeasure: () => void = () => undefined;
  const isStopping = () => stopping;
  watch(connection, log, isStopping);

  const connect = () => untilDone(() => connection.openUri(uri, { ...OPTIONS, dbName: database, maxPoolSize, socketTimeoutMS: answersWithinMs }), { log, isStopping, mayPass: () => true });

  /** A store that is full, or goes away again meanwhile, is waited for too. Both steps are safe to repeat. */
  const prepare = () => untilDone(async () => {
    await migrate(connection, migrations, log);
    await indexes(connection);
  }, { log, isStopping, mayPass: (error) => toProblem(error).again });

  const stop = async () => {
    stopping = true;
    unmeasure();
    await connection.close();
  };

  return {
    name: 'mongo',
    connection,
    ready: () => connection.readyState === 1,
    start: async () => {
      await connect();
      if (stopping) return;
      unmeasure = measurePool(connection, database);
      await prepare();
    },
    stop,
    migrate: async (to) => {
      await connect();
      await migrate(connection, migrations, log, to);
      // Indexes of this version would be in the way of the older one that is to come.
      if (to === undefined) await indexes(connection);
      await stop();
    },
  };
};

export { isDuplicate, onDuplicate } from './duplicate.js';

type Stored<T> = Omit<T, 'id'> & { _id: string };

/** Domain object → document: `id` becomes `_id`; what is undefined is not there. */
export const stored = <T extends { id: string }>({ id, ...rest }: T): Stored<T> =>
  ({ _id: id, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) }) as Stored<T>;

/** Lean document → domain object; what only the store knows (outbox, version key) stays behind. */
export const loaded = <T extends { id: string }>(document: unknown): T | undefined => {
  if (!document || typeof document !== 'object') return undefined;
  const { _id, __v, outbox, outboxAt, ...rest } = document as Record<string, unknown>;
  return { id: _id, ...rest } as unknown as T;
};
