import { looksLikeContainerNumber } from '@landfall/shipping/container-number';
import type { RequestType } from '@landfall/shipping/request-type';
import { eventsOf } from './carrier-body.js';
import { readEvent, type Reading } from './carrier-event.js';
import type { BodyShape } from './carrier-profile.js';
import { firstText, isRecord, listOf, textAt, upperAt, type Json } from './json.js';
import { repaired, type RepairName } from './repairs.js';
import type { CarrierEvent, Snapshot, SnapshotContainer } from './snapshot.js';

export type Asked = { type: RequestType; number: string };

export type EventFault = { index: number; reason: string; event: unknown };

export type UnknownCode = { code: string; originalEvent: string };

export type Normalised =
  | { ok: true; snapshot: Snapshot; faults: EventFault[]; unknown: UnknownCode[]; eventCount: number }
  | { ok: false; reason: string };

export type Dialect = { body: BodyShape; repairs: RepairName[] };

type Gathered = {
  events: Map<string, { event: CarrierEvent; containerNumber: string | undefined }>;
  containers: Map<string, Omit<SnapshotContainer, 'events'>>;
  documents: Map<string, string>;
  retracted: Set<string>;
  faults: EventFault[];
  unknown: Map<string, UnknownCode>;
  bookingCancelled: boolean;
};

// The public tier of CMA CGM hashes references; a hash is neither shown nor matched (rule 12).
const isHash = (value: string): boolean => /^[0-9a-f]{64}$/i.test(value);

const DOCUMENTS: Record<string, 'booking' | 'bill'> = { BKG: 'booking', CBR: 'booking', TRD: 'bill', BOL: 'bill', HBL: 'bill' };

const noteDocuments = (raw: Json, gathered: Gathered): void => {
  const own = { documentReferenceType: raw['documentTypeCode'], documentReferenceValue: raw['documentID'] };
  for (const reference of [...listOf(raw['documentReferences']), own]) {
    const kind = DOCUMENTS[upperAt(reference, 'documentReferenceType') ?? ''];
    const value = textAt(reference, 'documentReferenceValue');
    if (kind && value !== undefined && !isHash(value) && !gathered.documents.has(kind)) gathered.documents.set(kind, value);
  }
};

const noteContainer = (raw: Json, number: string, gathered: Gathered): void => {
  const before = gathered.containers.get(number);
  const seal = textAt(listOf(raw['seals']).at(-1), 'sealNumber');
  const isoCode = upperAt(raw, 'ISOEquipmentCode');
  gathered.containers.set(number, { number, isoCode: isoCode ?? before?.isoCode, sealNumber: seal ?? before?.sealNumber });
};

const isCancellation = (raw: Json, { eventType, eventCode }: CarrierEvent): boolean => {
  if (eventType !== 'SHIPMENT' || (eventCode !== 'CANC' && eventCode !== 'VOID')) return false;
  const document = upperAt(raw, 'documentTypeCode');
  return document === 'CBR' || document === 'BKG';
};

/** Rule 1 within one identity: the word that was given last counts. */
export const isNewer = (a: CarrierEvent, b: CarrierEvent): boolean => (a.reportedAt?.getTime() ?? 0) >= (b.reportedAt?.getTime() ?? 0);

const gather = (raw: unknown, index: number, dialect: Dialect, reading: Reading, gathered: Gathered): void => {
  if (!isRecord(raw)) return void gathered.faults.push({ index, reason: 'The event is no object.', event: raw });
  const event = repaired(raw, dialect.repairs);
  const withdrawn = firstText(event, ['retractedEventID'], ['metadata', 'retractedEventID']);
  if (withdrawn !== undefined) gathered.retracted.add(withdrawn);

  const read = readEvent(event, reading);
  if (!read.ok) return void gathered.faults.push({ index, reason: read.fault, event: raw });
  if (!read.known) {
    const code = `${read.event.eventType}/${read.event.eventCode}`;
    gathered.unknown.set(code, { code, originalEvent: read.event.originalEvent });
  }
  noteDocuments(event, gathered);
  if (read.containerNumber !== undefined) noteContainer(event, read.containerNumber, gathered);
  if (isCancellation(event, read.event)) gathered.bookingCancelled = true;

  const before = gathered.events.get(read.event.key);
  if (!before || isNewer(read.event, before.event)) gathered.events.set(read.event.key, { event: read.event, containerNumber: read.containerNumber });
};

