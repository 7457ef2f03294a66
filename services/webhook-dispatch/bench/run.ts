import { fork } from 'node:child_process';
import { once } from 'node:events';
import { noticeOf } from '@landfall/contracts/facts';
import { WebhookDispatchServiceService } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { bus } from '@landfall/kit/bus';
import { grpcClient } from '@landfall/kit/grpc-client';
import { nameId, newId } from '@landfall/kit/identity';
import { logger } from '@landfall/kit/log';
import { exampleNotice } from '@landfall/resources/examples';
import { besideFirst, figuresTable, measured, type Figure } from '@landfall/testkit/figures';
import { freePort } from '@landfall/testkit/free-port';
import { testBus } from '@landfall/testkit/test-bus';
import { storeProcess } from '@landfall/testkit/store-process';
import { until } from '@landfall/testkit/until';
import { load } from '../src/config.js';
import { receiver } from '../src/outside/receiver.js';
import { wire } from '../src/wire.js';

// The figures of D-73 [D-73]: deliveries a second with a written log, and publish to receipt at 200 a second.
const BACKLOG = 5_000, ACCOUNTS = 20, PACED = 2_000, PACE_PER_SECOND = 200;

const shop = fork(new URL('./receiver-process.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
const [{ port: shopPort }] = (await once(shop, 'message')) as [{ port: number }];
const arrived = new Map<string, number>();
shop.on('message', ({ id, at }: { id: string; at: number }) => arrived.has(id) || arrived.set(id, at));
const url = `http://127.0.0.1:${shopPort}/hook`;

const out = receiver({ connectTimeoutMs: 5_000, totalTimeoutMs: 15_000, mayUseLoopback: true, plainHeader: 'X-Webhook-Signature', now: () => new Date() });
const body = JSON.stringify({ text: 'x'.repeat(2_000) });
const ceiling = await measured('sign and POST, nothing else', BACKLOG, 32, () => out.post({ url, body, notificationId: newId(), secrets: ['whsec_c2VjcmV0'], headers: [] }));
await out.close();

const [store, nats, port] = [await storeProcess(), await testBus(), await freePort()];
const running = wire(load({ MONGODB_URI: store.uri, NATS_URL: nats.url, GRPC_PORT: String(port), LOG_LEVEL: 'silent', WEBHOOK_ALLOW_LOOPBACK: 'true', DATA_ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64') }));
await running.start();
const caller = grpcClient(WebhookDispatchServiceService, `127.0.0.1:${port}`);
const webhooks = new Map<string, string>();
for (let n = 0; n < ACCOUNTS; n += 1) {
  const accountId = `account-${n}`;
  const { id } = await caller.createWebhook({ accountId, id: '', url, active: true, events: { values: ['container.created'] }, headers: undefined, expectedRevision: undefined });
  webhooks.set(accountId, id);
}
const outside = bus({ url: nats.url, name: 'bench', log: logger('bench', 'silent') });
await outside.start();
const { subject, codec } = noticeOf('container.created');
const say = async (n: number): Promise<{ notificationId: string; at: number }> => {
  const accountId = `account-${n % ACCOUNTS}`;
  const id = newId();
  const at = Date.now();
  await outside.publish(subject, codec.toJSON({ ...exampleNotice('container.created'), id, accountId }), newId());
  return { notificationId: nameId('notification', id, webhooks.get(accountId) ?? ''), at };
};
const all = (ids: readonly string[]) => until('all have arrived', () => ids.every((id) => arrived.has(id)), 120_000);

const beganAt = Date.now();
const said: string[] = [];
const sayBacklog = async (from: number) => {
  for (let n = from; n < BACKLOG; n += 16) said.push((await say(n)).notificationId);
};
await Promise.all(Array.from({ length: 16 }, (_, from) => sayBacklog(from)));
await all(said);
const backlog: Figure = { what: 'notice to delivery with its log, at full speed', perSecond: BACKLOG / ((Date.now() - beganAt) / 1_000) };

const paced: { notificationId: string; at: number }[] = [];
const pacedFrom = Date.now();
for (let n = 0; n < PACED; n += 1) {
  const dueAt = pacedFrom + (n * 1_000) / PACE_PER_SECOND;
  if (dueAt > Date.now()) await new Promise((resolve) => setTimeout(resolve, dueAt - Date.now()));
  paced.push(await say(n));
}
await all(paced.map(({ notificationId }) => notificationId));
const waits = paced.map(({ notificationId, at }) => (arrived.get(notificationId) ?? 0) - at).sort((left, right) => left - right);
const share = (part: number) => waits[Math.floor(waits.length * part)] ?? 0;

console.log(`${figuresTable(besideFirst([ceiling, backlog]))}\n\nPublish to receipt at ${PACE_PER_SECOND} a second: p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms (store, bus, receiver and sender each a process).`);

caller.close();
await outside.stop();
await running.stop();
await store.stop();
await nats.stop();
shop.kill();
