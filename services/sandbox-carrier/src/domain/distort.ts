import type { DcsaEvent } from './dcsa-event.js';
import type { Fault } from './fault.js';

/** Events may be bent out of shape here, so their type is no longer promised. */
export type LooseEvent = Record<string, unknown>;

const FLOOD = 10_000;
const DAY_MS = 86_400_000;

const loose = (event: DcsaEvent): LooseEvent => ({ ...event });

const isRecord = (value: unknown): value is LooseEvent => typeof value === 'object' && value !== null && !Array.isArray(value);

const withVessel = (event: LooseEvent, change: (vessel: LooseEvent) => LooseEvent): LooseEvent => {
  const call = event['transportCall'];
  if (!isRecord(call) || !isRecord(call['vessel'])) return event;
  return { ...event, transportCall: { ...call, vessel: change(call['vessel']) } };
};

// The fields whose values are codes; places and numbers keep their case.
const CODES = ['eventType', 'eventClassifierCode', 'shipmentEventTypeCode', 'documentTypeCode', 'transportEventTypeCode', 'equipmentEventTypeCode', 'emptyIndicatorCode'];

const recased = (event: LooseEvent, recase: (text: string) => string): LooseEvent => {
  const codes = CODES.flatMap((field) => (typeof event[field] === 'string' ? [[field, recase(event[field])] as const] : []));
  const call = event['transportCall'];
  const mode = isRecord(call) && typeof call['modeOfTransport'] === 'string' ? { transportCall: { ...call, modeOfTransport: recase(call['modeOfTransport']) } } : {};
  return { ...event, ...Object.fromEntries(codes), ...mode };
};

const withoutOffset = (event: LooseEvent): LooseEvent => ({ ...event, eventDateTime: String(event['eventDateTime']).replace(/(Z|[+-]\d{2}:\d{2})$/, '') });

const EACH: Partial<Record<Fault, (event: LooseEvent) => LooseEvent>> = {
  no_imo: (event) => withVessel(event, ({ vesselIMONumber: _imo, ...vessel }) => vessel),
  integer_imo: (event) => withVessel(event, (vessel) => ({ ...vessel, vesselIMONumber: Number(vessel['vesselIMONumber']) })),
  no_offset: withoutOffset,
  no_transport_call: ({ transportCall: _call, ...event }) => event,
  lower_case: (event) => recased(event, (text) => text.toLowerCase()),
  title_case: (event) => recased(event, (text) => text.charAt(0) + text.slice(1).toLowerCase()),
};

const earlier = (event: DcsaEvent, days: number, more: Partial<DcsaEvent>): DcsaEvent => {
  const at = new Date(Date.parse(event.eventDateTime) - days * DAY_MS).toISOString();
  return { ...event, eventClassifierCode: 'ACT', eventDateTime: at, eventCreatedDateTime: at, eventID: `${event.eventID}-before-${days}`, ...more };
};

/** A whole journey of each box, two months older than the one asked for. */
const formerJourneys = (events: readonly DcsaEvent[]): DcsaEvent[] => {
  const boxes = new Map(events.flatMap((event) => (event.equipmentReference ? [[event.equipmentReference, event] as const] : [])));
  return [...boxes.values()].flatMap((event) => [
    earlier(event, 90, { equipmentEventTypeCode: 'GTOT', emptyIndicatorCode: 'EMPTY' }),
    earlier(event, 85, { equipmentEventTypeCode: 'GTIN', emptyIndicatorCode: 'LADEN' }),
    earlier(event, 65, { equipmentEventTypeCode: 'GTOT', emptyIndicatorCode: 'LADEN' }),
    earlier(event, 60, { equipmentEventTypeCode: 'GTIN', emptyIndicatorCode: 'EMPTY' }),
  ]);
};

/** One and the same step told again and again, each time as news. */
const flooded = (events: readonly DcsaEvent[]): DcsaEvent[] =>
  events.length === 0 ? [] : Array.from({ length: FLOOD }, (_, index) => {
    const event = events[index % events.length] as DcsaEvent;
    return index < events.length ? event : { ...event, eventID: `${event.eventID}-${Math.floor(index / events.length)}` };
  });

const retracted = (events: readonly DcsaEvent[]): DcsaEvent[] => {
  const last = events.findLast(({ eventClassifierCode, eventType }) => eventClassifierCode === 'ACT' && eventType === 'EQUIPMENT');
  return events.map((event) => (event === last ? { ...event, isRetracted: true as const } : event));
};

const doubled = (events: readonly DcsaEvent[]): DcsaEvent[] => {
  const shared = events.at(-2)?.eventID;
  return [...events, ...events].map((event) => (shared && event === events.at(-1) ? { ...event, eventID: shared } : event));
};

const WHOLE: Partial<Record<Fault, (events: readonly DcsaEvent[]) => DcsaEvent[]>> = {
  container_reuse: (events) => [...formerJourneys(events), ...events],
  flood: flooded,
  retraction: retracted,
  duplicate_ids: doubled,
};

/** More, fewer or other events than there are; done before they are cut into pages. */
export const multiplied = (events: readonly DcsaEvent[], faults: readonly Fault[]): readonly DcsaEvent[] =>
  faults.reduce((all, fault) => WHOLE[fault]?.(all) ?? all, events);

/** Each event as this carrier misspells it. */
export const misspelt = (events: readonly DcsaEvent[], faults: readonly Fault[]): LooseEvent[] =>
  events.map((event) => faults.reduce((bent, fault) => EACH[fault]?.(bent) ?? bent, loose(event)));

const ofKind = (events: readonly LooseEvent[], kind: string): LooseEvent[] => events.filter(({ eventType }) => String(eventType).toUpperCase() === kind);

/** A list for each kind; calls and boxes stand apart and are referred to by id. */
const grouped = (events: readonly LooseEvent[]): LooseEvent => {
  const calls = new Map(events.flatMap(({ transportCall: call }) => (isRecord(call) ? [[call['transportCallID'], call] as const] : [])));
  const boxes = new Map(events.flatMap(({ equipmentReference, ISOEquipmentCode }) => (equipmentReference ? [[equipmentReference, { equipmentReference, ISOEquipmentCode }] as const] : [])));
  const byId = ({ transportCall: call, ISOEquipmentCode: _iso, eventType: _type, ...event }: LooseEvent) => (isRecord(call) ? { ...event, transportCallID: call['transportCallID'] } : event);
  return {
    shipmentEvent: ofKind(events, 'SHIPMENT').map(byId),
    transportEvent: ofKind(events, 'TRANSPORT').map(byId),
    equipmentEvent: ofKind(events, 'EQUIPMENT').map(byId),
    transportCall: [...calls.values()],
    equipment: [...boxes.values()],
  };
};

/** The page as this carrier puts it. */
export const shaped = (events: readonly LooseEvent[], faults: readonly Fault[]): unknown => {
  if (faults.includes('grouped')) return grouped(events);
  return faults.includes('wrapped') ? { events } : events;
};
