import type { Bus } from '@landfall/kit/bus';
import type { Part } from '@landfall/kit/lifecycle';
import type { Log } from '@landfall/kit/log';
import { NatsError, StorageType, type KV } from 'nats';
import { admit, giveBack, WINDOW_MS, type Verdict, type Window } from './window.js';

export interface Limiter {
  /** Counts `cost` requests against a bucket of an account, for all replicas together. */
  take(key: string, limit: number, cost?: number): Promise<Verdict>;
  /** Where a bucket stands as far as this replica knows; asks nobody. */
  peek(key: string, limit: number): Verdict;
  /** Uncounts what `take` let in: answers that do not count (304). */
  giveBack(key: string, cost?: number): void;
}

interface Waiting {
  apply: (window: Window, now: number) => { window: Window; verdict: Verdict };
  answer: (verdict: Verdict) => void;
}

interface Shared {
  window: Window;
  revision: number;
}

const BUCKET = 'rate_limits';

/** A limit is not worth a longer wait: after this each replica counts alone. */
const ANSWER_WITHIN_MS = 1_000;

const isApiError = (error: unknown, code: number): boolean => error instanceof NatsError && error.api_error?.err_code === code;

// Wrong last sequence: another replica was faster.
const isConflict = (error: unknown): boolean => isApiError(error, 10_071);

// Subjects overlap: two replicas found no bucket and both made it; to the slower one it is there now.
const isMadeMeanwhile = (error: unknown): boolean => isApiError(error, 10_065);

const NOTHING: Verdict = { allowed: true, limit: 0, remaining: 0, resetMs: 0 };

const readWindow = (text: string): Window => JSON.parse(text) as Window;

type Batch = readonly Waiting[];

/** The windows as all replicas share them. */
const sharedWindows = (bus: Bus, log: Log, replicas: number) => {
  let store: KV | undefined;
  let isAway = false;

  // Twice the window: a bucket that nobody used for a minute is gone soon after.
  const bucket = () => bus.connection.jetstream({ timeout: ANSWER_WITHIN_MS }).views.kv(BUCKET, { history: 1, ttl: 2 * WINDOW_MS, storage: StorageType.Memory, replicas });

  const open = async () => {
    store = await bucket().catch((error: unknown) => {
      if (isMadeMeanwhile(error)) return bucket();
      throw error;
    });
    isAway = false;
  };

  // While the connection is lost the client would hold every question until it comes back; and what lay in the
  // memory of a bus that was restarted must be made anew.
  const watch = async () => {
    for await (const { type } of bus.connection.status()) {
      if (type === 'disconnect') isAway = true;
      if (type === 'reconnect') await open().catch((error: unknown) => log.warn({ err: error }, 'rate_limit.not_reopened'));
    }
  };

  return {
    isAway: () => isAway || store === undefined,
    open: async () => {
      void watch();
      await open();
    },
    close: () => {
      store = undefined;
    },
    read: async (key: string): Promise<Shared> => {
      const entry = await store?.get(key);
      return entry ? { window: entry.operation === 'PUT' ? readWindow(entry.string()) : [], revision: entry.revision } : { window: [], revision: 0 };
    },
    /** The new revision, or nothing when another replica was faster. */
    write: async (key: string, { window, revision }: Shared): Promise<number | undefined> => {
      try {
        // Named even when it is 0: then the key must not exist.
        return await store?.put(key, JSON.stringify(window), { previousSeq: revision });
      } catch (error) {
        if (isConflict(error)) return undefined;
        throw error;
      }
    },
  };
};

const applyAll = (batch: Batch, shared: Window, now: () => number): { window: Window; answer: () => void } => {
  let window = shared;
  const verdicts = batch.map((each) => {
    const applied = each.apply(window, now());
    window = applied.window;
    return applied.verdict;
  });
  return { window, answer: () => batch.forEach((each, n) => each.answer(verdicts[n] ?? NOTHING)) };
};

/** Requests that arrive while a change is under way wait and share the next one: under load one round trip serves many. */
const batches = (settle: (key: string, batch: Batch) => Promise<void>) => {
  const queues = new Map<string, Waiting[]>();
  const drain = async (key: string): Promise<void> => {
    for (let batch = queues.get(key); batch !== undefined && batch.length > 0; batch = queues.get(key)) {
      queues.set(key, []);
      await settle(key, batch);
    }
    queues.delete(key);
  };
  return (key: string, waiting: Waiting): void => {
    const queue = queues.get(key);
    if (queue !== undefined) {
      queue.push(waiting);
      return;
    }
    queues.set(key, [waiting]);
    void drain(key);
  };
};

/** Beyond this many buckets the memory starts over; it is only a shortcut to what the bus knows. */
const MOST_KNOWN = 50_000;

/** One key in the bus holds the window of one bucket; replicas change it by compare-and-set, so the count is exact. */
export const limiter = ({ bus, log, now = Date.now, replicas = 1 }: { bus: Bus; log: Log; now?: () => number; replicas?: number }): Limiter & Part => {
  const windows = sharedWindows(bus, log, replicas);
  const known = new Map<string, Shared>();
  const remember = (key: string, shared: Shared) => {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, shared);
  };

  /** The bus is away: an API that refuses everybody would be worse than a limit kept by each replica alone. */
  const settleAlone = (key: string, batch: Batch): void => {
    const shared = known.get(key);
    const { window, answer } = applyAll(batch, shared?.window ?? [], now);
    remember(key, { window, revision: shared?.revision ?? 0 });
    answer();
  };

  const settleTogether = async (key: string, batch: Batch): Promise<void> => {
    if (windows.isAway()) return settleAlone(key, batch);
    const shared = known.get(key) ?? (await windows.read(key));
    const { window, answer } = applyAll(batch, shared.window, now);
    const revision = await windows.write(key, { window, revision: shared.revision });
    if (revision === undefined) {
      // Somebody else wrote, or we wrote alone meanwhile: the shared window is the truth again.
      known.delete(key);
      return settleTogether(key, batch);
    }
    remember(key, { window, revision });
    return answer();
  };

  const enqueue = batches((key, batch) => settleTogether(key, batch).catch((error: unknown) => {
    log.warn({ err: error }, 'rate_limit.alone');
    settleAlone(key, batch);
  }));

  return {
    name: 'rate-limits',
    start: windows.open,
    stop: async () => windows.close(),
    peek: (key, limit) => admit(known.get(key)?.window ?? [], now(), limit, 0).verdict,
    take: (key, limit, cost = 1) => new Promise((answer) => enqueue(key, { apply: (window, at) => admit(window, at, limit, cost), answer })),
    giveBack: (key, cost = 1) => enqueue(key, { apply: (window, at) => ({ window: giveBack(window, at, cost), verdict: NOTHING }), answer: () => undefined }),
  };
};
