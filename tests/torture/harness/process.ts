import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { until } from '@landfall/testkit/until';

export interface Victim {
  name: string;
  /** As the kernel or a power cut of the machine's owner would do it, and up again. */
  killAndRestart(): Promise<void>;
  kill(): Promise<void>;
  /** Resolves when it serves, or at once with `{ wait: false }`. */
  start(how?: { wait: boolean }): Promise<void>;
  ready(): Promise<boolean>;
  stop(): Promise<void>;
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

const ended = (child: ChildProcess) => new Promise<void>((resolve) => (child.exitCode !== null || child.signalCode !== null ? resolve() : child.once('exit', () => resolve())));

/** A process that may be killed at any moment and comes back with the same address and data. */
export const victim = ({ name, command, args, env = {}, logPath, ready }: Recipe): Victim => {
  let child: ChildProcess | undefined;
  const log = createWriteStream(logPath, { flags: 'a' });
  const start = async ({ wait } = { wait: true }) => {
    child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    if (wait) await until(`${name} is ready`, ready, 30_000);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!child) return;
    child.kill(signal);
    await ended(child);
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  return {
    name,
    start,
    ready: () => ready().catch(() => false),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    killAndRestart: async () => {
      await end('SIGKILL');
      await start();
    },
  };
};
