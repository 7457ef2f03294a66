import { rawEventOf, type Milestone } from '@landfall/shipping/milestone';
import type { NameId } from './atlas.js';
import type { KeptEvent, RawEvent } from './carrier-event.js';
import type { Container } from './container.js';
import { rowsOf } from './journey-of-container.js';
import { eventId } from './event-id.js';
import type { Journey } from './journey.js';
import { currentEvents, saidAt } from './kept-events.js';
import type { Reading } from './steps.js';

export const rawEventId = (nameId: NameId, containerId: string, rowId: string): string => eventId(nameId, containerId, 'raw', rowId);

// Movements without a milestone that still have a name of their own.
const NAMED: Record<string, string> = { 'EQUIPMENT CUSR': 'customs_release', 'EQUIPMENT AVPU': 'available', 'EDI D': 'delivered' };

// What a paper says depends on which paper it is; a line also "releases" the shipping instruction that it confirms.
const PAPERS: Record<string, string> = {
  'RELS CUS': 'customs_release', 'RELS': 'carrier_release', 'RELS TRD': 'carrier_release', 'RELS BKG': 'carrier_release', 'RELS CAS': 'carrier_release',
  'RECE VGM': 'vgm_received',
};

const ownName = ({ eventType, eventCode, documentType }: KeptEvent): string | undefined =>
  eventType === 'SHIPMENT' ? PAPERS[[eventCode, ...(documentType ? [documentType] : [])].join(' ')] : NAMED[`${eventType} ${eventCode}`];

const isNewest = (row: KeptEvent, rows: readonly Reading[]): boolean => rows[0]?.event === row;

const byJourneyTime = (a: RawEvent, b: RawEvent): number => (a.at?.getTime() ?? Infinity) - (b.at?.getTime() ?? Infinity);

/** Every row of a container as a client may see it, indexed by time, then by the order of the journey (rule 14). */
export const rawEventsOf = (rows: readonly KeptEvent[], { marks }: Journey, containerId: string, nameId: NameId): RawEvent[] => {
  const names = new Map<KeptEvent, { name: Milestone; order: number; newest: boolean }>();
  marks.forEach(({ name, readings }, order) => {
    // The arrival inland is told by the rail arrival's row; the first name given stays.
    for (const reading of readings) if (!names.has(reading.event)) names.set(reading.event, { name, order, newest: isNewest(reading.event, readings) });
  });
  const current = new Set(currentEvents(rows));
  const orderOf = (row: KeptEvent) => names.get(row)?.order ?? marks.length;
  const shown = rows.map((row): RawEvent => {
    const known = names.get(row);
    const superseded = !current.has(row) || (known !== undefined && !known.newest);
    const withdrawn = row.retracted ? { invalidatedAt: new Date(saidAt(row)) } : {};
    const event = (known && rawEventOf(known.name)) ?? ownName(row) ?? '';
    return { ...row, id: rawEventId(nameId, containerId, row.id), event, estimated: row.classifier !== 'ACT', superseded, index: orderOf(row), ...withdrawn };
  });
  const ordered = shown.sort((a, b) => byJourneyTime(a, b) || a.index - b.index || (a.id < b.id ? -1 : 1));
  const visible = ordered.filter(({ superseded }) => !superseded);
  const places = new Map(visible.map((row, index) => [row.id, index]));
  return ordered.map((row) => ({ ...row, index: places.get(row.id) ?? -1 }));
};

/** Every row by id, shown or superseded: a row is never lost, so its id stays good. */
export const rawEventIdsOf =
  (nameId: NameId) =>
  (container: Container): string[] =>
    rowsOf(container).map((row) => rawEventId(nameId, container.id, row.id));
