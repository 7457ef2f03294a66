import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { endProcess } from '@landfall/testkit/end-process';
import { until } from '@landfall/testkit/until';

export interface Victim {
  name: string;
  /** As the kernel or a power cut of the machine's owner would do it, and up again. */
  killAndRestart(): Promise<void>;
  kill(): Promise<void>;
  /** Resolves when it serves, or at once with `{ wait: false }`. */
  start(how?: { wait: boolean }): Promise<void>;
  ready(): Promise<boolean>;
  /** With SIGTERM, and until it is gone. */
  stop(): Promise<void>;
  /** Stands still, with all its connections open, and goes on. */
  pause(): void;
  goOn(): void;
  pid(): number | undefined;
  /** How it ended each time nobody told it to; it was started again, as an orchestrator would. */
  crashes(): string[];
}

export interface Recipe {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  logPath: string;
  /** Does it serve again? */
  ready: () => Promise<boolean>;
}

const AGAIN_AFTER_MS = 500;
const LAST_WORDS = 600;
const READY_WITHIN_MS = 60_000;

// A test that is cut off leaves nothing running.
const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const each of alive) each.kill('SIGKILL');
});
// Who is ended by a signal has no exit otherwise.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** A process that may be killed at any moment and comes back with the same address and data. */
export const victim = ({ name, command, args, env = {}, logPath, ready }: Recipe): Victim => {
  let child: ChildProcess | undefined;
  let isToldToEnd = false;
  const crashes: string[] = [];
  let lastWords = '';
  const log = createWriteStream(logPath, { flags: 'a' });
  const start = async ({ wait } = { wait: true }) => {
    isToldToEnd = false;
    const started = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    alive.add(started);
    started.once('exit', (code, signal) => {
      alive.delete(started);
      if (isToldToEnd) return;
      crashes.push(`${name} ended with ${signal ?? code}: ${lastWords}`);
      setTimeout(() => child === started && !isToldToEnd && void start({ wait: false }), AGAIN_AFTER_MS);
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream.pipe(log, { end: false });
      stream.on('data', (chunk: Buffer) => (lastWords = `${lastWords}${chunk.toString()}`.slice(-LAST_WORDS)));
    }
    if (wait) await until(`${name} is ready`, ready, READY_WITHIN_MS);
  };
  const end = async (signal: NodeJS.Signals) => {
    isToldToEnd = true;
    if (child) await endProcess(child, signal);
  };
  return {
    name,
    start,
    ready: () => ready().catch(() => false),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    pid: () => child?.pid,
    crashes: () => crashes,
    killAndRestart: async () => {
      await end('SIGKILL');
      await start();
    },
  };
};
