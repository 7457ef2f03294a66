import { bus } from '@landfall/kit/bus';
import { tlsOf } from '@landfall/kit/grpc';
import { health } from '@landfall/kit/health';
import { httpServer } from '@landfall/kit/http';
import { service, type Part, type Service } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { tracing } from '@landfall/kit/trace';
import { limiter } from '@landfall/rate-limit/limiter';
import { principalMemory } from './app/principals.js';
import type { Config } from './config.js';
import { counter, type Limits } from './http/limits.js';
import { productAnswers, streamable, type Answers } from './http/streamable.js';
import { owners } from './outside/owners.js';

export type { Answers };

const NAME = 'mcp-gateway';

const limitsOf = (config: Config): Limits => ({ tracking_requests: config.RATE_LIMIT_TRACKING_REQUESTS, infer: config.RATE_LIMIT_INFER, other: config.RATE_LIMIT_OTHER });

/** Streams that are open are told first, so that closing the door does not wait for them. */
const farewell = (close: () => Promise<void>): Part => ({ name: 'streams', start: async () => undefined, stop: close });

/** The only place that constructs: backs → app → doors. A protocol's own test suite asks for fixed names, so `answers` may be another's. */
export const wire = (config: Config, answers: Answers = productAnswers): Service => {
  const log = logger(NAME, config.LOG_LEVEL);
  const replicas = Math.max(1, config.NATS_REPLICAS);
  const nats = bus({ url: config.NATS_URL, name: NAME, log, replicas });
  const asked = owners(config, { tls: tlsOf(config) });
  const rates = limiter({ bus: nats, log, replicas });
  const count = counter(rates, limitsOf(config));
  const { app, close } = streamable({
    principalOf: principalMemory((credential) => asked.principals.authenticate({ credential, audience: 'mcp' }), Date.now),
    origin: config.PUBLIC_URL.replace(/\/+$/, ''),
    allowed: { publicUrl: config.PUBLIC_URL, hosts: config.MCP_ALLOWED_HOSTS, origins: config.MCP_ALLOWED_ORIGINS },
    count,
    sessionOf: (principal) => ({ owners: asked, principal, accountId: principal.accountId, now: () => new Date(), count: (bucket) => count(principal, bucket), log }),
    log,
  }, answers);
  const door = httpServer({ host: config.BIND_HOST, port: config.HTTP_PORT, stopDelayMs: config.STOP_DELAY_MS, app });
  const healthDoor = health({ host: config.BIND_HOST, port: config.HEALTH_PORT, ready: { nats: nats.ready } });
  return service(NAME, log, [tracing(), healthDoor, nats, rates, asked, door, farewell(close)]);
};
