import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromBerthed } from '../messages/from-carrier.js';

/** A ship made fast. Safe to repeat: a berthing that a container knows changes nothing. */
export const recordBerthing = (app: App) =>
  consumer({
    durable: 'shipment__record_berthing',
    reads: facts.vessel.berthed,
    handle: async (message) => {
      const { berthing, trackers } = fromBerthed(message, app.now());
      await app.recordBerthing(berthing, trackers);
    },
  });
