import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromTracking } from '../messages.js';

/** Tracked again: its trackers return, and the carrier is asked at once. */
export const resumeTracking = (app: App) =>
  consumer({
    durable: 'event-ingest__resume_tracking',
    reads: facts.shipment.trackingResumed,
    handle: (message) => app.resumeTracking(fromTracking(message)),
    inOrderBy: ({ shipment }) => shipment?.id ?? '',
  });
