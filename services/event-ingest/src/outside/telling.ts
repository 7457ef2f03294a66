import type { Log } from '@landfall/kit/log';
import type { Telling } from '../app/ports.js';

/** One wide line a question; never a body, never a credential. */
export const telling = (log: Log): Telling => ({
  asked: ({ scac, number, outcome, durationMs, detail }) => {
    const line = { scac, number, outcome, duration_ms: durationMs, detail };
    if (outcome === 'pages') log.debug(line, 'carrier.asked');
    else log.info(line, 'carrier.asked');
  },
  failed: (what, error) => log.error({ err: error, what }, 'ingest.failed'),
});
