import type { UntypedServiceImplementation } from '@grpc/grpc-js';
import { EventIngestServiceService } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import { AccountServiceService, PrincipalServiceService } from '@landfall/contracts/gen/oauth/v1/oauth';
import { AnnotationServiceService } from '@landfall/contracts/gen/shipment/v1/annotation';
import { MapServiceService } from '@landfall/contracts/gen/shipment/v1/map';
import { PlaceServiceService } from '@landfall/contracts/gen/shipment/v1/place';
import { ShipmentServiceService } from '@landfall/contracts/gen/shipment/v1/shipment';
import { TrackingRequestServiceService } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { WebhookDispatchServiceService } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { grpcServer, serverStream, unary, type GrpcServer, type Served } from '@landfall/kit/grpc';
import { logger } from '@landfall/kit/log';
import { accountMethods, principalMethods } from './accounts.js';
import { annotationMethods } from './annotations.js';
import { carrierMethods, placeMethods, trackingRequestMethods } from './carriers.js';
import { mapMethods } from './maps.js';
import { shipmentMethods } from './shipments.js';
import { webhookMethods, webhookStreams } from './webhooks.js';
import type { World } from './world.js';

type Method = (request: never) => unknown;

export interface FakeOwners {
  readonly server: GrpcServer;
  /** Every call that came in, by method; tests count them. */
  readonly calls: string[];
}

/**
 * All owners behind one real gRPC server, each built from its generated definition: a method that is missing here
 * fails at start, and what is answered goes through the real codecs.
 */
export const fakeOwners = (world: World): FakeOwners => {
  const calls: string[] = [];
  const served = (definition: Served[0], methods: Record<string, Method>, streams: Record<string, (request: never, signal: AbortSignal) => AsyncIterable<unknown>> = {}): Served => {
    const implementation: UntypedServiceImplementation = {};
    for (const name of Object.keys(definition)) {
      const method = methods[name];
      const stream = streams[name];
      if (method === undefined && stream === undefined) throw new Error(`The fake owner has no ${name}.`);
      implementation[name] = method === undefined
        ? (serverStream((request, signal) => stream!(request as never, signal)) as never)
        : (unary(async (request: never) => {
            calls.push(name);
            return method(request);
          }) as never);
    }
    return [definition, implementation];
  };
  const services = [
    served(TrackingRequestServiceService, trackingRequestMethods(world)),
    served(ShipmentServiceService, shipmentMethods(world)),
    served(PlaceServiceService, placeMethods()),
    served(MapServiceService, mapMethods(world)),
    served(AnnotationServiceService, annotationMethods(world)),
    served(EventIngestServiceService, carrierMethods(world)),
    served(WebhookDispatchServiceService, webhookMethods(world), webhookStreams(world)),
    served(PrincipalServiceService, principalMethods(world)),
    served(AccountServiceService, accountMethods(world)),
  ];
  return { calls, server: grpcServer({ port: 0, services, log: logger('fake-owners', 'silent'), service: 'fake' }) };
};
