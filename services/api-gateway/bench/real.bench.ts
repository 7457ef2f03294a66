import { loadavg } from 'node:os';
import { nameId } from '@landfall/kit/identity';
import { cpuMsOf } from '@landfall/testkit/cost';
import { besideFirst, figuresTable, measured, type Figure } from '@landfall/testkit/figures';
import { CONNECTIONS, gun, type Shot } from './load.js';
import { scene, type Scene } from './scene.js';
import { bareExpress } from './stack.js';

// Over the real services, a process each, with the embedded store: what a caller gets.
const COLD_ROWS = 100_000;
const FEW = 10_000;
// D-75 speaks of a million; that many take minutes to make, so it is asked for: BENCH_ROWS=1000000.
const MANY = Number(process.env['BENCH_ROWS'] ?? '100000');
const HOPS = ['api-gateway', 'shipment', 'store'] as const;
// Short turns, one shot after the other: what the machine does beside falls on all of them alike.
const ROUNDS = 4;

const load = gun();
const at = await scene();

interface Taken extends Figure {
  /** Processor microseconds a request, by hop; on a shared machine they say more than rates. */
  costs: Record<string, number>;
}

const costed = async (shot: Shot, pids: Readonly<Record<string, number>>): Promise<Taken> => {
  const spent = () => Object.fromEntries(Object.entries(pids).map(([hop, pid]) => [hop, cpuMsOf(pid)]));
  const before = spent();
  const figure = await load.fire(shot);
  const requests = figure.perSecond * (shot.seconds ?? 1);
  const after = spent();
  return { ...figure, costs: Object.fromEntries(Object.keys(pids).map((hop) => [hop, (((after[hop] ?? 0) - (before[hop] ?? 0)) * 1_000) / requests])) };
};

const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;

const averaged = ([first, ...others]: readonly Taken[]): Taken => {
  if (first === undefined) throw new Error('nothing was measured');
  const all = [first, ...others];
  const over = (of: (one: Taken) => number) => mean(all.map(of));
  return { what: first.what, perSecond: over(({ perSecond }) => perSecond), p50Ms: over(({ p50Ms = 0 }) => p50Ms), p99Ms: over(({ p99Ms = 0 }) => p99Ms), costs: Object.fromEntries(Object.keys(first.costs).map((hop) => [hop, over(({ costs }) => costs[hop] ?? 0)])) };
};

const costsTable = (all: readonly Taken[]): string => {
  const hops = [...new Set(all.flatMap(({ costs }) => Object.keys(costs)))];
  return [`| CPU a request, µs | ${hops.join(' | ')} |`, `|---|${'---|'.repeat(hops.length)}`, ...all.map(({ what, costs }) => `| ${what} | ${hops.map((hop) => (costs[hop] ?? 0).toFixed(0)).join(' | ')} |`)].join('\n');
};

const reads = async (): Promise<void> => {
  const path = `/v2/containers/${at.containerId}`;
  const warm = await at.get(path);
  const bare = await bareExpress(path, warm.bytes);
  const pids = { 'bare Express': bare.pid, ...Object.fromEntries(HOPS.map((hop) => [hop, at.pidOf(hop)])) };
  const headers = { authorization: `Token ${at.apiKey}` };
  const cold = Array.from({ length: COLD_ROWS }, (_, n) => `/v2/containers/${nameId('bench container', String(n))}`);
  const shots: Shot[] = [
    { what: 'bare Express 5, the same bytes', url: bare.url, headers, expects: 200, seconds: 3 },
    { what: 'warm GET /containers/{id} [D-72]: ≥ 0.60', url: `${at.origin}${path}`, headers, expects: 200, seconds: 3 },
    { what: '304 [D-72]: ≥ 0.80', url: `${at.origin}${path}`, headers: { ...headers, 'if-none-match': warm.tag }, expects: 304, seconds: 3 },
  ];
  const taken = new Map<string, Taken[]>();
  // The first round warms the compiler for the others.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const shot of shots) {
      const one = await costed(shot, pids);
      if (round > 0) taken.set(shot.what, [...(taken.get(shot.what) ?? []), one]);
    }
  }
  const rows = [...[...taken.values()].map(averaged), await costed({ what: 'cold GET, every id different [D-72]: ≥ 300/s', url: at.origin, headers, paths: cold, expects: 200, seconds: 8 }, pids)];
  console.log(`\nReads over the real services: ${warm.bytes.length} bytes, ${CONNECTIONS} connections, ${COLD_ROWS} containers\n`);
  console.log(figuresTable(besideFirst(rows)));
  console.log(`\n${costsTable(rows)}`);
  bare.stop();
};

const listFigures = async (of: Scene, rows: number): Promise<Figure[]> => {
  const first = await of.get('/v2/containers');
  const cursorOf = (json: unknown) => new URL((json as { links: { next: string } }).links.next).searchParams.get('page[after]');
  let after = cursorOf(first.json);
  // Unmeasured once: the owner counts a list the first time and remembers.
  await of.get('/v2/containers?filter[pod_code]=USLAX');
  return [
    await measured(`page 1 of ${rows} [D-75]`, 100, 2, () => of.get('/v2/containers')),
    await measured(`page[after] of ${rows} [D-75]`, 100, 1, async () => { after = cursorOf((await of.get(`/v2/containers?page[after]=${after ?? ''}`)).json); }),
    await measured(`page 1 by port of discharge of ${rows} [D-75]`, 100, 2, () => of.get('/v2/containers?filter[pod_code]=USLAX')),
  ];
};

const quickest = (turns: readonly (readonly Figure[])[]): Figure[] =>
  (turns[0] ?? []).map((_, n) => turns.flatMap((turn) => turn[n] ?? []).reduce((best, one) => ((one.p50Ms ?? 0) < (best.p50Ms ?? 0) ? one : best)));

/** Two stacks, one with few rows and one with many, asked in turns: what the machine does beside falls on both alike. */
const lists = async (rows: number): Promise<void> => {
  const beside = await scene();
  try {
    await beside.fill(0, FEW);
    const [few, many]: [Figure[][], Figure[][]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      few.push(await listFigures(beside, FEW));
      many.push(await listFigures(at, rows));
    }
    const [small, large] = [quickest(few), quickest(many)];
    const times = small.map((one, n) => ({ ...(large[n] ?? one), ratio: (large[n]?.p50Ms ?? 0) / (one.p50Ms ?? 1) }));
    console.log(`\nLists through the gateway, 30 rows a page, the quickest of ${ROUNDS} turns; the ratio is the median beside that of ${FEW} rows, to stay within 2\n`);
    console.log(figuresTable([...small, ...times]));
  } finally {
    await beside.stop();
  }
};

try {
  const wantsReads = process.env['BENCH_ONLY'] !== 'lists';
  const first = wantsReads ? COLD_ROWS : 0;
  if (wantsReads) {
    await at.fill(0, COLD_ROWS);
    await reads();
  }
  const rows = Math.max(MANY, first);
  await at.fill(first, rows);
  await lists(rows);
  console.log(`\nLoad of the machine at the end: ${loadavg().map((one) => one.toFixed(1)).join(', ')}`);
} finally {
  load.stop();
  await at.stop();
}
