import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';

/** A later poll failed: only how fresh the shipment is has changed (D-35). Safe to repeat. */
export const noteAttempt = (app: App) =>
  consumer({
    durable: 'shipment__note_attempt',
    reads: facts.carrier.pollFailed,
    handle: async ({ trackers, failedAt, source }) => {
      if (source !== 'line' && source !== '') return;
      for (const { accountId, trackingRequestId } of trackers) await app.shipments.noteAttempt(accountId, trackingRequestId, failedAt ?? app.now());
    },
  });
