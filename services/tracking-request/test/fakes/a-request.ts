import type { Submission } from '../../src/domain/open.js';
import type { TrackingRequest } from '../../src/domain/tracking-request.js';

export const NOW = new Date('2026-03-01T12:00:00Z');
export const later = (ms: number): Date => new Date(NOW.getTime() + ms);
export const MINUTE = 60_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

export const aRequest = (change: Partial<TrackingRequest> = {}): TrackingRequest => ({
  id: '0195f3c0-0000-7000-8000-000000000001',
  accountId: 'account-1',
  requestType: 'bill_of_lading',
  requestNumber: 'MAEU 123-456',
  normalizedNumber: '123456',
  scac: 'MAEU',
  refNumbers: [],
  tags: [],
  createdAt: NOW,
  updatedAt: NOW,
  status: 'pending',
  isRetrying: false,
  seenByCarrier: false,
  attempt: 0,
  dueAt: later(30 * MINUTE),
  initialCustomFields: { shipment: [], containers: [] },
  revision: 1,
  ...change,
});

export const aSubmission = (change: Partial<Submission> = {}): Submission => ({
  accountId: 'account-1',
  requestType: 'bill_of_lading',
  requestNumber: 'MAEU123456',
  scac: 'MAEU',
  autoDetectScac: false,
  refNumbers: [],
  tags: [],
  initialCustomFields: { shipment: [], containers: [] },
  ...change,
});
