import { eventIngestClient } from '@landfall/clients/event-ingest';
import type { ClientOptions } from '@landfall/clients/options';
import { placeClient } from '@landfall/clients/place';
import { principalClient } from '@landfall/clients/principal';
import { shipmentClient } from '@landfall/clients/shipment';
import { trackingRequestClient } from '@landfall/clients/tracking-request';
import { webhookDispatchClient } from '@landfall/clients/webhook-dispatch';
import type { Part } from '@landfall/kit/lifecycle';
import type { Owners } from '../app/ports.js';

export interface Addresses {
  readonly TRACKING_REQUEST_GRPC_URL: string;
  readonly SHIPMENT_GRPC_URL: string;
  readonly EVENT_INGEST_GRPC_URL: string;
  readonly WEBHOOK_DISPATCH_GRPC_URL: string;
  readonly OAUTH_GRPC_URL: string;
}

/** Callers of the owners that tools ask. They connect when first asked, so the tool server starts whoever else is up. */
export const owners = (at: Addresses, options: ClientOptions): Owners & Part => {
  const callers = {
    trackingRequests: trackingRequestClient(at.TRACKING_REQUEST_GRPC_URL, options),
    shipments: shipmentClient(at.SHIPMENT_GRPC_URL, options),
    places: placeClient(at.SHIPMENT_GRPC_URL, options),
    carriers: eventIngestClient(at.EVENT_INGEST_GRPC_URL, options),
    webhooks: webhookDispatchClient(at.WEBHOOK_DISPATCH_GRPC_URL, options),
    principals: principalClient(at.OAUTH_GRPC_URL, options),
  };
  return {
    ...callers,
    name: 'owners',
    start: async () => undefined,
    stop: async () => Object.values(callers).forEach((caller) => caller.close()),
  };
};
