import type { AccountClient } from '@landfall/clients/account';
import type { AnnotationClient } from '@landfall/clients/annotation';
import type { EventIngestClient } from '@landfall/clients/event-ingest';
import type { MapClient } from '@landfall/clients/map';
import type { PlaceClient } from '@landfall/clients/place';
import type { PrincipalClient } from '@landfall/clients/principal';
import type { ShipmentClient } from '@landfall/clients/shipment';
import type { TrackingRequestClient } from '@landfall/clients/tracking-request';
import type { WebhookDispatchClient } from '@landfall/clients/webhook-dispatch';

/** The owners, as the gateway sees them: it has no trade of its own, so its ports speak the contracts. */
export interface Owners {
  readonly trackingRequests: TrackingRequestClient;
  readonly shipments: ShipmentClient;
  readonly places: PlaceClient;
  readonly maps: MapClient;
  readonly annotations: AnnotationClient;
  readonly carriers: EventIngestClient;
  readonly webhooks: WebhookDispatchClient;
  readonly principals: PrincipalClient;
  readonly accounts: AccountClient;
}

/** The first answer to an Idempotency-Key, or the sign that it is still being worked out. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type Claim =
  | { readonly is: 'first'; readonly keep: (answer: KeptAnswer) => Promise<void>; readonly release: () => Promise<void> }
  | { readonly is: 'running' }
  | { readonly is: 'other_body' }
  | { readonly is: 'done'; readonly answer: KeptAnswer };

export interface IdempotencyStore {
  /** Claims a key for a request; of two that race, one is first. */
  claim(key: string, fingerprint: string): Promise<Claim>;
}

export interface ClockState {
  readonly now: string;
  readonly speed: number;
  readonly paused: boolean;
  readonly playsUntil: string;
}

/** Reads the sandbox clock, or changes it and reads it then. */
export type SandboxClock = (change?: { advance?: number | string | undefined; speed?: number | undefined; pause?: boolean | undefined }) => Promise<ClockState>;
