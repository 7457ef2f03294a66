import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type ServerProcess = { child: ChildProcess; pid: number; port: number; startMs: number; stop(): Promise<void> };

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** The built server as its own process, as it is run for real. */
export async function serverProcess(options: string[]): Promise<ServerProcess> {
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN, '--port', '0', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const { listening } = JSON.parse(line) as { listening: string };
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return {
    child,
    pid: child.pid ?? 0,
    port: Number(listening.split(':').at(-1)),
    startMs: performance.now() - started,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

// Linux counts in ticks of 10 ms.
const TICK_US = 10_000;

/** CPU time, user and system, that a process has used in all its threads. */
export function cpuUs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

/** Resident memory: the process's own, and what it maps of its file, which the system takes back when it needs it. */
export function residentMb(pid: number): { own: number; mapped: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024);
  return { own: of('RssAnon'), mapped: of('RssFile') };
}
