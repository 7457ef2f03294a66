import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromPosition } from '../messages/from-carrier.js';

/** A ship was seen. Safe to repeat: an older position never replaces a newer one. */
export const followVessel = (app: App) =>
  consumer({
    durable: 'shipment__follow_vessel',
    reads: facts.vessel.positionTaken,
    handle: async (message) => {
      const sailing = fromPosition(message, app.now());
      if (sailing) await app.followVessel(sailing);
    },
  });
