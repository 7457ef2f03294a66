import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromScacDetected } from '../messages.js';

/** Detection named the carrier. Safe to repeat: a request that has one keeps it. */
export const recordCarrier = (app: App) =>
  consumer({
    durable: 'tracking-request__record_carrier',
    reads: facts.carrier.scacDetected,
    handle: (message) => app.recordCarrier(fromScacDetected(message)),
  });
