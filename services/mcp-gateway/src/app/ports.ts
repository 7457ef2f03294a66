import type { EventIngestClient } from '@landfall/clients/event-ingest';
import type { PlaceClient } from '@landfall/clients/place';
import type { PrincipalClient } from '@landfall/clients/principal';
import type { ShipmentClient } from '@landfall/clients/shipment';
import type { TrackingRequestClient } from '@landfall/clients/tracking-request';
import type { WebhookDispatchClient } from '@landfall/clients/webhook-dispatch';

/** The owners, as the tool server sees them: it has no trade of its own, so its ports speak the contracts. */
export interface Owners {
  readonly trackingRequests: TrackingRequestClient;
  readonly shipments: ShipmentClient;
  readonly places: PlaceClient;
  readonly carriers: EventIngestClient;
  readonly webhooks: WebhookDispatchClient;
  readonly principals: PrincipalClient;
}
