import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameId } from '@landfall/kit/identity';
import { heaviest, type Share } from './frames.js';
import { gun, type Shot } from './load.js';
import { scene } from './scene.js';

// Where the time of a read goes, hop by hop: the flame graphs of every process, summed up. `pnpm --filter @landfall/api-gateway profile`
const HOPS = ['api-gateway', 'shipment', 'store'] as const;
const ROWS = 20_000;
const BOOK = new URL('../../../docs/bench/api-gateway.md', import.meta.url);
const MARKS = ['<!-- printed by `pnpm --filter @landfall/api-gateway profile` -->', '<!-- end of print -->'] as const;

const nowUs = (): number => Number(process.hrtime.bigint() / 1_000n);

const folder = mkdtempSync(join(tmpdir(), 'landfall-profile-'));
const load = gun();
const at = await scene({ NODE_OPTIONS: `--import ${new URL('./profiler.mjs', import.meta.url).href}`, LANDFALL_PROFILES: folder });

const windows = new Map<string, readonly [from: number, to: number]>();
const watched = async (name: string, shot: Shot): Promise<void> => {
  await load.fire({ ...shot, seconds: 2 });
  const from = nowUs();
  await load.fire({ ...shot, seconds: 8 });
  windows.set(name, [from, nowUs()]);
};

const percent = (all: readonly Share[]): string => all.map(({ what, share }) => `${what} ${(share * 100).toFixed(1)} %`).join(', ');

const chapter = (name: string, fileOf: (pid: number) => string | undefined, pids: ReadonlyMap<string, number>): string => {
  const [from, to] = windows.get(name) ?? [0, 0];
  const rows = HOPS.flatMap((hop) => {
    const file = fileOf(pids.get(hop) ?? 0);
    if (file === undefined) return [];
    const { packages, frames } = heaviest(join(folder, file), from, to);
    return [`| ${hop} | ${percent(packages)} | ${percent(frames)} |`];
  });
  return `### ${name}\n\n| hop | packages, self time | single functions |\n|---|---|---|\n${rows.join('\n')}`;
};

await at.fill(0, ROWS);
const headers = { authorization: `Token ${at.apiKey}` };
await watched('warm `GET /containers/{id}`', { what: 'warm', url: `${at.origin}/v2/containers/${at.containerId}`, headers, expects: 200 });
const cold = Array.from({ length: ROWS }, (_, n) => `/v2/containers/${nameId('bench container', String(n))}`);
await watched('cold `GET /containers/{id}`', { what: 'cold', url: at.origin, headers, paths: cold, expects: 200 });
const pids = new Map(HOPS.map((hop) => [hop as string, at.pidOf(hop)]));
load.stop();
// A profile is written when its process ends.
await at.stop();

const files = readdirSync(folder);
const fileOf = (pid: number) => files.find((file) => file.split('.').includes(String(pid)));
const print = [`${new Date().toISOString().slice(0, 10)}, load of the machine ${loadavg().map((one) => one.toFixed(1)).join(', ')}.`, ...[...windows.keys()].map((name) => chapter(name, fileOf, pids))].join('\n\n');
const book = readFileSync(BOOK, 'utf8');
const [before = '', rest = ''] = book.split(MARKS[0]);
const [, after = ''] = rest.split(MARKS[1]);
writeFileSync(BOOK, `${before}${MARKS[0]}\n\n${print}\n\n${MARKS[1]}${after}`);
rmSync(folder, { recursive: true, force: true });
console.log(print);
