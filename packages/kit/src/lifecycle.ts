import { common, ConfigError, defineConfig, EX_CONFIG } from './config.js';
import type { Log } from './log.js';

/** Something with a beginning and an end: a connection, a door, a poller. */
export interface Part {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Told when every part of the service has started, and when it is about to stop. */
  opened?(service: string): void;
  closing?(): void;
  /** Brings what is kept to the shape that this version wants, or to that of an older one, and does nothing else. */
  migrate?(to?: string): Promise<void>;
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
  const closing = () => {
    for (const part of started) part.closing?.();
  };
  const stop = async () => {
    const deadline = Date.now() + STOP_WITHIN_MS;
    closing();
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
    for (const part of started) part.opened?.(name);
    log.info({ duration_ms: Date.now() - beganAt }, 'service.started');
  };
  const migrate = async (to?: string) => {
    for (const part of parts) await part.migrate?.(to);
    log.info({ to: to ?? 'newest' }, 'service.migrated');
  };
  return { name, start, stop, closing, migrate };
};

const untilSignal = () =>
  new Promise<'signal'>((resolve) => {
    process.once('SIGTERM', () => resolve('signal'));
    process.once('SIGINT', () => resolve('signal'));
  });

const live = async (running: Service, stopDelayMs: number, log: Log): Promise<void> => {
  const signal = untilSignal();
  // A start that waits for its store may be told to stop too.
  const first = await Promise.race([running.start(), signal]);
  await signal;
  // From now on unready, and still serving: balancers and other services need a moment to look elsewhere.
  running.closing?.();
  log.info({ delay_ms: stopDelayMs }, 'service.stopping');
  // Whoever signals twice does not want to wait.
  if (first !== 'signal') await within(untilSignal().then(() => undefined), stopDelayMs);
  await running.stop();
};

/** The whole life of a process that runs one service: `main.js` serves, `main.js migrate [id]` prepares its store and ends. */
export const run = async (make: () => Service, log: Log, args: readonly string[] = process.argv.slice(2)): Promise<void> => {
  try {
    const running = make();
    const { STOP_DELAY_MS } = defineConfig({ STOP_DELAY_MS: common.STOP_DELAY_MS }).load();
    if (args[0] === 'migrate') await running.migrate?.(args[1]);
    else await live(running, STOP_DELAY_MS, log);
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
