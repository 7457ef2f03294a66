// `npm start` of a built tree [D-70]: how long until it is ready, and what all of it holds when nothing happens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { cpuMsOf, residentMibOf } from '@landfall/testkit/cost';
import { freePort } from '@landfall/testkit/free-port';

const ROOT = new URL('../../..', import.meta.url).pathname;
const ROUNDS = 3;
// Start-up garbage is gone by then, and every loop has turned.
const IDLE_MS = 10_000;

interface Run {
  pid: number;
  parts: { name: string; pid: number }[];
}

interface Round {
  seconds: number;
  /** What a busy machine does not stretch. */
  processorSeconds: number;
  mib: Record<string, number>;
}

const round = async (home: string): Promise<Round> => {
  const env = { ...process.env, LANDFALL_HOME: home, LANDFALL_PORT: String(await freePort()) };
  const beganAt = performance.now();
  const child = spawn('npm', ['start', '--silent'], { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()).includes('Landfall is ready') && resolve());
    child.once('exit', () => reject(new Error(said)));
  });
  await ready;
  const seconds = (performance.now() - beganAt) / 1_000;
  const { pid, parts } = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')) as Run;
  const used = [pid, ...parts.map((part) => part.pid)].reduce((sum, each) => sum + cpuMsOf(each), 0) / 1_000;
  await rest(IDLE_MS);
  const mib = Object.fromEntries([{ name: 'supervisor', pid }, ...parts].map((part) => [part.name, residentMibOf(part.pid)]));
  const ended = once(child, 'exit');
  process.kill(pid, 'SIGTERM');
  await ended;
  return { seconds, processorSeconds: used, mib };
};

const home = mkdtempSync(join(tmpdir(), 'landfall-bench-start-'));
try {
  // The first start fills the folder: accounts, indexes, streams. Later ones are what a person meets every day.
  const first = await round(home);
  const rounds: Round[] = [];
  for (let at = 0; at < ROUNDS; at += 1) rounds.push(await round(home));
  const middle = rounds.map(({ seconds }) => seconds).sort((one, other) => one - other)[1] ?? 0;
  const processor = rounds.map((each) => each.processorSeconds).sort((one, other) => one - other)[1] ?? 0;
  const held = rounds.at(-1)?.mib ?? {};
  const total = Object.values(held).reduce((sum, mib) => sum + mib, 0);
  console.log(`load ${loadavg()[0]?.toFixed(1)}\n`);
  console.log('| what | figure |\n|---|---|');
  console.log(`| first start into an empty folder | ${first.seconds.toFixed(1)} s |`);
  console.log(`| npm start, warm, median of ${ROUNDS} [D-70]: ≤ 5 s | ${middle.toFixed(1)} s |`);
  console.log(`| … of it processor time of all processes [D-70] | ${processor.toFixed(1)} s |`);
  console.log(`| resident, idle, all processes [D-70]: ≤ 600 MiB | ${total.toFixed(0)} MiB |`);
  for (const [name, mib] of Object.entries(held)) console.log(`| … of it ${name} | ${mib.toFixed(0)} MiB |`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
