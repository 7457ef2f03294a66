import mongoose, { type Connection } from 'mongoose';
import type { Part } from './lifecycle.js';
import type { Log } from './log.js';

export interface Mongo extends Part {
  readonly connection: Connection;
  /** Is the store reachable now? For readiness. */
  ready(): boolean;
}

const OPTIONS = {
  // A read that needs an absent store should fail while its caller still waits.
  serverSelectionTimeoutMS: 2_000,
  bufferCommands: false,
  autoCreate: false,
  autoIndex: false,
  retryWrites: true,
  // Acknowledged means: survives the loss of a member.
  writeConcern: { w: 'majority' },
} as const;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One database a service. Waits for the store at start, then makes the indexes of every model declared on it. */
export const mongo = ({ uri, database, log, maxPoolSize = 20 }: { uri: string; database: string; log: Log; maxPoolSize?: number }): Mongo => {
  const connection = mongoose.createConnection();
  let stopping = false;
  connection.on('error', (error) => log.warn({ err: error }, 'mongo.error'));
  connection.on('disconnected', () => !stopping && log.warn('mongo.disconnected'));
  connection.on('reconnected', () => log.info('mongo.reconnected'));

  const connect = async () => {
    for (let attempt = 0; !stopping; attempt += 1) {
      try {
        await connection.openUri(uri, { ...OPTIONS, dbName: database, maxPoolSize });
        return;
      } catch (error) {
        log.warn({ attempt, reason: error instanceof Error ? error.message : String(error) }, 'mongo.waiting');
        await pause(Math.min(5_000, 250 * 2 ** attempt));
      }
    }
  };

  return {
    name: 'mongo',
    connection,
    ready: () => connection.readyState === 1,
    start: async () => {
      await connect();
      for (const model of Object.values(connection.models)) {
        await model.createCollection();
        await model.ensureIndexes();
      }
    },
    stop: async () => {
      stopping = true;
      await connection.close();
    },
  };
};

const DUPLICATE_KEY = 11_000;

export const isDuplicate = (thrown: unknown): boolean => (thrown as { code?: unknown } | null)?.code === DUPLICATE_KEY;

/** For `.then(…, onDuplicate(answer))`: the unique index has spoken; other failures go on. */
export const onDuplicate =
  <Answer>(answer: Answer) =>
  (thrown: unknown): Answer => {
    if (isDuplicate(thrown)) return answer;
    throw thrown;
  };

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
