import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromTracking } from '../messages.js';

/** The shipment is tracked again. Safe to repeat: only a stopped request resumes. */
export const recordTrackingResumed = (app: App) =>
  consumer({
    durable: 'tracking-request__record_tracking_resumed',
    reads: facts.shipment.trackingResumed,
    handle: (message) => app.recordTrackingResumed(fromTracking(message)),
  });
