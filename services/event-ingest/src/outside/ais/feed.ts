import type { Part } from '@landfall/kit/lifecycle';
import type { Log } from '@landfall/kit/log';
import type { Leases } from '../../app/ports.js';
import type { AisReport } from '../../domain/ais.js';

/** A source of ship positions that runs until it is closed. */
export type AisFeed = { name: string; open(hear: (report: AisReport) => void): { close(): Promise<void> } };

type Options = { feed: AisFeed; hear: (report: AisReport) => Promise<void>; leases: Leases; holder: string; log: Log; now: () => Date };

const LEASE_MS = 15_000;
const RENEW_MS = 5_000;

// Ships report every few seconds; what cannot be kept up with is better dropped than remembered.
const MOST_WAITING = 10_000;

// A round of a busy feed names hundreds of ships; one after the other they would lag behind what they tell.
const SHIPS_AT_ONCE = 16;

/** One report of a ship after the other, several ships at once; the oldest give way when the store cannot keep up. */
const queueOf = (hear: (report: AisReport) => Promise<void>, onFault: (error: unknown) => void) => {
  const waiting = new Map<string, AisReport[]>();
  const running = new Map<string, Promise<void>>();
  let count = 0;

  /** The first report of a ship; what it said after that goes to the end of the line. */
  const next = (ship: string): AisReport | undefined => {
    const [first, ...rest] = waiting.get(ship) ?? [];
    waiting.delete(ship);
    if (rest.length > 0) waiting.set(ship, rest);
    if (first) count -= 1;
    return first;
  };
  const start = (): void => {
    for (const ship of waiting.keys()) {
      if (running.size >= SHIPS_AT_ONCE) return;
      const report = running.has(ship) ? undefined : next(ship);
      if (!report) continue;
      const work = hear(report).catch(onFault).finally(() => {
        running.delete(ship);
        start();
      });
      running.set(ship, work);
    }
  };
  const dropOldest = (): void => {
    const [longest] = waiting.keys();
    if (longest !== undefined) next(longest);
  };
  return {
    take: (report: AisReport): void => {
      if (count >= MOST_WAITING) dropOldest();
      waiting.set(report.mmsi, [...(waiting.get(report.mmsi) ?? []), report]);
      count += 1;
      start();
    },
    end: async (): Promise<void> => {
      waiting.clear();
      await Promise.all(running.values());
    },
  };
};

/** Listens while it holds the feed's lease, so that of several replicas one hears and another steps in when it dies. */
export const listening = ({ feed, hear, leases, holder, log, now }: Options): Part => {
  const queue = queueOf(hear, (error) => log.warn({ err: error, feed: feed.name }, 'ais.record_failed'));
  let open: { close(): Promise<void> } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const leaseName = `ais:${feed.name}`;

  const renew = async (): Promise<void> => {
    const mine = await leases.hold(leaseName, holder, now(), new Date(now().getTime() + LEASE_MS)).catch(() => false);
    if (mine && !open) {
      open = feed.open(queue.take);
      log.info({ feed: feed.name }, 'ais.listening');
    }
    if (!mine && open) {
      const lost = open;
      open = undefined;
      await lost.close();
    }
  };

  return {
    name: leaseName,
    start: async () => {
      await renew();
      timer = setInterval(() => void renew(), RENEW_MS);
    },
    stop: async () => {
      clearInterval(timer);
      await open?.close();
      open = undefined;
      await queue.end();
      await leases.release(leaseName, holder).catch(() => undefined);
    },
  };
};
