import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromTracking } from '../messages.js';

/** The shipment is no longer tracked. Safe to repeat: only a created request stops. */
export const recordTrackingStopped = (app: App) =>
  consumer({
    durable: 'tracking-request__record_tracking_stopped',
    reads: facts.shipment.trackingStopped,
    handle: (message) => app.recordTrackingStopped(fromTracking(message)),
  });
