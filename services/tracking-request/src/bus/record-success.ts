import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromTracked } from '../messages.js';

/** The shipment exists: the request has what it asked for. Safe to repeat: a created request stays as it is. */
export const recordSuccess = (app: App) =>
  consumer({
    durable: 'tracking-request__record_success',
    reads: facts.shipment.tracked,
    handle: (message) => app.recordSuccess(fromTracked(message)),
  });
