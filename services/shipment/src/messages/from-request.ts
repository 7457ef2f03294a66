import type { InitialCustomField, TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import type { InitialField, TrackedRequest } from '../domain/tracked-request.js';

const toField = ({ apiSlug, valueJson, number }: InitialCustomField): InitialField => ({ apiSlug, valueJson, number });

export const fromTrackingRequest = (request: TrackingRequest, heardAt: Date): TrackedRequest => ({
  id: request.id,
  accountId: request.accountId,
  requestType: request.requestType,
  requestNumber: request.requestNumber,
  normalizedNumber: request.normalizedNumber,
  refNumbers: request.refNumbers,
  tags: request.tags,
  ...(request.customerId ? { customerId: request.customerId } : {}),
  ...(request.userId ? { userId: request.userId } : {}),
  shipmentFields: (request.initialCustomFields?.shipment ?? []).map(toField),
  containerFields: (request.initialCustomFields?.containers ?? []).map(toField),
  createdAt: request.createdAt ?? heardAt,
});
