import { AnnotationServiceService } from '@landfall/contracts/gen/shipment/v1/annotation';
import { MapServiceService } from '@landfall/contracts/gen/shipment/v1/map';
import { PlaceServiceService } from '@landfall/contracts/gen/shipment/v1/place';
import { ShipmentServiceService } from '@landfall/contracts/gen/shipment/v1/shipment';
import { bus } from '@landfall/kit/bus';
import { consumers } from '@landfall/kit/consumer';
import { grpcServer, tlsOf } from '@landfall/kit/grpc';
import { health } from '@landfall/kit/health';
import { newId, nameId } from '@landfall/kit/identity';
import { loop, service, type Service } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { mongo } from '@landfall/kit/mongo';
import { relay } from '@landfall/kit/relay';
import { parkedFacts } from '@landfall/kit/parked-facts';
import { tracing } from '@landfall/kit/trace';
import type { Connection } from 'mongoose';
import { app, type App } from './app/index.js';
import { applySnapshot } from './bus/apply-snapshot.js';
import { applyTerminalReport } from './bus/apply-terminal-report.js';
import { followVessel } from './bus/follow-vessel.js';
import { forgetRequest } from './bus/forget-request.js';
import { noteAttempt } from './bus/note-attempt.js';
import { recordBerthing } from './bus/record-berthing.js';
import { rememberRequest } from './bus/remember-request.js';
import type { Config } from './config.js';
import { rawEventIdsOf } from './domain/raw-events.js';
import { toOutbox } from './messages/to-outbox.js';
import { atlas, gazetteer, lineName } from './outside/gazetteer.js';
import { sea } from './outside/sea.js';
import { annotationService } from './rpc/annotation-service.js';
import { mapService } from './rpc/map-service.js';
import { placeService } from './rpc/place-service.js';
import { shipmentService } from './rpc/shipment-service.js';
import { archivedEvents } from './store/archived-events.js';
import { containers } from './store/containers.js';
import { counts } from './store/counts.js';
import { fieldDefinitions } from './store/field-definitions.js';
import { fieldValues } from './store/field-values.js';
import { forecasts } from './store/forecasts.js';
import { parties } from './store/parties.js';
import { partyRoles } from './store/party-roles.js';
import { portCalls } from './store/port-calls.js';
import { providers } from './store/providers.js';
import { requests } from './store/requests.js';
import { shipments } from './store/shipments.js';
import { vesselTracks } from './store/vessel-tracks.js';
import { vessels } from './store/vessels.js';

const NAME = 'shipment';
// What another replica heard of a terminal may wait a minute.
const REFRESH_MS = 60_000;

/** Backs and use cases over one connection; tests and benches use them without doors. */
export const useCases = (db: Connection, config: Pick<Config, 'REFERENCE_DATA_PATH' | 'SNAPSHOTS_IN_FLIGHT'> & Partial<Pick<Config, 'SEA_NETWORK_PATH' | 'SEA_PASSAGES_BLOCKED'>>): App => {
  const reporting = providers(db);
  const world = { ...gazetteer(config.REFERENCE_DATA_PATH), providedBy: reporting.of };
  const around = { now: () => new Date(), nameId, newId, atlas: atlas(config.REFERENCE_DATA_PATH), lineName: lineName(config.REFERENCE_DATA_PATH) };
  const tell = toOutbox(world);
  const counted = counts(db);
  const rawEventIds = rawEventIdsOf(nameId);
  return app({
    requests: requests(db),
    shipments: shipments(db, tell, counted),
    containers: containers(db, tell, counted),
    archive: archivedEvents(db),
    vessels: vessels(db, world.vesselId),
    tracks: vesselTracks(db),
    portCalls: portCalls(db),
    forecasts: forecasts(db),
    parties: parties(db),
    roles: partyRoles(db),
    definitions: fieldDefinitions(db),
    values: fieldValues(db),
    providers: reporting,
    gazetteer: world,
    sea: sea({ network: config.SEA_NETWORK_PATH, blocked: config.SEA_PASSAGES_BLOCKED ?? [] }),
    rawEventIds,
    snapshotsInFlight: config.SNAPSHOTS_IN_FLIGHT,
    around,
  });
};

/** The only place that constructs: backs → app → doors. */
export const wire = (config: Config): Service => {
  const log = logger(NAME, config.LOG_LEVEL);
  const store = mongo({ uri: config.MONGODB_URI, database: NAME, log });
  const nats = bus({ url: config.NATS_URL, name: NAME, log, replicas: config.NATS_REPLICAS });
  const parked = parkedFacts({ connection: store.connection, bus: nats, service: NAME });
  const use = useCases(store.connection, config);

  const heard = [rememberRequest, forgetRequest, applySnapshot, applyTerminalReport, noteAttempt, followVessel, recordBerthing].map((make) => make(use));
  const served = [[ShipmentServiceService, shipmentService(use)], [PlaceServiceService, placeService(use)], [AnnotationServiceService, annotationService(use)], [MapServiceService, mapService(use)]] as const;
  return service(NAME, log, [
    tracing(),
    health({ host: config.BIND_HOST, port: config.HEALTH_PORT, ready: { mongo: store.ready, nats: nats.ready } }),
    store,
    nats,
    parked,
    relay({ connection: store.connection, bus: nats, log, service: NAME }),
    consumers({ bus: nats, log, service: NAME, parked }, heard),
    loop('arrivals', log, config.ETA_POLL_MS, use.predictArrivals),
    loop('providers', log, REFRESH_MS, use.refreshProviders),
    loop('stop-due', log, config.STOP_POLL_MS, use.stopDue),
    grpcServer({ host: config.BIND_HOST, port: config.GRPC_PORT, services: served, log, service: NAME, tls: tlsOf(config) }),
  ]);
};
