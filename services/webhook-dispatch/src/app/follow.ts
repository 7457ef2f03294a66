import type { LogEntry } from '../domain/log-entry.js';
import type { EventQuery, Events } from './ports.js';

const LOOK_AGAIN_MS = 250;

const rest = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LOOK_AGAIN_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });

/** The log from there on, and what comes after, for as long as somebody listens. Any replica can serve it: it only reads. */
export const follow = (events: Events) =>
  async function* (query: EventQuery, signal: AbortSignal): AsyncIterable<LogEntry> {
    let after = query.afterSequence;
    while (!signal.aborted) {
      const entries = await events.list({ ...query, afterSequence: after });
      for (const entry of entries) {
        yield entry;
        after = entry.sequence;
      }
      if (entries.length < query.size) await rest(signal);
    }
  };
