import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromTrackingRequest } from '../messages/from-request.js';

/** A number is wanted: what the request brings along becomes part of its shipment. Safe to repeat. */
export const rememberRequest = (app: App) =>
  consumer({
    durable: 'shipment__remember_request',
    reads: facts.trackingRequest.created,
    handle: async ({ trackingRequest }) => {
      if (trackingRequest) await app.requests.remember(fromTrackingRequest(trackingRequest, app.now()));
    },
  });
