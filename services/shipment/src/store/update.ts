import { isSameValue } from '../domain/settle-container.js';
import { pushFacts, type OutboxEntry } from '@landfall/kit/outbox';

type Row = Record<string, unknown>;

/** Only what differs is written, so that a snapshot that moves one date does not rewrite a hundred rows. */
export const updateOf = (before: Row, after: Row, entries: readonly OutboxEntry[]): Record<string, unknown> => {
  const set = Object.fromEntries(Object.entries(after).filter(([key, value]) => key !== '_id' && value !== undefined && !isSameValue(key, before[key], value)));
  const unset = Object.fromEntries(Object.keys(before).flatMap((key) => (after[key] === undefined && before[key] !== undefined ? [[key, 1]] : [])));
  return { ...pushFacts(entries, set), ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) };
};
