import { execFileSync } from 'node:child_process';
import { columns, type Command } from '../command.js';
import { NOT_RUNNING, running, type Running } from '../running.js';

// As init scripts answer: 3 is "not running", which a script can tell from "could not ask".
const IS_DOWN = 3;

export const status: Command = {
  name: 'status',
  says: 'What runs, since when, where, and how much memory it takes.',
  positionals: [],
  flags: { json: { says: 'as JSON' } },
  run: async ({ flags }, { home, out, err }) => {
    const found = running(home);
    if (!found) {
      err(NOT_RUNNING(home));
      return IS_DOWN;
    }
    const memory = memoryKibByGroup(processTable());
    const parts = found.parts.map((part) => ({ ...part, memory_mib: mib(memory.get(part.pid)) }));
    out(flags['json'] ? `${JSON.stringify({ ...found, parts }, null, 2)}\n` : `${table(found, parts, home)}\n`);
    return 0;
  },
};

function table(found: Running, parts: Array<Running['parts'][number] & { memory_mib: number }>, home: string): string {
  const rows = parts.map(({ name, state, pid, restarts, memory_mib: memory }) => [name, state, String(pid), String(restarts), `${memory} MiB`]);
  return [
    `Landfall is ${found.state} (pid ${found.pid}, since ${found.started_at}) at ${found.public_url}`,
    `Data: ${home}   Services: ${found.services.join(', ')}`,
    '',
    ...columns([['part', 'state', 'pid', 'restarts', 'memory'], ...rows]),
  ].join('\n');
}

// Each part leads a process group of its own, so what it started itself is counted with it.
export function memoryKibByGroup(processes: string): Map<number, number> {
  const sums = new Map<number, number>();
  for (const line of processes.trim().split('\n')) {
    const [group, kib] = line.trim().split(/\s+/).map(Number);
    if (group !== undefined && kib !== undefined) sums.set(group, (sums.get(group) ?? 0) + kib);
  }
  return sums;
}

const processTable = (): string => execFileSync('ps', ['-A', '-o', 'pgid=,rss='], { encoding: 'utf8' });
const mib = (kib = 0): number => Math.round(kib / 1_024);
