import { askAgain } from '../domain/lookup-outcome.js';
import type { Ports } from './ports.js';

const BATCH = 100;

/** One turn of the clockwork: asks again for every request whose time has come. Says whether there may be more. */
export const askAgainForDue =
  ({ requests, around }: Ports) =>
  async (): Promise<boolean> => {
    const now = around.now();
    const due = await requests.due(now, BATCH);
    for (const request of due) {
      const decision = askAgain(request, now);
      // `moved`: another replica was faster, and its fact is the one that counts.
      if (decision !== 'unchanged') await requests.save(decision);
    }
    return due.length === BATCH;
  };
