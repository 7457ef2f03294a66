import { cpuMsOf } from '@landfall/testkit/cost';
import { figuresTable, percentile } from '@landfall/testkit/figures';
import { localServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { linked, subscribe, track, type Document } from '../e2e/harness/client.js';
import { landfall } from '../e2e/harness/landfall.js';

// POST of a tracking request to the signed webhook that it succeeded, over the whole of `npm start` [D-71].
// Twice: soon after the start, and as it stays. A process that runs for hours is compiled; after twenty seconds it costs half as much again.
const PER_SECOND = 20, SOON = 400, LATER = 1_600, MEASURED = Number(process.env['BENCH_REQUESTS'] ?? 400);
// A person's limits would refuse 20 a second.
const LIMITS = { RATE_LIMIT_TRACKING_REQUESTS: '100000', RATE_LIMIT_OTHER: '1000000' };
// The sandbox asks for a number that it tracks four times a second, a line twice a day: what is measured is the way of
// new numbers, not hundreds of old ones being asked again.
// For the same reason its ships keep quiet: at a day a second, hundreds of them tell a day's voyage every second.
const CALM = { SANDBOX_POLL_MS: '3600000', SANDBOX_AIS: 'false' };

const arrived = new Map<string, number>();
const shop = await localServer(({ body }, res) => {
  const at = performance.now();
  res.writeHead(204).end();
  const [reference] = linked((JSON.parse(body) as Document).data, 'reference_object');
  if (reference && !arrived.has(reference.id)) arrived.set(reference.id, at);
});

const running = await landfall({ args: process.argv.slice(2), env: { ...LIMITS, ...CALM } });
await subscribe(running, shop.url, ['tracking_request.succeeded']);

const sent = new Map<string, number>();
const posts: number[] = [];
const submit = async (n: number): Promise<void> => {
  const at = performance.now();
  const { data } = await track(running, `TEST-TR-SUCCEEDED-B${n}`);
  posts.push(performance.now() - at);
  sent.set(data.id, at);
};
const paced = async (from: number, count: number): Promise<void> => {
  const beganAt = performance.now();
  const open: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const waitMs = beganAt + (n * 1_000) / PER_SECOND - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    open.push(submit(from + n));
  }
  await Promise.all(open);
  await until('all are told', () => [...sent.keys()].every((id) => arrived.has(id)), 120_000);
};

const sorted = (values: number[]) => values.sort((left, right) => left - right);
let submitted = 0;
const run = async (count: number): Promise<{ answers: number[]; waits: number[]; spent: string }> => {
  sent.clear();
  posts.length = 0;
  const parts = running.parts();
  const before = parts.map(({ pid }) => cpuMsOf(pid));
  await paced(submitted, count);
  submitted += count;
  const spent = parts.map(({ name, pid }, n) => `${name} ${((cpuMsOf(pid) - (before[n] ?? 0)) / count).toFixed(1)} ms`).join(', ');
  return { answers: sorted([...posts]), waits: sorted([...sent].map(([id, at]) => (arrived.get(id) ?? 0) - at)), spent };
};

await run(SOON);
const soon = await run(MEASURED);
await run(LATER);
const later = await run(MEASURED);

const row = (what: string, values: number[]) => ({ what, perSecond: PER_SECOND, p50Ms: percentile(values, 0.5), p99Ms: percentile(values, 0.99) });
console.log(figuresTable([
  row(`POST answered, ${PER_SECOND} a second`, later.answers),
  row('POST to signed webhook received [D-71]: p50 ≤ 60, p99 ≤ 250 ms', later.waits),
  row('the same in the first minute of a process', soon.waits),
]));
console.log(`\nProcessor time a request: ${later.spent}; in the first minute ${soon.spent}.`);
await running.stop();
process.exit(0);
