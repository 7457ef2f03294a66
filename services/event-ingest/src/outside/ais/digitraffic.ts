import { loop } from '@landfall/kit/lifecycle';
import type { Log } from '@landfall/kit/log';
import { readDigitrafficLocation, readDigitrafficVessel, type AisReport } from '../../domain/ais.js';
import { at, listOf } from '../../domain/json.js';
import { boundedFetch } from '../carriers/bounded-fetch.js';
import type { AisFeed } from './feed.js';

type Options = { url: string; log: Log; now: () => Date; everyMs?: number };

const EVERY_MS = 60_000;
const BOUNDS = { timeoutMs: 30_000, bytes: 64 * 1_024 * 1_024 };
// The operator asks callers to name themselves.
const HEADERS = { 'Digitraffic-User': 'landfall', accept: 'application/json' };

/** The Finnish traffic agency's open data: the Baltic, reliable, without a key. */
export const digitraffic = ({ url, log, now, everyMs = EVERY_MS }: Options): AisFeed => ({
  name: 'digitraffic',
  open: (hear) => {
    let since = now().getTime() - 30 * EVERY_MS;

    const ask = async (path: string): Promise<unknown> => {
      const answer = await boundedFetch(`${url.replace(/\/$/, '')}${path}?from=${since}`, { headers: HEADERS }, BOUNDS);
      if (!answer.ok || answer.status !== 200) {
        log.warn({ feed: 'digitraffic', status: answer.ok ? answer.status : answer.why }, 'ais.failed');
        return null;
      }
      return JSON.parse(answer.text) as unknown;
    };
    const tell = (reports: (AisReport | null)[]): void => reports.forEach((report) => report && hear(report));

    const turn = async (): Promise<boolean> => {
      const askedAt = now().getTime();
      // Who a ship is comes before where it is, so that its first position is not lost.
      const vessels = await ask('/api/ais/v1/vessels');
      tell(listOf(vessels).map(readDigitrafficVessel));
      const locations = await ask('/api/ais/v1/locations');
      tell(listOf(at(locations, 'features')).map(readDigitrafficLocation));
      if (vessels !== null && locations !== null) since = askedAt;
      return false;
    };
    const life = loop('digitraffic', log, everyMs, turn);
    void life.start();
    return { close: life.stop };
  },
});
