import type { Part } from '@landfall/kit/lifecycle';
import type { Log } from '@landfall/kit/log';
import type { Leases } from '../../app/ports.js';
import type { AisReport } from '../../domain/ais.js';
import { reportQueue } from './report-queue.js';

/** A source of ship positions that runs until it is closed. */
export type AisFeed = { name: string; open(hear: (report: AisReport) => void): { close(): Promise<void> } };

type Options = { feed: AisFeed; hear: (report: AisReport) => Promise<void>; leases: Leases; holder: string; log: Log; now: () => Date };

const LEASE_MS = 15_000;
const RENEW_MS = 5_000;

/** Listens while it holds the feed's lease, so that of several replicas one hears and another steps in when it dies. */
export const listening = ({ feed, hear, leases, holder, log, now }: Options): Part => {
  const queue = reportQueue(hear, (error) => log.warn({ err: error, feed: feed.name }, 'ais.record_failed'));
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
