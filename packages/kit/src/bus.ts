import type { StreamName } from '@landfall/contracts/facts';
import { connect, headers as natsHeaders, nanos, RetentionPolicy, StorageType, type JetStreamClient, type JetStreamManager, type NatsConnection } from 'nats';
import type { Part } from './lifecycle.js';
import type { Log } from './log.js';
import { problem } from './problem.js';

export interface Publisher {
  /** Answers when the stream has stored the message; the same id again is stored once. A text is taken for JSON already. */
  publish(subject: string, body: unknown, id: string, headers?: Record<string, string>): Promise<void>;
}

export interface Bus extends Part, Publisher {
  ready(): boolean;
  /** For the runner of consumers and for control requests; throws `unavailable` before start. */
  readonly connection: NatsConnection;
  readonly stream: JetStreamClient;
  readonly manager: JetStreamManager;
}

const DAY_MS = 86_400_000;

/** What is kept for how long: long enough to outlive a long weekend with a consumer down. */
const STREAMS: Record<StreamName, { subjects: string[]; keepMs: number }> = {
  FACTS: { subjects: ['fact.>'], keepMs: 7 * DAY_MS },
  NOTICES: { subjects: ['notice.>'], keepMs: 7 * DAY_MS },
};

// A relay that was cut off for some minutes repeats itself; the server drops those repeats by id.
const DUPLICATE_WINDOW_MS = 600_000;
const PUBLISH_TIMEOUT_MS = 2_000;

const declareStreams = async (manager: JetStreamManager, replicas: number): Promise<void> => {
  for (const [name, { subjects, keepMs }] of Object.entries(STREAMS)) {
    const wanted = { subjects, max_age: nanos(keepMs), duplicate_window: nanos(DUPLICATE_WINDOW_MS), num_replicas: Math.max(1, replicas) };
    const exists = await manager.streams.info(name).then(() => true, () => false);
    if (exists) await manager.streams.update(name, wanted);
    else await manager.streams.add({ ...wanted, name, storage: StorageType.File, retention: RetentionPolicy.Limits });
  }
};

interface Live {
  connection: NatsConnection;
  stream: JetStreamClient;
  manager: JetStreamManager;
}

/** `nats://user:password@host`: the client reads addresses only, so who we are is taken out of the first one. */
const signIn = (url: string): { servers: string[]; user?: string; pass?: string } => {
  const servers = url.split(',');
  const { username, password } = new URL(servers[0] ?? '');
  return { servers: servers.map((each) => each.replace(/\/\/[^@/]*@/, '//')), ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}) };
};

const dial = async ({ url, name, replicas }: { url: string; name: string; replicas: number }): Promise<Live> => {
  // The first connection retries for ever too, because waitOnFirstConnect is set.
  // Without a stack of its own for every publish: what fails says by its subject where it came from.
  const connection = await connect({ ...signIn(url), name, waitOnFirstConnect: true, maxReconnectAttempts: -1, reconnectTimeWait: 500, timeout: 2_000, noAsyncTraces: true });
  const manager = await connection.jetstreamManager();
  await declareStreams(manager, replicas);
  return { connection, manager, stream: connection.jetstream() };
};

const watch = async (connection: NatsConnection, log: Log): Promise<void> => {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect' || status.type === 'reconnect') log.warn({ status: status.type }, 'nats.status');
  }
};

/** The connection to NATS. Waits for the bus at start; afterwards the client reconnects for ever. */
export const bus = ({ url, name, log, replicas = 1 }: { url: string; name: string; log: Log; replicas?: number }): Bus => {
  let live: Live | undefined;
  const now = (): Live => {
    if (!live) throw problem('unavailable', 'The bus does not answer just now.');
    return live;
  };

  return {
    name: 'nats',
    start: async () => {
      live = await dial({ url, name, replicas });
      void watch(live.connection, log);
    },
    stop: async () => {
      const connection = live?.connection;
      live = undefined;
      await connection?.close();
    },
    ready: () => live !== undefined && !live.connection.isClosed(),
    publish: async (subject, body, id, extra = {}) => {
      const headers = natsHeaders();
      for (const [key, value] of Object.entries(extra)) headers.set(key, value);
      await now().stream.publish(subject, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), { msgID: id, headers, timeout: PUBLISH_TIMEOUT_MS });
    },
    get connection() {
      return now().connection;
    },
    get stream() {
      return now().stream;
    },
    get manager() {
      return now().manager;
    },
  };
};
