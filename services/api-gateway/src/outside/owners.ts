import { accountClient } from '@landfall/clients/account';
import { annotationClient } from '@landfall/clients/annotation';
import { eventIngestClient } from '@landfall/clients/event-ingest';
import { mapClient } from '@landfall/clients/map';
import type { ClientOptions } from '@landfall/clients/options';
import { placeClient } from '@landfall/clients/place';
import { principalClient } from '@landfall/clients/principal';
import { shipmentClient } from '@landfall/clients/shipment';
import { trackingRequestClient } from '@landfall/clients/tracking-request';
import { webhookDispatchClient } from '@landfall/clients/webhook-dispatch';
import type { Part } from '@landfall/kit/lifecycle';
import type { Owners } from '../app/ports.js';

export interface Addresses {
  readonly trackingRequest: string;
  readonly shipment: string;
  readonly eventIngest: string;
  readonly webhookDispatch: string;
  readonly oauth: string;
}

/** Callers of every owner. They connect when first asked, so a gateway starts whoever else is up. */
export const owners = (at: Addresses, options: ClientOptions): Owners & Part => {
  const callers = {
    trackingRequests: trackingRequestClient(at.trackingRequest, options),
    shipments: shipmentClient(at.shipment, options),
    places: placeClient(at.shipment, options),
    maps: mapClient(at.shipment, options),
    annotations: annotationClient(at.shipment, options),
    carriers: eventIngestClient(at.eventIngest, options),
    webhooks: webhookDispatchClient(at.webhookDispatch, options),
    principals: principalClient(at.oauth, options),
    accounts: accountClient(at.oauth, options),
  };
  return {
    ...callers,
    name: 'owners',
    start: async () => undefined,
    stop: async () => Object.values(callers).forEach((caller) => caller.close()),
  };
};
