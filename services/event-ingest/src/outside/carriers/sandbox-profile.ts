import type { CarrierProfile } from '../../domain/carrier-profile.js';

// Nothing waits for the sandbox, so nothing is gained by sparing it.
const UNSPARING = { perMinute: null, burst: 2_000, breakAfter: 50, openMs: 250, longestOpenMs: 1_000 };

/** SCAC TEST (D-60): exactly what the standard says, at a pace where a day is a second. */
export const sandboxProfile = (url: string, pollMs: number): CarrierProfile => ({
  scac: 'TEST',
  alsoServes: [],
  name: 'Test Shipping Line',
  baseUrl: url,
  path: '/v2/events',
  parameters: { bill_of_lading: 'transportDocumentReference', booking_number: 'carrierBookingReference', container: 'equipmentReference' },
  companions: {},
  headers: { 'API-Version': '2' },
  auth: [{ kind: 'none' }],
  operatorStyle: 'name_suffix',
  stripPrefixes: [],
  body: { kind: 'array' },
  paging: { kind: 'link', headers: ['Next-Page', 'Next-Page-Cursor'] },
  page: { parameter: 'limit', size: 100 },
  notFound: 'status',
  repairs: [],
  limits: UNSPARING,
  concurrency: 16,
  cadence: { kind: 'fixed', everyMs: pollMs, restMs: pollMs * 20 },
  clock: { kind: 'remote', url: `${url.replace(/\/$/, '')}/sandbox/clock`, field: 'now', header: 'Sandbox-Now' },
  terminalFeed: 'sandbox',
});
