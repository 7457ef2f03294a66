import { isSameValue } from '../domain/settle-container.js';
import { pushFacts, type OutboxEntry } from '@landfall/kit/outbox';

type Row = Record<string, unknown>;

/** Only what differs is written, so that a snapshot that moves one date does not rewrite a hundred rows. */
export const updateOf = (before: Row, after: Row, entries: readonly OutboxEntry[]): Record<string, unknown> => {
  const set: Row = {}, unset: Row = {};
  for (const key in after) if (key !== '_id' && after[key] !== undefined && !isSameValue(key, before[key], after[key])) set[key] = after[key];
  for (const key in before) if (before[key] !== undefined && after[key] === undefined) unset[key] = 1;
  return { ...pushFacts(entries, set), ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) };
};
