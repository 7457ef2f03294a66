import { spawn } from 'node:child_process';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  /** What it has written to its output so far. */
  said(): string;
  ended: Promise<Ran>;
  kill(): void;
}

/** A program of somebody else's, with nothing of our environment but what it needs to start. */
export const running = (program: string, args: readonly string[], env: Record<string, string> = {}): Running => {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, { env: { PATH, HOME, NO_COLOR: '1', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
  return { said: () => `${out}${err}`, ended, kill: () => void child.kill() };
};
