import { ConfigError, EX_CONFIG } from './config.js';
import type { Log } from './log.js';

/** Something with a beginning and an end: a connection, a door, a poller. */
export interface Part {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Told when every part of the service has started, and when it is about to stop. */
  opened?(): void;
  closing?(): void;
}

export type Service = Part;

const STOP_WITHIN_MS = 10_000;

const within = async (promise: Promise<void>, limitMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const inTime = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
};

/** Backs start before doors open; stopping goes the other way round, so that a door closes before what it needs. */
export const service = (name: string, log: Log, parts: readonly Part[]): Service => {
  const started: Part[] = [];
  const stop = async () => {
    const deadline = Date.now() + STOP_WITHIN_MS;
    for (const part of started) part.closing?.();
    for (const part of started.splice(0).reverse()) {
      const stopped = part.stop().catch((error: unknown) => log.error({ err: error, part: part.name }, 'part.stop_failed'));
      const inTime = await within(stopped, Math.max(100, deadline - Date.now()));
      if (!inTime) log.warn({ part: part.name }, 'part.abandoned');
    }
    log.info('service.stopped');
  };
  const start = async () => {
    const beganAt = Date.now();
    try {
      for (const part of parts) {
        await part.start();
        started.push(part);
      }
    } catch (error) {
      await stop();
      throw error;
    }
    for (const part of started) part.opened?.();
    log.info({ duration_ms: Date.now() - beganAt }, 'service.started');
  };
  return { name, start, stop };
};

const untilSignal = () =>
  new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });

/** The whole life of a process that runs one service. */
export const run = async (make: () => Service, log: Log): Promise<void> => {
  try {
    const running = make();
    const signal = untilSignal();
    // A start that waits for its store may be told to stop too.
    await Promise.race([running.start(), signal]);
    await signal;
    await running.stop();
    process.exit(0);
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`${error.message}\n`);
      process.exit(EX_CONFIG);
    }
    log.fatal({ err: error }, 'service.failed');
    process.exit(1);
  }
};

export interface Loop {
  /** Looks now instead of at the next tick. */
  wake(): void;
}

/** A rest that a wake-up ends; one that came before the rest ends it at once. */
const sleeper = (everyMs: number) => {
  let woken = false;
  let end: () => void = () => undefined;
  return {
    rest: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
        if (woken) end();
      }),
    wake: () => {
      woken = true;
      end();
    },
    begin: () => {
      woken = false;
    },
  };
};

/**
 * Work that is looked for again and again. `turn` answers whether there may be more; then the next turn follows at once.
 * A turn that throws is logged and the loop rests, so that a store that is away is asked again and not hammered.
 */
export const loop = (name: string, log: Log, everyMs: number, turn: () => Promise<boolean>): Part & Loop => {
  const sleep = sleeper(everyMs);
  let stopping = false;
  let life: Promise<void> = Promise.resolve();
  const tell = (error: unknown): boolean => {
    log.warn({ err: error, loop: name }, 'loop.turn_failed');
    return false;
  };
  const live = async () => {
    while (!stopping) {
      sleep.begin();
      const more = await turn().catch(tell);
      if (!more && !stopping) await sleep.rest();
    }
  };
  return {
    name,
    wake: sleep.wake,
    start: async () => {
      stopping = false;
      life = live();
    },
    stop: async () => {
      stopping = true;
      sleep.wake();
      await life;
    },
  };
};
