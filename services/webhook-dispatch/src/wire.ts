import { WebhookDispatchServiceService } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { bus } from '@landfall/kit/bus';
import { consumers } from '@landfall/kit/consumer';
import { dueLag } from '@landfall/kit/due-lag';
import { grpcServer, tlsOf } from '@landfall/kit/grpc';
import { health } from '@landfall/kit/health';
import { nameId, newId } from '@landfall/kit/identity';
import { loop, service, type Part, type Service } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { mongo } from '@landfall/kit/mongo';
import { parkedFacts } from '@landfall/kit/parked-facts';
import { secretBox } from '@landfall/kit/secret-box';
import { tracing } from '@landfall/kit/trace';
import { app } from './app/index.js';
import { appendNotice } from './bus/append-notice.js';
import type { Config } from './config.js';
import { RETRY_WAITS } from './domain/notification.js';
import { sampleBody, toBody, toFailingEntry, toWebhookEntry } from './messages.js';
import { meter } from './outside/meter.js';
import { receiver } from './outside/receiver.js';
import { makePair, makeSecret, signer } from './outside/signature.js';
import { webhookDispatchService } from './rpc/webhook-dispatch-service.js';
import { events } from './store/events.js';
import { healthRecords } from './store/health-records.js';
import { notifications } from './store/notifications.js';
import { webhooks } from './store/webhooks.js';

const NAME = 'webhook-dispatch';

/** A warning days ahead may be a minute late. */
const WARN_MS = 60_000;

const around = { now: () => new Date(), luck: Math.random, newId, nameId };

const outgoing = (config: Config) =>
  receiver({
    connectTimeoutMs: config.DELIVERY_CONNECT_TIMEOUT_MS,
    totalTimeoutMs: config.DELIVERY_TIMEOUT_MS,
    mayUseLoopback: config.WEBHOOK_ALLOW_LOOPBACK,
    plainHeader: config.WEBHOOK_SIGNATURE_HEADER,
    proxyUrl: config.WEBHOOK_PROXY_URL,
    now: around.now,
  });

const secretsOf = (config: Config) => {
  const keys = [config.DATA_ENCRYPTION_KEY, ...(config.DATA_ENCRYPTION_PREVIOUS_KEY ? [config.DATA_ENCRYPTION_PREVIOUS_KEY] : [])];
  return { make: makeSecret, makePair, signer, ...secretBox(keys) };
};

/** The only place that constructs: backs → app → doors. */
export const wire = (config: Config): Service => {
  const log = logger(NAME, config.LOG_LEVEL);
  const store = mongo({ uri: config.MONGODB_URI, database: NAME, log });
  const nats = bus({ url: config.NATS_URL, name: NAME, log, replicas: config.NATS_REPLICAS });
  const parked = parkedFacts({ connection: store.connection, bus: nats, service: NAME });
  const out = outgoing(config);
  const db = store.connection;
  const backs = { events: events(db), webhooks: webhooks(db, around.now), notifications: notifications(db), health: healthRecords(db, around.now), receiver: out, secrets: secretsOf(config), meter: meter(around.now) };
  const rules = { mayUseLoopback: config.WEBHOOK_ALLOW_LOOPBACK, signatureHeader: config.WEBHOOK_SIGNATURE_HEADER };
  const limits = { atOnce: config.DELIVERIES_AT_ONCE, atOncePerWebhook: config.DELIVERIES_AT_ONCE_PER_WEBHOOK, attemptMs: config.DELIVERY_TIMEOUT_MS };
  const use = app({ ...backs, shape: toBody, sample: sampleBody, entryAbout: toWebhookEntry, failingEntry: toFailingEntry, rules, keyOverlapMs: config.WEBHOOK_SECRET_OVERLAP_MS, retryWaits: config.DELIVERY_RETRY_WAITS_MS.length > 0 ? config.DELIVERY_RETRY_WAITS_MS : RETRY_WAITS, around }, limits, (error) => log.warn({ err: error }, 'delivery.left_to_its_claim'));

  const looking = loop('deliveries', log, config.DELIVERY_POLL_MS, use.dispatch.turn);
  use.dispatch.onRoom(looking.wake);
  const warning = loop('warnings', log, WARN_MS, use.warnOwners);
  const telling = loop('untold', log, WARN_MS, use.tellOwners);
  const connections: Part = { name: 'receiver', start: async () => undefined, stop: async () => {
    await use.dispatch.idle();
    await out.close();
  } };
  return service(NAME, log, [
    tracing(),
    health({ host: config.BIND_HOST, port: config.HEALTH_PORT, ready: { mongo: store.ready, nats: nats.ready } }),
    store,
    nats,
    parked,
    dueLag({ connection: store.connection, service: NAME, collections: ['webhook_notifications'] }),
    connections,
    looking,
    warning,
    telling,
    consumers({ bus: nats, log, service: NAME, parked }, [appendNotice(use)]),
    grpcServer({ host: config.BIND_HOST, port: config.GRPC_PORT, services: [[WebhookDispatchServiceService, webhookDispatchService(use)]], log, service: NAME, tls: tlsOf(config) }),
  ]);
};
