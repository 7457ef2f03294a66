import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromTracking } from '../messages.js';

/** The shipment is no longer tracked: without other trackers its number costs no call any more. */
export const stopTracking = (app: App) =>
  consumer({
    durable: 'event-ingest__stop_tracking',
    reads: facts.shipment.trackingStopped,
    handle: (message) => app.stopTracking(fromTracking(message)),
    inOrderBy: ({ shipment }) => shipment?.id ?? '',
  });
