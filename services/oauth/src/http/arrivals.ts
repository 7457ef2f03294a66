import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

interface Arrival {
  /** By the clock that replicas share, roughly. */
  at: number;
  /** By this process's own, exactly. */
  tick: number;
}

const arrivals = new WeakMap<IncomingMessage, Arrival>();

/** Notes when a request came, so that two that run at once can be told from a replay of an answered one. */
export const noteArrival = (): RequestHandler => (req, _res, next) => {
  arrivals.set(req, { at: Date.now(), tick: performance.now() });
  next();
};

// No request of ours takes longer than this from its arrival to its question.
const REMEMBERED_MS = 10_000;

/** Which one-time credentials are being used up by requests of this process, or were a moment ago. */
export const uses = () => {
  const seen = new Map<string, { underWay: number; answeredAt: number }>();
  const forget = (key: string) => setTimeout(() => seen.get(key)?.underWay === 0 && seen.delete(key), REMEMBERED_MS).unref();
  return {
    /** Before it is used up, or another request could see it used and not see by whom. */
    begin: (key: string, res: ServerResponse | undefined): void => {
      if (!res) return;
      const use = seen.get(key) ?? { underWay: 0, answeredAt: 0 };
      use.underWay += 1;
      seen.set(key, use);
      res.once('close', () => {
        use.underWay -= 1;
        use.answeredAt = performance.now();
        forget(key);
      });
    },

    /**
     * Did this request come before the other use of it was answered? Then this is a race, which one wins and which is no
     * reason to distrust the winner. A replay comes after the answer, and the library ends the whole family for it.
     * What another replica used up is known by the time of its use only.
     */
    isRace: (key: string, consumedAt: Date, req: IncomingMessage | undefined): boolean => {
      const came = req && arrivals.get(req);
      const use = seen.get(key);
      if (!came) return false;
      return (use !== undefined && (use.underWay > 0 || came.tick < use.answeredAt)) || came.at < consumedAt.getTime();
    },
  };
};
