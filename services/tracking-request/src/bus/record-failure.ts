import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromLookupFailed } from '../messages.js';

/** A look-up failed. Safe to repeat: an answer to an earlier attempt changes nothing. */
export const recordFailure = (app: App) =>
  consumer({
    durable: 'tracking-request__record_failure',
    reads: facts.carrier.lookupFailed,
    handle: (message) => app.recordFailure(fromLookupFailed(message)),
  });
