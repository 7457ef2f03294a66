import { noticeOf } from '@landfall/contracts/facts';
import { WebhookDispatchServiceService } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { bus } from '@landfall/kit/bus';
import { grpcClient } from '@landfall/kit/grpc-client';
import { nameId, newId } from '@landfall/kit/identity';
import { logger } from '@landfall/kit/log';
import { exampleNotice } from '@landfall/resources/examples';
import { cpuMsOf } from '@landfall/testkit/cost';
import { besideFirst, figuresTable, measured, percentile, type Figure } from '@landfall/testkit/figures';
import { storeProcess } from '@landfall/testkit/store-process';
import { testBus } from '@landfall/testkit/test-bus';
import { until } from '@landfall/testkit/until';
import { createConnection } from 'mongoose';
import { receiver } from '../src/outside/receiver.js';
import { dispatcherProcess } from './dispatcher.js';
import { shopProcess } from './shop.js';

// The figures of D-73 [D-73][A-11]: deliveries a second with a written log, and publish to receipt at 200 a second.
const WARM = 1_000, BACKLOG = Number(process.env['BENCH_BACKLOG'] ?? 10_000), ACCOUNTS = 20, PACED = 2_000, PACE_PER_SECOND = 200;

const shop = await shopProcess();
const out = receiver({ connectTimeoutMs: 5_000, totalTimeoutMs: 15_000, mayUseLoopback: true, plainHeader: 'X-Webhook-Signature', now: () => new Date() });
const body = JSON.stringify({ text: 'x'.repeat(2_000) });
const ceiling = await measured('sign and POST, nothing else', BACKLOG, 32, () => out.post({ url: shop.url, body, notificationId: newId(), secrets: ['whsec_c2VjcmV0'], headers: [] }));
await out.close();

const [store, nats] = [await storeProcess(), await testBus()];
const running = await dispatcherProcess({ storeUri: store.uri, natsUrl: nats.url });
const caller = grpcClient(WebhookDispatchServiceService, running.address);
const webhooks = new Map<string, string>();
for (let n = 0; n < ACCOUNTS; n += 1) {
  const accountId = `account-${n}`;
  const { id } = await caller.createWebhook({ accountId, id: '', url: shop.url, active: true, events: { values: ['container.created'] }, headers: undefined, expectedRevision: undefined });
  webhooks.set(accountId, id);
}
const outside = bus({ url: nats.url, name: 'bench', log: logger('bench', 'silent') });
await outside.start();
const { subject, codec } = noticeOf('container.created');
const text = codec.toJSON(exampleNotice('container.created')) as object;
const say = async (n: number): Promise<{ notificationId: string; at: number }> => {
  const accountId = `account-${n % ACCOUNTS}`;
  const id = newId();
  const at = Date.now();
  await outside.publish(subject, { ...text, id, accountId }, newId());
  return { notificationId: nameId('notification', id, webhooks.get(accountId) ?? ''), at };
};

const logs = await createConnection(store.uri, { dbName: 'webhook-dispatch' }).asPromise();
const logged = (count: number) => until('every attempt is logged', async () => (await logs.collection('webhook_notification_logs').estimatedDocumentCount()) >= count, 240_000, 50);

const sayAll = async (count: number): Promise<string[]> => {
  const said: string[] = [];
  const sayShare = async (from: number) => {
    for (let n = from; n < count; n += 64) said.push((await say(n)).notificationId);
  };
  await Promise.all(Array.from({ length: 64 }, (_, from) => sayShare(from)));
  return said;
};

/** The dispatcher is halted while the backlog grows: what is measured is its own work, not the publisher's. */
const drained = async (count: number, before: number): Promise<Figure> => {
  process.kill(running.pid, 'SIGSTOP');
  const said = await sayAll(count);
  process.kill(running.pid, 'SIGCONT');
  const beganAt = Date.now();
  await Promise.all([shop.all(said), logged(before + count)]);
  return { what: 'notice to delivery with its written log, at full speed [D-73]: ≥ 1,000/s', perSecond: count / ((Date.now() - beganAt) / 1_000) };
};

await drained(WARM, 0);
const used = () => ({ dispatcher: cpuMsOf(running.pid), store: cpuMsOf(store.pid), bus: cpuMsOf(nats.pid()), receiver: cpuMsOf(shop.pid) });
const usedBefore = used();
const backlog = await drained(BACKLOG, WARM);
const usedAfter = used();
const costs = (Object.keys(usedBefore) as (keyof typeof usedBefore)[]).map((part) => `${part} ${((usedAfter[part] - usedBefore[part]) / BACKLOG).toFixed(2)} ms`);

const paced: { notificationId: string; at: number }[] = [];
const pacedFrom = Date.now();
for (let n = 0; n < PACED; n += 1) {
  const dueAt = pacedFrom + (n * 1_000) / PACE_PER_SECOND;
  if (dueAt > Date.now()) await new Promise((resolve) => setTimeout(resolve, dueAt - Date.now()));
  paced.push(await say(n));
}
await shop.all(paced.map(({ notificationId }) => notificationId));
const waits = paced.map(({ notificationId, at }) => (shop.arrived.get(notificationId) ?? 0) - at).sort((left, right) => left - right);
const share = (part: number) => percentile(waits, part);

console.log(`${figuresTable(besideFirst([ceiling, backlog]))}

Processor time a delivery: ${costs.join(', ')}.

Publish to receipt [D-73] (p95 ≤ 50 ms) at ${PACE_PER_SECOND} a second: p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms (store, bus, receiver, sender and publisher each a process).`);

caller.close();
await logs.close();
await outside.stop();
await running.stop();
await store.stop();
await nats.stop();
shop.stop();
