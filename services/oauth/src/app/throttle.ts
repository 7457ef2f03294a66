import { waitSeconds, type Limit } from '../domain/throttle.js';
import type { Ports } from './ports.js';

/** Counts one try of `what` from an address; answers the seconds to wait when it was one too many. */
export const throttle =
  ({ throttles, around }: Ports) =>
  async (what: string, address: string, limit: Limit): Promise<number | undefined> => {
    const now = around.now();
    return waitSeconds(await throttles.hit(`${what}:${address}`, limit.windowMs, now), limit, now);
  };
