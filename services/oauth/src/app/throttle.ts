import { waitSeconds, type Limit, type Tally } from '../domain/throttle.js';
import type { Ports } from './ports.js';

/** A twentieth of a limit is taken from the store at a time, so that a busy endpoint writes to it as seldom. */
const SHARES = 20;
// More addresses than this in one minute are an attack; forgetting what was taken only asks the store more often.
const MOST_HELD = 10_000;

interface Held {
  /** Tries that were taken and not used. */
  left: number;
  /** As the store told it last. */
  tally: Tally;
}

/**
 * Counts one try of `what` from an address; answers the seconds to wait when it was one too many. All replicas count in the
 * store, where each takes tries in advance: together they never let more through than the limit. Less may come through when
 * one of them sits on tries that another needs, at most a share each.
 */
export const throttle = ({ throttles, around }: Pick<Ports, 'throttles' | 'around'>) => {
  const held = new Map<string, Held>();
  const underWay = new Map<string, Promise<Held>>();

  const take = async (bucket: string, limit: Limit, now: Date): Promise<Held> => {
    const share = Math.max(1, Math.floor(limit.most / SHARES));
    const tally = await throttles.hit(bucket, limit.windowMs, now, share);
    // What is beyond the limit was not ours to take, so the last share may be a small one.
    const taken = { left: Math.max(0, share - Math.max(0, tally.count - limit.most)), tally };
    if (held.size >= MOST_HELD) held.clear();
    held.set(bucket, taken);
    return taken;
  };
  /** Those who come at once wait for one answer instead of taking a share each. */
  const asked = (bucket: string, limit: Limit, now: Date): Promise<Held> => {
    const asking = underWay.get(bucket) ?? take(bucket, limit, now).finally(() => underWay.delete(bucket));
    underWay.set(bucket, asking);
    return asking;
  };

  return async (what: string, address: string, limit: Limit): Promise<number | undefined> => {
    const now = around.now();
    const bucket = `${what}:${address}`;
    for (;;) {
      const own = held.get(bucket);
      const isKnown = own !== undefined && own.tally.resetAt > now;
      if (isKnown && own.left > 0) {
        own.left -= 1;
        return undefined;
      }
      // Spent is spent until the window ends: whoever floods us need not reach the store.
      if (isKnown && own.tally.count >= limit.most) return waitSeconds({ ...own.tally, count: limit.most + 1 }, limit, now);
      await asked(bucket, limit, now);
    }
  };
};
