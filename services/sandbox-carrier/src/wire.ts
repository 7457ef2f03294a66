import { health } from '@landfall/kit/health';
import { httpServer } from '@landfall/kit/http';
import { nameId, newId } from '@landfall/kit/identity';
import { loop, service, type Service } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { mongo } from '@landfall/kit/mongo';
import { tracing } from '@landfall/kit/trace';
import { app } from './app/index.js';
import type { Config } from './config.js';
import { aisStream } from './http/ais-stream.js';
import { doors } from './http/doors.js';
import { subscriber } from './outside/subscriber.js';
import { world } from './outside/world.js';
import { clocks } from './store/clocks.js';
import { journeys } from './store/journeys.js';
import { subscriptions } from './store/subscriptions.js';

const NAME = 'sandbox-carrier';

// At a day a second, subscribers hear of a step some six hours after it was told.
const PUSH_EVERY_MS = 250;

/** The only place that constructs: backs → app → doors. */
export const wire = (config: Config): Service => {
  const log = logger(NAME, config.LOG_LEVEL);
  const store = mongo({ uri: config.MONGODB_URI, database: NAME, log });
  const now = () => new Date();
  const db = store.connection;
  const use = app({
    clocks: clocks(db, config.SANDBOX_SPEED, now),
    journeys: journeys(db),
    subscriptions: subscriptions(db),
    subscriber: subscriber({ timeoutMs: 5_000 }),
    world: world(config.REFERENCE_DATA_PATH),
    now,
    nameId,
    newId,
  });
  const ais = aisStream({ app: use, everyMs: config.AIS_EVERY_MS, log });
  return service(NAME, log, [
    tracing(),
    health({ host: config.BIND_HOST, port: config.HEALTH_PORT, ready: { mongo: store.ready } }),
    store,
    httpServer({ host: config.BIND_HOST, port: config.HTTP_PORT, stopDelayMs: config.STOP_DELAY_MS, app: doors({ app: use, now, log }), upgrade: ais.upgrade }),
    // Behind the server, so that its listeners are gone when the server waits for its connections to end.
    ais,
    loop('push', log, PUSH_EVERY_MS, use.pushNext),
  ]);
};
