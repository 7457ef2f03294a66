import type { SearchHit } from '@landfall/contracts/gen/shipment/v1/shipment';
import type { TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { at, flag, label, moment, orNull, texts, whole, word } from './json.js';
import { resource } from './resource.js';

export const searchResult = resource<SearchHit>('search_result', {
  fields: {
    entity_type: word('shipment', 'cargo', 'tracking_request'),
    number: label,
    shipment_id: label,
    scac: label,
    port_of_lading_name: label,
    port_of_discharge_name: label,
    containers_count: orNull(whole),
    tracking_stopped: orNull(flag),
    tracking_stopped_reason: label,
    status: label,
    failed_reason: label,
    ref_numbers: texts,
    created_at: moment,
    updated_at: moment,
  },
  attributes: (h) => ({
    entity_type: h.entityType,
    number: h.number,
    shipment_id: h.shipmentId ?? null,
    scac: h.scac ?? null,
    port_of_lading_name: h.portOfLadingName ?? null,
    port_of_discharge_name: h.portOfDischargeName ?? null,
    containers_count: h.containersCount ?? null,
    tracking_stopped: h.trackingStopped ?? null,
    tracking_stopped_reason: h.trackingStoppedReason ?? null,
    status: h.status ?? null,
    failed_reason: (h as RequestHit).failedReason ?? null,
    ref_numbers: h.refNumbers,
    created_at: at(h.createdAt),
    updated_at: at(h.updatedAt),
  }),
});

type RequestHit = SearchHit & { failedReason?: string | undefined };

/** A request that has no shipment yet is found too, after the records that have data. */
export const hitOf = (request: TrackingRequest): RequestHit => ({
  id: request.id,
  entityType: 'tracking_request',
  number: request.requestNumber,
  scac: request.scac,
  status: request.status,
  failedReason: request.failedReason,
  refNumbers: request.refNumbers,
  createdAt: request.createdAt,
  updatedAt: request.updatedAt,
});
