import { anyNotice } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import { outgoing } from '@landfall/kit/trace';
import type { App } from '../app/index.js';
import { fromNotice } from '../messages.js';

/** Something public happened. Safe to repeat: the log is idempotent by the notice's id, notifications by event and webhook. */
export const appendNotice = (app: App) =>
  consumer({
    durable: 'webhook-dispatch__append_notice',
    reads: anyNotice,
    // Entries are gathered and deliveries made later, in other processes: what they belong to has to travel with them.
    handle: (notice) => app.append({ ...fromNotice(notice), origin: outgoing() }),
    // Appending gathers what is in flight and keeps its order, so many at once cost little more than one.
    inFlight: 256,
  });
