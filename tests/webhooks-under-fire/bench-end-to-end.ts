import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { figuresTable } from '@landfall/testkit/figures';
import { until } from '@landfall/testkit/until';
import { landfall } from '../e2e/harness/landfall.js';
import type { Document } from '../e2e/harness/client.js';

// POST of a tracking request to the signed webhook that it succeeded, over the whole of `npm start` [D-71].
const PER_SECOND = 20, WARM = 40, MEASURED = Number(process.env['BENCH_REQUESTS'] ?? 200);
// A person's limits would refuse 20 a second.
const LIMITS = { RATE_LIMIT_TRACKING_REQUESTS: '100000', RATE_LIMIT_OTHER: '1000000' };
// The sandbox asks for a number that it tracks four times a second, a line twice a day: what is measured is the way of
// new numbers, not hundreds of old ones being asked again.
const CALM = { SANDBOX_POLL_MS: '60000' };

const arrived = new Map<string, number>();
const shop = createServer((req, res) => {
  const at = performance.now();
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.once('end', () => {
    res.writeHead(204).end();
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as Document;
    const reference = [data.relationships?.['reference_object']?.data ?? []].flat()[0];
    if (reference && !arrived.has(reference.id)) arrived.set(reference.id, at);
  });
});
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));

const running = await landfall({ args: process.argv.slice(2), env: { ...LIMITS, ...CALM } });
const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`;
await running.call('POST', '/webhooks', { data: { type: 'webhook', attributes: { url, active: true, events: ['tracking_request.succeeded'] } } });

const sent = new Map<string, number>();
const posts: number[] = [];
const submit = async (n: number): Promise<void> => {
  const at = performance.now();
  const { data } = await running.call('POST', '/tracking_requests', { data: { type: 'tracking_request', attributes: { request_type: 'bill_of_lading', request_number: `TEST-TR-SUCCEEDED-B${n}`, scac: 'TEST' } } });
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
await paced(WARM, MEASURED);

const sorted = (values: number[]) => values.sort((left, right) => left - right);
const share = (values: readonly number[], part: number) => values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
const waits = sorted([...sent].map(([id, at]) => (arrived.get(id) ?? 0) - at));
const answers = sorted(posts);
console.log(figuresTable([
  { what: `POST answered, ${PER_SECOND} a second`, perSecond: PER_SECOND, p50Ms: share(answers, 0.5), p99Ms: share(answers, 0.99) },
  { what: 'POST to signed webhook received', perSecond: PER_SECOND, p50Ms: share(waits, 0.5), p99Ms: share(waits, 0.99) },
]));
await running.stop();
process.exit(0);
