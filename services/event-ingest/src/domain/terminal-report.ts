import { normaliseContainerNumber } from '@landfall/shipping/container-number';
import { isFeeType } from '@landfall/shipping/fee-type';
import { toHoldName } from '@landfall/shipping/hold-name';
import { isLocalDate, parseCarrierTime } from '@landfall/shipping/local-date';
import { readEvent, type Reading } from './carrier-event.js';
import { at, firstText, isRecord, listOf, numberAt, textAt, upperAt } from './json.js';
import type { CarrierEvent, Fee, Hold, TerminalReport } from './snapshot.js';
import type { TerminalPlace, Yard } from './terminal-watch.js';

export type TerminalReading = Reading & { source: string; from: Yard; container: string; place: TerminalPlace };

export type ReadReport = { ok: true; report: TerminalReport } | { ok: false; fault: string };

// One box has a handful of each; a longer list is no list of one box.
const MOST_ENTRIES = 100;

const RELEASED = new Set(['released', 'clear', 'cleared', 'none', 'ok', 'no']);

/** A cleared hold is taken off the list; what is neither cleared nor pending stands. */
const holdOf = (name: string, status: string | undefined, description: string | undefined): Hold[] => {
  const said = status?.toLowerCase() ?? 'hold';
  if (RELEASED.has(said)) return [];
  const kind = toHoldName(name);
  return [{ name: kind, status: said === 'pending' ? 'pending' : 'hold', description: description ?? (kind === 'other' ? name : undefined) }];
};

const feeOf = (type: string, amount: number | undefined, currencyCode: string | undefined): Fee[] => {
  if (amount === undefined || amount < 0) return [];
  const known = type.toLowerCase().replace(/[\s-]+/g, '_');
  return [{ type: isFeeType(known) ? known : 'other', amount, currencyCode: currencyCode ?? 'USD' }];
};

/** The day as the terminal prints it. A time behind it is cut off and never converted: that way a day gets lost. */
const dayOf = (text: string | undefined): string | undefined => {
  const day = text?.slice(0, 10);
  return day !== undefined && isLocalDate(day) ? day : undefined;
};

const timeOf = (text: string | undefined, zone: string | null): Date | undefined => (text === undefined ? undefined : parseCarrierTime(text, zone ?? 'UTC')?.at);

const isTrue = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (['true', 'yes', 'y'].includes(text)) return true;
  return ['false', 'no', 'n'].includes(text) ? false : undefined;
};

/** Rule 15 asks who saw it: what a railway tells of its ramp is the railway's word. */
const seenThere = (event: CarrierEvent, { source, from }: TerminalReading): CarrierEvent => ({ ...event, key: `${from}:${source}:${event.key}`, dataSource: from, dataProviderName: source });

const eventsIn = (body: unknown, reading: TerminalReading): CarrierEvent[] =>
  listOf(at(body, 'events')).slice(0, MOST_ENTRIES).flatMap((raw) => {
    if (!isRecord(raw)) return [];
    const read = readEvent({ eventType: 'EQUIPMENT', eventClassifierCode: 'ACT', equipmentReference: reading.container, ...raw }, reading);
    return read.ok ? [seenThere(read.event, reading)] : [];
  });

const placeIn = (body: unknown, place: TerminalPlace) => ({
  terminalLocode: firstText(body, ['terminal', 'locode'], ['terminal', 'UNLocationCode'], ['locode'])?.toUpperCase() ?? place.locode ?? undefined,
  terminalSmdgCode: firstText(body, ['terminal', 'smdg'], ['terminal', 'smdgCode'], ['terminal', 'smdg_code'])?.toUpperCase() ?? place.smdgCode ?? undefined,
  terminalFirmsCode: firstText(body, ['terminal', 'firms'], ['terminal', 'firmsCode'], ['terminal', 'firms_code'])?.toUpperCase(),
});

