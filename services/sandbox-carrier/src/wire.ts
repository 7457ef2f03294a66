import { health } from '@landfall/kit/health';
import { httpServer } from '@landfall/kit/http';
import { nameId } from '@landfall/kit/identity';
import { service, type Service } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { mongo } from '@landfall/kit/mongo';
import { tracing } from '@landfall/kit/trace';
import { app } from './app/index.js';
import type { Config } from './config.js';
import { aisStream } from './http/ais-stream.js';
import { doors } from './http/doors.js';
import { world } from './outside/world.js';
import { clocks } from './store/clocks.js';
import { journeys } from './store/journeys.js';

const NAME = 'sandbox-carrier';

/** The only place that constructs: backs → app → doors. */
export const wire = (config: Config): Service => {
  const log = logger(NAME, config.LOG_LEVEL);
  const store = mongo({ uri: config.MONGODB_URI, database: NAME, log });
  const now = () => new Date();
  const use = app({ clocks: clocks(store.connection, config.SANDBOX_SPEED, now), journeys: journeys(store.connection), world: world(config.REFERENCE_DATA_PATH), now, nameId });
  const ais = aisStream({ app: use, everyMs: config.AIS_EVERY_MS, log });
  return service(NAME, log, [
    tracing(),
    health({ host: config.BIND_HOST, port: config.HEALTH_PORT, ready: { mongo: store.ready } }),
    store,
    httpServer({ host: config.BIND_HOST, port: config.HTTP_PORT, app: doors({ app: use, now, log }), upgrade: ais.upgrade }),
    // Behind the server, so that its listeners are gone when the server waits for its connections to end.
    ais,
  ]);
};
