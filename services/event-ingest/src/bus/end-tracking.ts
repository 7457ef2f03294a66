import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromTrackingRequest } from '../messages.js';

/** Cancelled or failed: nobody waits for the number any more. Safe to repeat. */
export const endTracking = (app: App) =>
  consumer({
    durable: 'event-ingest__end_tracking',
    reads: facts.trackingRequest.ended,
    handle: ({ trackingRequest }) => app.endTracking(fromTrackingRequest(trackingRequest)),
  });
