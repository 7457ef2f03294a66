import { bus, type Bus } from '@landfall/kit/bus';
import { tlsOf } from '@landfall/kit/grpc';
import { health } from '@landfall/kit/health';
import { httpServer } from '@landfall/kit/http';
import { service, type Part, type Service } from '@landfall/kit/lifecycle';
import { logger, type Log } from '@landfall/kit/log';
import { tracing } from '@landfall/kit/trace';
import type { Limits } from '@landfall/rate-limit/bucket';
import { limiter } from '@landfall/rate-limit/limiter';
import { edgeCache } from './app/edge-cache.js';
import { loadersOf } from './app/loaders.js';
import type { Owners } from './app/ports.js';
import { principalCache } from './app/principals.js';
import { dropCaches, type FactListener } from './bus/drop-caches.js';
import { corsOrigins, type Config } from './config.js';
import { api } from './http/api.js';
import { edge } from './http/edge.js';
import type { Gateway } from './http/gateway.js';
import { counter } from './http/limits.js';
import { pagesOf } from './http/pages.js';
import { routesOf } from './http/routes.js';
import { idempotencyStore } from './outside/idempotency-store.js';
import { owners } from './outside/owners.js';
import { sandboxClock } from './outside/sandbox.js';

const NAME = 'api-gateway';

const limitsOf = (config: Config): Limits => ({
  tracking_requests: config.RATE_LIMIT_TRACKING_REQUESTS,
  infer: config.RATE_LIMIT_INFER,
  refresh: config.RATE_LIMIT_REFRESH,
  other: config.RATE_LIMIT_OTHER,
});

/** Streams without end are told first, so that closing the door does not wait for them. */
const farewell = (stopping: AbortController): Part => ({ name: 'streams', start: async () => undefined, stop: async () => stopping.abort() });

const sendersOf = (config: Config) => ({ ips: config.WEBHOOK_SOURCE_IPS, updatedAt: config.WEBHOOK_SOURCE_IPS_UPDATED_AT });

const addressesOf = (config: Config) => ({
  trackingRequest: config.TRACKING_REQUEST_GRPC_URL,
  shipment: config.SHIPMENT_GRPC_URL,
  eventIngest: config.EVENT_INGEST_GRPC_URL,
  webhookDispatch: config.WEBHOOK_DISPATCH_GRPC_URL,
  oauth: config.OAUTH_GRPC_URL,
});

/** The caches ask the listener whether anybody would tell them, and the listener empties the caches. */
const memories = (nats: Bus, asked: Owners, log: Log) => {
  const ear: { listener?: FactListener } = {};
  const hears = () => ear.listener?.hears() ?? false;
  const principals = principalCache((credential) => asked.principals.authenticate({ credential, audience: 'api' }), hears, Date.now);
  const cache = edgeCache(hears, Date.now);
  const listener = dropCaches({ bus: nats, cache, principals, log });
  ear.listener = listener;
  return { principals, cache, listener };
};

/** The only place that constructs: backs → app → doors. */
export const wire = (config: Config): Service => {
  const log = logger(NAME, config.LOG_LEVEL);
  const replicas = Math.max(1, config.NATS_REPLICAS);
  const nats = bus({ url: config.NATS_URL, name: NAME, log, replicas });
  const asked = owners(addressesOf(config), { tls: tlsOf(config) });
  const { principals, cache, listener } = memories(nats, asked, log);
  const rates = limiter({ bus: nats, log, replicas });
  const keys = idempotencyStore({ bus: nats, now: Date.now, replicas });
  const stopping = new AbortController();
  const gateway: Gateway = {
    owners: asked,
    loaders: loadersOf(asked),
    principals,
    cache,
    counter: counter(rates, limitsOf(config)),
    idempotency: keys,
    log,
    now: () => new Date(),
    origin: config.PUBLIC_URL.replace(/\/+$/, ''),
    corsOrigins: corsOrigins(config),
    forwards: { mcp: config.MCP_GATEWAY_HTTP_URL, oauth: config.OAUTH_HTTP_URL },
    stopping: stopping.signal,
  };
  const routes = routesOf(asked, sendersOf(config), sandboxClock(config.SANDBOX_CARRIER_URL));
  const door = httpServer({ host: config.BIND_HOST, port: config.HTTP_PORT, stopDelayMs: config.STOP_DELAY_MS, app: edge(gateway, api(gateway, routes, pagesOf(routes, gateway.origin))) });
  const healthDoor = health({ host: config.BIND_HOST, port: config.HEALTH_PORT, ready: { nats: nats.ready } });
  return service(NAME, log, [tracing(), healthDoor, nats, listener, rates, keys, asked, door, farewell(stopping)]);
};
