import { cpuMsOf } from '@landfall/testkit/cost';
import { figuresTable, percentile } from '@landfall/testkit/figures';
import { localServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { linked, subscribe, track, type Document } from '../e2e/harness/client.js';
import { landfall } from '../e2e/harness/landfall.js';

// POST of a tracking request to the signed webhook that it succeeded, over the whole of `npm start` [D-71].
const PER_SECOND = 20, WARM = 400, MEASURED = Number(process.env['BENCH_REQUESTS'] ?? 200);
// A person's limits would refuse 20 a second.
const LIMITS = { RATE_LIMIT_TRACKING_REQUESTS: '100000', RATE_LIMIT_OTHER: '1000000' };
// The sandbox asks for a number that it tracks four times a second, a line twice a day: what is measured is the way of
// new numbers, not hundreds of old ones being asked again.
// For the same reason its ships keep quiet: at a day a second, hundreds of them tell a day's voyage every second.
const CALM = { SANDBOX_POLL_MS: '60000', SANDBOX_AIS: 'false' };

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

await paced(0, WARM);
sent.clear();
posts.length = 0;
const parts = running.parts();
const spentBefore = parts.map(({ pid }) => cpuMsOf(pid));
await paced(WARM, MEASURED);
const spent = parts.map(({ name, pid }, n) => `${name} ${((cpuMsOf(pid) - (spentBefore[n] ?? 0)) / MEASURED).toFixed(1)} ms`);

const sorted = (values: number[]) => values.sort((left, right) => left - right);
const waits = sorted([...sent].map(([id, at]) => (arrived.get(id) ?? 0) - at));
const answers = sorted(posts);
console.log(figuresTable([
  { what: `POST answered, ${PER_SECOND} a second`, perSecond: PER_SECOND, p50Ms: percentile(answers, 0.5), p99Ms: percentile(answers, 0.99) },
  { what: 'POST to signed webhook received [D-71]: p50 ≤ 60, p99 ≤ 250 ms', perSecond: PER_SECOND, p50Ms: percentile(waits, 0.5), p99Ms: percentile(waits, 0.99) },
]));
console.log(`\nProcessor time a request: ${spent.join(', ')}.`);
await running.stop();
process.exit(0);
