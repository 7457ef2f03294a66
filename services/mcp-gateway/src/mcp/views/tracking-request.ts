import type { TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { z } from 'zod';
import { given, moment } from '../../domain/compact.js';
import { facts, textFacts, texts, whole } from '../schema.js';

export const requestShape = facts({
  ...textFacts('id', 'number', 'type', 'scac', 'status', 'failedReason', 'nextAttemptAt', 'shipmentId', 'createdAt', 'updatedAt'),
  isRetrying: z.boolean(),
  retryCount: whole,
  refNumbers: texts,
});

export const requestView = (request: TrackingRequest): Record<string, unknown> => given({
  id: request.id,
  number: request.requestNumber,
  type: request.requestType,
  scac: request.scac,
  status: request.status,
  failedReason: request.failedReason,
  isRetrying: request.isRetrying || undefined,
  retryCount: request.retryCount,
  nextAttemptAt: moment(request.nextAttemptAt),
  shipmentId: request.shipmentId,
  refNumbers: request.refNumbers,
  createdAt: moment(request.createdAt),
  updatedAt: moment(request.updatedAt),
});
