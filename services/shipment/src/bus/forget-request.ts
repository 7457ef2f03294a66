import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';

/** Nobody waits for the number any more: an answer that is still on its way makes no shipment. Safe to repeat. */
export const forgetRequest = (app: App) =>
  consumer({
    durable: 'shipment__forget_request',
    reads: facts.trackingRequest.ended,
    handle: async ({ trackingRequest }) => {
      if (trackingRequest) await app.requests.end(trackingRequest.accountId, trackingRequest.id, app.now());
    },
  });
