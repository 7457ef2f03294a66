import { isTimeZone } from '@landfall/shipping/time-zone';
import { startOfDay } from '@landfall/shipping/local-date';
import type { Atlas, NameId } from './atlas.js';
import type { CarrierEvent, KeptEvent } from './carrier-event.js';
import { isEqual } from './is-equal.js';

export type Keeping = { scope: string; takenAt: Date; nameId: NameId; atlas: Atlas };

const timeOf = (event: CarrierEvent, atlas: Atlas): Date | undefined => {
  if (event.occursAt) return event.occursAt;
  if (!event.occursOn) return undefined;
  const zone = event.locationLocode ? atlas.place(event.locationLocode)?.timeZone : undefined;
  return startOfDay(event.occursOn, zone && isTimeZone(zone) ? zone : 'UTC') ?? undefined;
};

const kept = (event: CarrierEvent, { scope, takenAt, nameId, atlas }: Keeping): KeptEvent => {
  const at = timeOf(event, atlas);
  const { payloadId: _evidence, ...content } = event;
  // The id covers the content: a source that edits an event under its old id makes a second row, not a lost one. In how
  // many answers it stands is no part of that.
  // What is added comes first: to a copy that is already full each further field costs more than all others together.
  return { id: nameId('raw_event', scope, JSON.stringify(content)), receivedAt: takenAt, ...(at ? { at } : {}), ...event };
};

export const saidAt = (event: KeptEvent): number => (event.reportedAt ?? event.receivedAt).getTime();

const byTime = (a: KeptEvent, b: KeptEvent): number =>
  (a.at?.getTime() ?? Infinity) - (b.at?.getTime() ?? Infinity) || (a.id < b.id ? -1 : 1);

/** Says again what a row says: the same fields with the same values, beside what we added to it. */
const repeats = ({ id: _id, receivedAt: _received, at: _at, payloadId: _first, ...row }: KeptEvent, { payloadId: _now, ...event }: CarrierEvent): boolean => isEqual(row, event);

/** All rows ever heard, each once, in an order that does not depend on the order of hearing. */
export const keepEvents = (old: readonly KeptEvent[], incoming: readonly CarrierEvent[], keeping: Keeping): KeptEvent[] => {
  const rows = new Map(old.map((event) => [event.id, event]));
  const latest = new Map(old.map((event) => [event.key, event]));
  for (const event of incoming) {
    // Most of an answer is what the last one said; comparing is a tenth of naming it anew.
    const repeated = latest.get(event.key);
    if (repeated && repeated.receivedAt <= keeping.takenAt && repeats(repeated, event)) continue;
    const row = kept(event, keeping);
    const known = rows.get(row.id);
    rows.set(row.id, known && known.receivedAt <= row.receivedAt ? known : row);
  }
  return [...rows.values()].sort(byTime);
};

const hasHappened = ({ classifier }: KeptEvent): number => Number(classifier === 'ACT');

/**
 * Of two rows with one key the newer one speaks. At the same moment a withdrawal outranks what it withdraws, and what
 * happened outranks what we took for an estimate while a clock was behind (rule 4).
 */
const newer = (a: KeptEvent, b: KeptEvent): KeptEvent => {
  const later = saidAt(a) - saidAt(b) || Number(a.retracted) - Number(b.retracted) || hasHappened(a) - hasHappened(b) || (a.id < b.id ? -1 : 1);
  return later > 0 ? a : b;
};

/** Rule 2: a source's event counts once, in its newest wording. */
export const currentEvents = (rows: readonly KeptEvent[]): KeptEvent[] => {
  const byKey = new Map<string, KeptEvent>();
  for (const row of rows) {
    const other = byKey.get(row.key);
    byKey.set(row.key, other ? newer(other, row) : row);
  }
  return [...byKey.values()];
};

// A line revises an estimate several times a day for weeks; this many per step tell the story.
const ESTIMATES_KEPT = 12;

const estimateOf = (event: KeptEvent): string =>
  [event.eventType, event.eventCode, event.classifier, event.emptyIndicator, event.locationLocode ?? event.locationName, event.transportCallKey, event.voyageNumber].join('|');

/** Splits off estimates that can no longer decide anything: neither the first of their step nor among the newest. */
export const thinned = (rows: readonly KeptEvent[]): { rows: KeptEvent[]; archived: KeptEvent[] } => {
  if (rows.length <= ESTIMATES_KEPT) return { rows: [...rows], archived: [] };
  const groups = new Map<string, KeptEvent[]>();
  for (const row of rows) {
    if (row.classifier === 'ACT' || row.retracted) continue;
    const group = groups.get(estimateOf(row));
    if (group) group.push(row);
    else groups.set(estimateOf(row), [row]);
  }
  const surplus = new Set<KeptEvent>();
  for (const group of groups.values()) {
    const oldestFirst = group.sort((a, b) => saidAt(a) - saidAt(b) || (a.id < b.id ? -1 : 1));
    for (const row of oldestFirst.slice(1, Math.max(1, oldestFirst.length - ESTIMATES_KEPT))) surplus.add(row);
  }
  return { rows: rows.filter((row) => !surplus.has(row)), archived: [...surplus] };
};

/** Rows of several keepers, each once. */
export const keptRows = (...groups: readonly (readonly KeptEvent[])[]): KeptEvent[] => [...new Map(groups.flat().map((row) => [row.id, row])).values()].sort(byTime);
