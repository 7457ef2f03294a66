import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromTrackingRequest } from '../messages.js';

/** The carrier of an auto-detected number is known: the first look-up follows. */
export const lookUpResolved = (app: App) =>
  consumer({
    durable: 'event-ingest__look_up_resolved',
    reads: facts.trackingRequest.scacResolved,
    handle: ({ trackingRequest }) => app.lookUp(fromTrackingRequest(trackingRequest), 0),
  });
