import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@landfall/testkit/free-port';
import { until as untilTrue } from '@landfall/testkit/until';

export const ROOT = new URL('../../..', import.meta.url).pathname;

export type RunFile = { pid: number; state: string; ports: Record<string, number>; services: string[]; parts: Array<{ name: string; pid: number; state: string; restarts: number }> };

export type Copy = Awaited<ReturnType<typeof copyOf>>;

const copies: Array<{ clear(): Promise<void> }> = [];

/** A Landfall of this checkout with a folder and a port of its own, started as a person starts it. */
export async function copyOf(more: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'landfall-copy-'));
  const env = { ...cleanEnv(), LANDFALL_HOME: home, LANDFALL_PORT: String(await freePort()), ...more };
  const seen = { output: '', pids: new Set<number>() };
  let npm: ChildProcess | undefined;

  const json = <T>(name: string): T | undefined => {
    try {
      return JSON.parse(readFileSync(join(home, name), 'utf8')) as T;
    } catch {
      return undefined;
    }
  };
  const run = () => {
    const found = json<RunFile>('run.json');
    for (const pid of found ? [found.pid, ...found.parts.map((part) => part.pid)] : []) seen.pids.add(pid);
    return found;
  };
  const copy = {
    home,
    env,
    output: () => seen.output,
    has: (name: string) => existsSync(join(home, name)),
    demo: () => json<Record<string, string | number>>('demo.json'),
    run,
    part: (name: string) => run()?.parts.find((part) => part.name === name),
    /** Starts it; the answer is npm's own process, which a terminal would wait for. */
    start: (...args: string[]) => {
      seen.output = '';
      npm = spawn('npm', ['start', ...(args.length > 0 ? ['--', ...args] : [])], { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk: Buffer) => (seen.output += chunk.toString('utf8')));
      return npm;
    },
    ready: () => until('it is ready', () => run()?.state === 'ready' && seen.output.includes('Landfall is ready'), () => seen.output),
    /** As the terminal does it: everybody in the foreground gets the signal. */
    signal: (signal: NodeJS.Signals) => process.kill(-(npm?.pid ?? 0), signal),
    exitCode: async () => npm?.exitCode ?? (((await once(npm as ChildProcess, 'exit')) as [number | null])[0]),
    left: () => processesOf(seen.pids),
    nothingIsLeft: () => until('nothing is left', () => processesOf(seen.pids).length === 0, () => processesOf(seen.pids).join('\n')),
    clear: async () => {
      run();
      for (const pid of [npm?.pid, ...seen.pids]) killGroup(pid);
      await copy.nothingIsLeft();
      rmSync(home, { recursive: true, force: true });
    },
  };
  copies.push(copy);
  return copy;
}

/** Whatever a test did, nothing of it stays. */
export async function clearCopies(): Promise<void> {
  for (const copy of copies.splice(0)) await copy.clear();
}

/** Waits a minute, and shows at the end what there was instead. */
export const until = (fact: string, holds: () => boolean, shown: () => string): Promise<boolean> =>
  untilTrue(fact, () => {
    if (holds()) return true;
    throw new Error(shown());
  }, 60_000, 50);

// Parts lead process groups of their own, so the group tells whose child a process is even after its parent died.
function processesOf(groups: ReadonlySet<number>): string[] {
  return execFileSync('ps', ['-A', '-o', 'pgid=,pid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => {
      const [group, pid, state] = line.trim().split(/\s+/);
      return (groups.has(Number(group)) || groups.has(Number(pid))) && !state?.startsWith('Z');
    });
}

function killGroup(pid: number | undefined): void {
  if (!pid) return;
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Already gone.
    }
  }
}

// A person's shell has none of what npm test puts into the environment.
function cleanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS|TURBO_|LANDFALL_(HOME|PORT)$|MONGODB_URI|NATS_URL)/.test(name)));
}