/** The canonical form (carrier-data 4.1), as the sandbox and our own adapters speak it. */
export const readCanonicalReport = (body: unknown, reading: TerminalReading): ReadReport => {
  if (!isRecord(body)) return { ok: false, fault: 'The answer is no object.' };
  const container = textAt(body, 'container') ?? textAt(body, 'containerNumber');
  if (container === undefined || normaliseContainerNumber(container) !== reading.container) return { ok: false, fault: `The answer is about ${container ?? 'nothing'}.` };
  const place = placeIn(body, reading.place);
  const zone = reading.zoneOf({ locode: place.terminalLocode });
  // The terminal's own clock says what lies in its future (rule 4).
  const checkedAt = timeOf(textAt(body, 'checkedAt'), zone) ?? reading.now;
  return {
    ok: true,
    report: {
      containerNumber: reading.container,
      ...place,
      checkedAt,
      available: isTrue(body['available']),
      lastFreeDay: dayOf(textAt(body, 'lastFreeDay')),
      lastFreeDayOf: textAt(body, 'lastFreeDay') === undefined ? undefined : (textAt(body, 'lastFreeDayOf') ?? reading.from),
      holds: listOf(body['holds']).slice(0, MOST_ENTRIES).flatMap((hold) => holdOf(textAt(hold, 'name') ?? 'other', textAt(hold, 'status'), textAt(hold, 'description'))),
      fees: listOf(body['fees']).slice(0, MOST_ENTRIES).flatMap((fee) => feeOf(textAt(fee, 'type') ?? 'other', numberAt(fee, 'amount'), upperAt(fee, 'currency') ?? upperAt(fee, 'currencyCode'))),
      yardLocation: textAt(body, 'yardLocation'),
      appointmentAt: timeOf(textAt(body, 'appointmentAt'), zone),
      events: eventsIn(body, { ...reading, now: checkedAt }),
      source: reading.from === 'rail' ? 'rail' : (textAt(body, 'source') ?? reading.source),
      chassisNumber: textAt(body, 'chassisNumber'),
      offDock: isTrue(body['offDock']),
    },
  };
};

const APM_HOLDS: Record<string, string> = { customsHolds: 'customs', lineHolds: 'freight', freightHolds: 'freight', usdaHolds: 'USDA', tmfHolds: 'TMF', otherHolds: 'other' };

/** APM writes holds as lists, as words, and `otherHolds` now and then as a bare count. */
const apmHolds = (body: unknown): Hold[] =>
  Object.entries(APM_HOLDS).flatMap(([field, name]) => {
    const value = at(body, field);
    if (typeof value === 'number') return value > 0 ? holdOf(name, 'hold', `${value} ${field}`) : [];
    if (Array.isArray(value)) return value.flatMap((hold) => holdOf(name, textAt(hold, 'status'), textAt(hold, 'description') ?? textAt({ hold }, 'hold')));
    const text = textAt(body, field);
    return text === undefined ? [] : holdOf(name, RELEASED.has(text.toLowerCase()) ? 'released' : 'hold', text);
  });

/** APM Terminals' import availability, one container of the list. */
export const readApmReport = (body: unknown, reading: TerminalReading): ReadReport => {
  const rows = Array.isArray(body) ? body : listOf(at(body, 'importAvailabilities'));
  const row = rows.find((each) => normaliseContainerNumber(textAt(each, 'containerId') ?? textAt(each, 'assetId') ?? '') === reading.container);
  if (!isRecord(row)) return { ok: false, fault: 'The answer does not name the container.' };
  const zone = reading.zoneOf({ locode: reading.place.locode ?? undefined });
  const gone = upperAt(row, 'containerState') === 'DEPARTED' || upperAt(row, 'status') === 'DEPARTED';
  const goneAt = textAt(row, 'gateOutDate') ?? textAt(row, 'departedDate');
  const gate = gone && goneAt !== undefined ? [{ equipmentEventTypeCode: 'GTOT', emptyIndicatorCode: 'LADEN', eventDateTime: goneAt, eventLocation: { UNLocationCode: reading.place.locode } }] : [];
  return {
    ok: true,
    report: {
      containerNumber: reading.container,
      terminalLocode: reading.place.locode ?? undefined,
      terminalSmdgCode: reading.place.smdgCode ?? undefined,
      terminalFirmsCode: undefined,
      checkedAt: reading.now,
      available: isTrue(row['readyForDelivery'] ?? row['ready']),
      lastFreeDay: dayOf(textAt(row, 'storagePaidThroughDate') ?? textAt(row, 'lastFreeDay')),
      lastFreeDayOf: 'terminal',
      holds: apmHolds(row),
      fees: feeOf('demurrage', numberAt(row, 'demurrageAmount') ?? numberAt(row, 'storageAmount'), upperAt(row, 'currency')),
      yardLocation: textAt(row, 'yardLocation'),
      appointmentAt: timeOf(textAt(row, 'appointmentDateTime') ?? textAt(row, 'appointmentDate'), zone),
      events: eventsIn({ events: gate }, reading),
      source: reading.source,
      chassisNumber: undefined,
      offDock: isTrue(row['offDock']),
    },
  };
};
