import { noticeOf } from '@landfall/contracts/facts';
import { WebhookDispatchServiceService, type WriteWebhookRequest } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { bus } from '@landfall/kit/bus';
import { grpcClient, type Caller } from '@landfall/kit/grpc-client';
import { newId } from '@landfall/kit/identity';
import { logger } from '@landfall/kit/log';
import { exampleNotice } from '@landfall/resources/examples';
import type { PublicEventName } from '@landfall/shipping/public-event';
import { freePort } from '@landfall/testkit/free-port';
import { testBus } from '@landfall/testkit/test-bus';
import { testMongo } from '@landfall/testkit/test-mongo';
import { load } from '../../src/config.js';
import { wire } from '../../src/wire.js';

const KEY = Buffer.alloc(32, 3).toString('base64');

export type Dispatch = Caller<typeof WebhookDispatchServiceService>;

export const write = (change: Partial<WriteWebhookRequest> = {}): WriteWebhookRequest => ({ accountId: 'account-1', id: '', url: undefined, active: undefined, events: undefined, headers: undefined, expectedRevision: undefined, ...change });
export const listing = (accountId: string, filters: { field: string; op: string; values: string[] }[] = []) => ({ accountId, page: undefined, filters, sort: [] });
export const reading = (accountId: string, afterSequence = 0) => ({ accountId, afterSequence, size: 1_000, types: [], containerId: undefined, shipmentId: undefined, since: undefined, until: undefined });

/** So many replicas with their store and bus, and somebody who tells them what happened. */
export const whole = async (many: number, env: Record<string, string> = {}) => {
  const [store, nats] = [await testMongo(), await testBus()];
  const replicas = await Promise.all(Array.from({ length: many }, async () => {
    const [port, healthPort] = [await freePort(), await freePort()];
    const service = wire(load({ MONGODB_URI: store.uri, NATS_URL: nats.url, GRPC_PORT: String(port), HEALTH_PORT: String(healthPort), LOG_LEVEL: 'silent', WEBHOOK_ALLOW_LOOPBACK: 'true', DATA_ENCRYPTION_KEY: KEY, DELIVERY_POLL_MS: '50', ...env }));
    await service.start();
    return { service, healthPort, caller: grpcClient(WebhookDispatchServiceService, `127.0.0.1:${port}`) };
  }));
  const outside = bus({ url: nats.url, name: 'test', log: logger('test', 'silent') });
  await outside.start();
  return {
    nats,
    one: () => replicas[0]?.caller as Dispatch,
    healthPort: replicas[0]?.healthPort ?? 0,
    rows: (collection: string) => store.connection.getClient().db('webhook-dispatch').collection(collection),
    say: async (accountId: string, event: PublicEventName, id = newId(), headers: Record<string, string> = {}) => {
      const fact = noticeOf(event);
      await outside.publish(fact.subject, fact.codec.toJSON({ ...exampleNotice(event), id, accountId }), newId(), headers);
      return id;
    },
    stop: async () => {
      for (const { caller } of replicas) caller.close();
      await outside.stop();
      for (const { service } of replicas) await service.stop();
      await store.stop();
      await nats.stop();
    },
  };
};

export type Whole = Awaited<ReturnType<typeof whole>>;
