import { TrackingRequestServiceService } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { bus } from '@landfall/kit/bus';
import { consumers } from '@landfall/kit/consumer';
import { dueLag } from '@landfall/kit/due-lag';
import { grpcServer, tlsOf } from '@landfall/kit/grpc';
import { health } from '@landfall/kit/health';
import { newId } from '@landfall/kit/identity';
import { loop, service, type Service } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { mongo } from '@landfall/kit/mongo';
import { relay } from '@landfall/kit/relay';
import { parkedFacts } from '@landfall/kit/parked-facts';
import { tracing } from '@landfall/kit/trace';
import { lines } from '@landfall/reference-data/lines';
import { SANDBOX_SCAC } from '@landfall/shipping/scac';
import { app } from './app/index.js';
import { recordCarrier } from './bus/record-carrier.js';
import { recordFailure } from './bus/record-failure.js';
import { recordSuccess } from './bus/record-success.js';
import { recordTrackingResumed } from './bus/record-tracking-resumed.js';
import { recordTrackingStopped } from './bus/record-tracking-stopped.js';
import type { Config } from './config.js';
import { knownLines } from './outside/lines.js';
import { trackingRequestService } from './rpc/tracking-request-service.js';
import { trackingRequests } from './store/tracking-requests.js';

const NAME = 'tracking-request';

/** The only place that constructs: backs → app → doors. */
export const wire = (config: Config): Service => {
  const log = logger(NAME, config.LOG_LEVEL);
  const store = mongo({ uri: config.MONGODB_URI, database: 'tracking-request', log });
  const nats = bus({ url: config.NATS_URL, name: NAME, log, replicas: config.NATS_REPLICAS });
  const parked = parkedFacts({ connection: store.connection, bus: nats, service: NAME });

  const pace = (scac: string | undefined) => (scac === SANDBOX_SCAC ? Math.max(1, config.SANDBOX_SPEED) : 1);
  const around = { now: () => new Date(), luck: Math.random, newId, pace };
  const use = app({ requests: trackingRequests(store.connection), lines: knownLines(lines(config.REFERENCE_DATA_PATH)), around });

  const heard = [recordSuccess, recordFailure, recordCarrier, recordTrackingStopped, recordTrackingResumed].map((make) => make(use));
  return service(NAME, log, [
    tracing(),
    health({ host: config.BIND_HOST, port: config.HEALTH_PORT, ready: { mongo: store.ready, nats: nats.ready } }),
    store,
    nats,
    parked,
    relay({ connection: store.connection, bus: nats, log, service: NAME }),
    dueLag({ connection: store.connection, service: NAME, collections: ['tracking_requests'] }),
    consumers({ bus: nats, log, service: NAME, parked }, heard),
    loop('ask-again', log, config.LOOKUP_DUE_POLL_MS, use.askAgainForDue),
    grpcServer({ host: config.BIND_HOST, port: config.GRPC_PORT, services: [[TrackingRequestServiceService, trackingRequestService(use)]], log, service: NAME, tls: tlsOf(config) }),
  ]);
};