const byTime = (a: CarrierEvent, b: CarrierEvent): number =>
  (a.occursAt?.getTime() ?? 0) - (b.occursAt?.getTime() ?? 0) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Only what the carrier says outright; deciding a phase from the order of calls is the shipment's business. */
const placeOfPhase = (events: readonly CarrierEvent[], ...phases: string[]): string | undefined =>
  events.find(({ phase, retracted }) => phase !== undefined && phases.includes(phase) && !retracted)?.locationLocode;

const assembled = (gathered: Gathered, asked: Asked, scac: string): Snapshot => {
  const withdrawn = ({ key }: CarrierEvent) => gathered.retracted.has(key.slice(key.indexOf(':', scac.length + 1) + 1));
  const all = [...gathered.events.values()].map(({ event, containerNumber }) => ({ containerNumber, event: withdrawn(event) ? { ...event, retracted: true } : event }));
  all.sort((a, b) => byTime(a.event, b.event));
  const events = all.map(({ event }) => event);
  // The number that was asked for is a container of this answer even when only its vessel's calls are told. A scenario
  // of the sandbox is asked for as a container too and is none.
  if (asked.type === 'container' && looksLikeContainerNumber(asked.number) && all.length > 0 && !gathered.containers.has(asked.number)) gathered.containers.set(asked.number, { number: asked.number });
  const containers = [...gathered.containers.values()].sort((a, b) => (a.number < b.number ? -1 : 1));
  return {
    scac,
    billOfLadingNumber: gathered.documents.get('bill') ?? (asked.type === 'bill_of_lading' ? asked.number : undefined),
    bookingNumber: gathered.documents.get('booking') ?? (asked.type === 'booking_number' ? asked.number : undefined),
    containers: containers.map((container) => ({ ...container, events: all.filter(({ containerNumber }) => containerNumber === container.number).map(({ event }) => event) })),
    portOfLadingLocode: placeOfPhase(events, 'POL'),
    portOfDischargeLocode: placeOfPhase(events, 'POD'),
    destinationLocode: placeOfPhase(events, 'FCD', 'PDE'),
    bookingCancelled: gathered.bookingCancelled,
    events: all.filter(({ containerNumber }) => containerNumber === undefined).map(({ event }) => event),
  };
};

/** A carrier's pages → one snapshot. Pure, so that a repaired mapping can be run again over kept payloads. */
export const normalise = (pages: readonly unknown[], dialect: Dialect, asked: Asked, reading: Reading): Normalised => {
  const gathered: Gathered = { events: new Map(), containers: new Map(), documents: new Map(), retracted: new Set(), faults: [], unknown: new Map(), bookingCancelled: false };
  let index = 0;
  for (const page of pages) {
    const events = eventsOf(page, dialect.body);
    if (events === null) return { ok: false, reason: `The body is not the ${dialect.body.kind} that was agreed.` };
    for (const raw of events) gather(raw, index++, dialect, reading, gathered);
  }
  // When not one event could be read it is the body that is strange, not an event.
  if (index > 0 && gathered.faults.length === index) return { ok: false, reason: `None of ${index} events could be read: ${gathered.faults[0]?.reason ?? ''}` };
  return { ok: true, snapshot: assembled(gathered, asked, reading.scac), faults: gathered.faults, unknown: [...gathered.unknown.values()], eventCount: index };
};
