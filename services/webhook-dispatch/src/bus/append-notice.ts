import { anyNotice } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromNotice } from '../messages.js';

/** Something public happened. Safe to repeat: the log is idempotent by the notice's id, notifications by event and webhook. */
export const appendNotice = (app: App) =>
  consumer({
    durable: 'webhook-dispatch__append_notice',
    reads: anyNotice,
    handle: (notice) => app.append(fromNotice(notice)),
    // One account's notices keep their order; accounts do not wait for each other.
    inOrderBy: ({ accountId }) => accountId,
  });
