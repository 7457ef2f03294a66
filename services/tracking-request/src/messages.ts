import type { LookupFailed, ScacDetected } from '@landfall/contracts/gen/event_ingest/v1/facts';
import type { Notice } from '@landfall/contracts/gen/notice/v1/notice';
import type { ShipmentTracked, ShipmentTrackingResumed, ShipmentTrackingStopped } from '@landfall/contracts/gen/shipment/v1/facts';
import type { Container, Shipment } from '@landfall/contracts/gen/shipment/v1/shipment';
import type { CreateResult, CreateTrackingRequestRequest, ListTrackingRequestsRequest, TrackingRequest as Message, TrackingRequestList, UpdateTrackingRequestRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { facts, noticeOf } from '@landfall/contracts/facts';
import { nameId } from '@landfall/kit/identity';
import { entry, type OutboxEntry } from '@landfall/kit/outbox';
import { isFailedReason, type FailedReason } from '@landfall/shipping/failed-reason';
import type { Submission } from './domain/open.js';
import type { Cargo, Says, TrackingRequest } from './domain/tracking-request.js';

export const toMessage = (request: TrackingRequest): Message => ({
  accountId: request.accountId,
  id: request.id,
  requestType: request.requestType,
  requestNumber: request.requestNumber,
  normalizedNumber: request.normalizedNumber,
  scac: request.scac,
  refNumbers: [...request.refNumbers],
  tags: [...request.tags],
  createdAt: request.createdAt,
  updatedAt: request.updatedAt,
  status: request.status,
  failedReason: request.failedReason,
  isRetrying: request.isRetrying,
  retryCount: request.retryCount,
  nextAttemptAt: request.nextAttemptAt,
  awaitingManifestSince: request.awaitingManifestSince,
  shipmentId: request.shipmentId,
  customerId: request.customerId,
  userId: request.userId,
  initialCustomFields: { shipment: [...request.initialCustomFields.shipment], containers: [...request.initialCustomFields.containers] },
  revision: request.revision,
});

export const toList = ({ items, total, nextAfter }: { items: readonly TrackingRequest[]; total: number; nextAfter?: string }): TrackingRequestList => ({
  items: items.map(toMessage),
  page: { total, nextAfter: nextAfter ?? '' },
});

export const fromCreate = (input: CreateTrackingRequestRequest): Submission => ({
  accountId: input.accountId,
  requestType: input.requestType,
  requestNumber: input.requestNumber,
  scac: input.scac,
  autoDetectScac: input.autoDetectScac,
  refNumbers: input.refNumbers,
  tags: input.tags,
  customerId: input.customerId,
  userId: input.userId,
  initialCustomFields: input.initialCustomFields ?? { shipment: [], containers: [] },
});

export const fromList = ({ accountId, page, filters, sort, q }: ListTrackingRequestsRequest) => ({
  accountId,
  page: { number: page?.number || 1, size: page?.size || 30, ...(page?.after ? { after: page.after } : {}) },
  filters,
  sort,
  q,
});

export const fromUpdate = ({ accountId, id, refNumbers, tags, expectedRevision }: UpdateTrackingRequestRequest) => ({ accountId, id, refNumbers: refNumbers?.values, tags: tags?.values, expectedRevision });

export const toCreateResult = (result: { created: TrackingRequest } | { refused: { code: string; detail: string; more: { pointer?: string } } }): CreateResult =>
  'created' in result
    ? { outcome: { $case: 'created', value: toMessage(result.created) } }
    : { outcome: { $case: 'refused', value: { code: result.refused.code, detail: result.refused.detail, pointer: result.refused.more.pointer } } };

const reasonOf = (reason: string): FailedReason => (isFailedReason(reason) ? reason : 'internal_processing_error');

export const fromLookupFailed = ({ accountId, trackingRequestId, reason, known, attempt }: LookupFailed) => ({ accountId, trackingRequestId, reason: reasonOf(reason), known, attempt });

export const fromScacDetected = ({ accountId, trackingRequestId, scac }: ScacDetected) => ({ accountId, trackingRequestId, scac });

export const fromTracked = ({ accountId, trackingRequestId, shipment, containers }: ShipmentTracked) => ({ accountId, trackingRequestId, shipmentId: shipment?.id ?? '', cargo: { shipment, containers } });

export const fromTracking = ({ accountId, shipment }: ShipmentTrackingStopped | ShipmentTrackingResumed) => ({ accountId, trackingRequestIds: shipment?.trackingRequestIds ?? [], cargo: { shipment, containers: [] }, revision: shipment?.revision ?? 0 });

const toNotice = (request: TrackingRequest, event: string, id: string, cargo: Cargo | undefined): Notice => ({
  id,
  accountId: request.accountId,
  event,
  occurredAt: request.updatedAt,
  createdAt: request.updatedAt,
  referenceType: 'tracking_request',
  referenceId: request.id,
  shipmentId: request.shipmentId,
  containerId: undefined,
  journeyOrder: 0,
  reference: { $case: 'trackingRequest', value: toMessage(request) },
  // The cargo is what a fact of the shipment service brought; it goes out as it came.
  shipment: cargo?.shipment as Shipment | undefined,
  containers: (cargo?.containers ?? []) as Container[],
  ports: [],
  metroAreas: [],
  terminals: [],
  railTerminals: [],
  vessels: [],
});

/** A fact of the domain as it lies in the outbox. The id follows from record, revision and kind: said twice, heard once. */
export const toOutbox = (request: TrackingRequest, said: Says): OutboxEntry => {
  const id = nameId('tracking-request', request.id, String(request.revision), said.says);
  const message = { trackingRequest: toMessage(request) };
  switch (said.says) {
    case 'created':
      return entry(facts.trackingRequest.created, message, id);
    case 'scac_resolved':
      return entry(facts.trackingRequest.scacResolved, message, id);
    case 'lookup_due':
      return entry(facts.trackingRequest.lookupDue, { ...message, attempt: request.attempt }, id);
    case 'ended':
      return entry(facts.trackingRequest.ended, { ...message, because: said.because }, id);
    case 'changed':
      return entry(facts.trackingRequest.changed, { accountId: request.accountId, id: request.id, revision: request.revision, changedAt: request.updatedAt }, id);
    default: {
      const event = said.says.replace('notice.', 'tracking_request.');
      return entry(noticeOf(event), toNotice(request, event, id, 'cargo' in said ? said.cargo : undefined), id);
    }
  }
};
