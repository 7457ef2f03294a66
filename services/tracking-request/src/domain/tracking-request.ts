import type { FailedReason } from '@landfall/shipping/failed-reason';
import type { RequestStatus } from '@landfall/shipping/request-status';
import type { RequestType } from '@landfall/shipping/request-type';

export interface InitialCustomField {
  apiSlug: string;
  valueJson: string;
  /** Which container; empty means every one. */
  number: string;
}

export interface TrackingRequest {
  id: string;
  accountId: string;
  requestType: RequestType;
  /** As the client wrote it. */
  requestNumber: string;
  /** As numbers are compared. */
  normalizedNumber: string;
  /** Missing while the carrier is being detected. */
  scac?: string | undefined;
  refNumbers: readonly string[];
  tags: readonly string[];
  createdAt: Date;
  updatedAt: Date;
  status: RequestStatus;
  failedReason?: FailedReason | undefined;
  isRetrying: boolean;
  retryCount?: number | undefined;
  /** When the carrier is asked again, for people to see. */
  nextAttemptAt?: Date | undefined;
  awaitingManifestSince?: Date | undefined;
  /** The carrier knew the number once, so running out of time means `expired`, not `not_found`. */
  seenByCarrier: boolean;
  /** How many look-ups were asked for after the first; an answer to an earlier one is stale. */
  attempt: number;
  /** When to ask again, also if no answer comes at all. */
  dueAt?: Date | undefined;
  shipmentId?: string | undefined;
  customerId?: string | undefined;
  userId?: string | undefined;
  initialCustomFields: { shipment: readonly InitialCustomField[]; containers: readonly InitialCustomField[] };
  /** The revisions of its shipment that last stopped and resumed it: the two may overtake each other on their way. */
  told?: { stopped: number; resumed: number } | undefined;
  revision: number;
}

/** What a success brings along for its notice: carried, never read here. */
export interface Cargo {
  shipment: unknown;
  containers: readonly unknown[];
}

/** What a change tells the others. */
export type Says =
  | { says: 'created' | 'scac_resolved' | 'lookup_due' | 'changed' }
  | { says: 'ended'; because: 'cancelled' | 'failed' }
  | { says: 'notice.awaiting_manifest' | 'notice.failed' }
  | { says: 'notice.succeeded' | 'notice.tracking_stopped'; cargo: Cargo };

/** A new state with the facts it causes; they are saved together or not at all. */
export interface Change {
  request: TrackingRequest;
  says: readonly Says[];
}

/** A decision to leave everything as it is: late, repeated or meaningless news. */
export type Unchanged = 'unchanged';

/** Every change of a record goes through here, so that none forgets to count. */
export const moved = (request: TrackingRequest, now: Date, change: Partial<TrackingRequest>): TrackingRequest => ({
  ...request,
  ...change,
  updatedAt: now,
  revision: request.revision + 1,
});
