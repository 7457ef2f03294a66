import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromTrackingRequest } from '../messages.js';

/** The request's own schedule says that it is time for another try. */
export const lookUpAgain = (app: App) =>
  consumer({
    durable: 'event-ingest__look_up_again',
    reads: facts.trackingRequest.lookupDue,
    handle: ({ trackingRequest, attempt }) => app.lookUp(fromTrackingRequest(trackingRequest), attempt),
  });
