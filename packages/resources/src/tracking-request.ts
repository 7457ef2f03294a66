import type { TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { FAILED_REASONS } from '@landfall/shipping/failed-reason';
import { REQUEST_STATUSES } from '@landfall/shipping/request-status';
import { REQUEST_TYPES } from '@landfall/shipping/request-type';
import { at, flag, label, moment, orNull, text, texts, whole, word } from './json.js';
import { one, resource } from './resource.js';

/** The one place that knows how a tracking request looks from outside: REST, webhooks and MCP share it. */
export const trackingRequest = resource<TrackingRequest>('tracking_request', {
  fields: {
    request_number: text,
    request_type: word(...REQUEST_TYPES),
    scac: label,
    ref_numbers: texts,
    tags: texts,
    shipment_tags: texts,
    created_at: moment,
    updated_at: moment,
    status: word(...REQUEST_STATUSES),
    failed_reason: orNull(word(...Object.keys(FAILED_REASONS))),
    is_retrying: flag,
    retry_count: orNull(whole),
    next_attempt_at: moment,
  },
  attributes: (r) => ({
    request_number: r.requestNumber,
    request_type: r.requestType,
    scac: r.scac ?? null,
    ref_numbers: r.refNumbers,
    // The interface says `tags`, the original answers `shipment_tags`: clients of either find theirs (D-13).
    tags: r.tags,
    shipment_tags: r.tags,
    created_at: at(r.createdAt),
    updated_at: at(r.updatedAt),
    status: r.status,
    failed_reason: r.failedReason ?? null,
    is_retrying: r.isRetrying,
    retry_count: r.retryCount ?? null,
    next_attempt_at: at(r.nextAttemptAt),
  }),
  relationships: {
    tracked_object: one('shipment', (r) => r.shipmentId),
    customer: one('party', (r) => r.customerId),
    user: one('user', (r) => r.userId),
  },
  self: (r) => `/v2/tracking_requests/${r.id}`,
});
