import type { Connection } from 'mongoose';
import type { Part } from './lifecycle.js';
import { gauge, onScrape } from './metrics.js';

interface DueRow {
  dueAt: Date;
}

/**
 * How late the work is that waits in rows with a `dueAt`: what is asked of others, what is told to others. Each
 * collection needs an index that begins with `dueAt`, so that looking costs one key.
 */
export const dueLag = ({ connection, service, collections, now = Date.now }: { connection: Connection; service: string; collections: readonly string[]; now?: () => number }): Part => {
  const figure = gauge('landfall_due_lag_seconds', 'How long the oldest row that is due has been waiting.', ['service', 'collection']);
  let unlisten: () => void = () => undefined;
  const measure = async (collection: string) => {
    const at = now();
    // Partial indexes on what has a date are used only when the question says so too.
    const oldest = await connection.collection<DueRow>(collection).find({ dueAt: { $lte: new Date(at), $exists: true } }).sort({ dueAt: 1 }).limit(1).project<DueRow>({ _id: 0, dueAt: 1 }).next();
    figure.set({ service, collection }, oldest ? (at - oldest.dueAt.getTime()) / 1_000 : 0);
  };
  return {
    name: 'due-lag',
    start: async () => {
      unlisten = onScrape(async () => void (await Promise.all(collections.map(measure))));
    },
    stop: async () => unlisten(),
  };
};
