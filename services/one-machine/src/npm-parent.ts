import { execFileSync } from 'node:child_process';

const LOOK_EVERY_MS = 1_000;
// npm runs a script through a shell, which may or may not replace itself by it.
const MOST_STEPS = 2;

/** Tells when the `npm start` above us is gone: killed with SIGKILL it cannot tell us, and nobody else would stop us. */
export function watchNpm(onGone: () => void): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  const npm = npmAbove();
  if (npm === undefined) return;
  const watch = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(watch);
    onGone();
  }, LOOK_EVERY_MS);
  watch.unref();
}

function npmAbove(): number | undefined {
  let pid = process.ppid;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const found = processOf(pid);
    if (!found) return undefined;
    if (/\b(npm|pnpm|yarn)\b/.test(found.args)) return pid;
    pid = found.parent;
  }
  return undefined;
}

function processOf(pid: number): { parent: number; args: string } | undefined {
  try {
    const [, parent, args] = /^\s*(\d+)\s+(.*)$/.exec(execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).trim()) ?? [];
    return parent === undefined ? undefined : { parent: Number(parent), args: args ?? '' };
  } catch {
    // No ps, or the process ended just now: then there is nobody to watch.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
