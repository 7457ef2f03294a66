import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromTrackingRequest } from '../messages.js';

/** A number is wanted. Safe to repeat: a tracker that was answered is not asked for again. */
export const lookUp = (app: App) =>
  consumer({
    durable: 'event-ingest__look_up',
    reads: facts.trackingRequest.created,
    handle: ({ trackingRequest }) => app.lookUp(fromTrackingRequest(trackingRequest), 0),
  });
