import type { DcsaEvent, EventType } from './dcsa-event.js';
import { normalisedNumber } from './asked-number.js';

export type Operator = 'gte' | 'gt' | 'lte' | 'lt' | 'eq';
export type Bound = { operator: Operator; at: number };
export type Sort = { field: 'eventDateTime' | 'eventCreatedDateTime'; ascending: boolean };

/** A question as Track & Trace 2.2 puts it: lists are alternatives, fields are all demanded. */
export type Query = {
  references: { bill?: string; booking?: string; container?: string };
  lists: Partial<Record<ListName, readonly string[]>>;
  created: readonly Bound[];
  limit: number;
  cursor?: string;
  sort: Sort;
};

export type Fault = { parameter: string; message: string };
export type ParsedQuery = { ok: true; query: Query } | { ok: false; faults: Fault[] };

const TYPES: readonly string[] = ['SHIPMENT', 'TRANSPORT', 'EQUIPMENT'];
const SHIPMENT_CODES = ['RECE', 'DRFT', 'PENA', 'PENU', 'REJE', 'APPR', 'ISSU', 'SURR', 'SUBM', 'VOID', 'CONF', 'REQS', 'CMPL', 'HOLD', 'RELS'];
const DOCUMENT_CODES = ['CBR', 'BKG', 'SHI', 'SRM', 'TRD', 'ARN', 'VGM', 'CAS', 'CUS', 'DGD', 'OOG'];
const EQUIPMENT_CODES = ['LOAD', 'DISC', 'GTIN', 'GTOT', 'STUF', 'STRP', 'PICK', 'DROP', 'INSP', 'RSEA', 'RMVD'];

type ListRule = { of?: EventType; values?: readonly string[]; form?: RegExp; read: (event: DcsaEvent) => readonly (string | undefined)[] };

/** Every list filter: which events it is about, what it may say, and where it looks. */
const LISTS = {
  eventType: { values: TYPES, read: ({ eventType }) => [eventType] },
  shipmentEventTypeCode: { of: 'SHIPMENT', values: SHIPMENT_CODES, read: ({ shipmentEventTypeCode }) => [shipmentEventTypeCode] },
  documentTypeCode: { of: 'SHIPMENT', values: DOCUMENT_CODES, read: ({ documentTypeCode }) => [documentTypeCode] },
  transportEventTypeCode: { of: 'TRANSPORT', values: ['ARRI', 'DEPA'], read: ({ transportEventTypeCode }) => [transportEventTypeCode] },
  equipmentEventTypeCode: { of: 'EQUIPMENT', values: EQUIPMENT_CODES, read: ({ equipmentEventTypeCode }) => [equipmentEventTypeCode] },
  transportCallID: { form: /^.{1,100}$/, read: ({ transportCall }) => [transportCall?.transportCallID] },
  vesselIMONumber: { form: /^\d{7}$/, read: ({ transportCall }) => [transportCall?.vessel?.vesselIMONumber?.toString()] },
  exportVoyageNumber: { form: /^.{1,50}$/, read: ({ transportCall }) => [transportCall?.exportVoyageNumber] },
  carrierServiceCode: { form: /^.{1,11}$/, read: ({ transportCall }) => [transportCall?.carrierServiceCode] },
  UNLocationCode: { form: /^[A-Z]{2}[A-Z2-9]{3}$/, read: ({ transportCall, eventLocation }) => [transportCall?.UNLocationCode, eventLocation?.UNLocationCode] },
} as const satisfies Record<string, ListRule>;

type ListName = keyof typeof LISTS;
const ruleOf = (name: ListName): ListRule => LISTS[name];
const LIST_NAMES = Object.keys(LISTS) as ListName[];

const REFERENCES = {
  transportDocumentReference: { key: 'bill', longest: 20 }, transportDocumentID: { key: 'bill', longest: 20 },
  carrierBookingReference: { key: 'booking', longest: 35 }, bookingReference: { key: 'booking', longest: 35 },
  equipmentReference: { key: 'container', longest: 15 },
} as const;

export const REFERENCE_NAMES: readonly string[] = Object.keys(REFERENCES);

/** What was called otherwise in earlier versions. */
const ALIASES: Record<string, ListName> = { carrierVoyageNumber: 'exportVoyageNumber' };

const CREATED = /^eventCreatedDateTime(?::(gte|gt|lte|lt|eq))?$/;
const FIELDS = ['eventDateTime', 'eventCreatedDateTime'] as const;
const DEFAULT_LIMIT = 100, LARGEST_LIMIT = 1_000;

export type Given = readonly (readonly [name: string, value: string])[];

const listOf = (name: ListName, value: string): readonly string[] | Fault => {
  const { values, form } = ruleOf(name);
  const items = value.split(',').map((item) => item.trim());
  const wrong = items.find((item) => (values ? !values.includes(item) : form && !form.test(item)));
  return wrong === undefined ? items : { parameter: name, message: values ? `${wrong} is none of ${values.join(', ')}` : `${wrong} has not the form of ${name}` };
};

const boundOf = (name: string, value: string): Bound | Fault => {
  const operator = (CREATED.exec(name)?.[1] ?? 'eq') as Operator;
  const at = Date.parse(value);
  return /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(at) ? { operator, at } : { parameter: name, message: `${value} is no date-time` };
};

const sortOf = (value: string): Sort | Fault => {
  const [name, direction = 'ASC', more] = value.split(':');
  const field = FIELDS.find((one) => one === name);
  const known = field !== undefined && ['ASC', 'DESC'].includes(direction) && more === undefined;
  return known ? { field, ascending: direction === 'ASC' } : { parameter: 'sort', message: `${value} is not ${FIELDS.join(' or ')} with :ASC or :DESC` };
};

const limitOf = (value: string): number | Fault =>
  /^\d{1,6}$/.test(value) && Number(value) >= 1 ? Math.min(Number(value), LARGEST_LIMIT) : { parameter: 'limit', message: `${value} is no number of 1 or more` };

const referenceOf = (name: keyof typeof REFERENCES, value: string): string | Fault => {
  const number = normalisedNumber(value);
  // Scenario names with a suffix may be longer than the standard lets a real number be (ADR-0092).
  const longest = number.startsWith('TEST') ? 64 : REFERENCES[name].longest;
  return number.length >= 1 && value.length <= longest ? number : { parameter: name, message: `${name} has 1 to ${longest} characters` };
};

const isFault = (value: unknown): value is Fault => typeof value === 'object' && value !== null && 'parameter' in value;

/** A code of one kind of event, asked together with another kind, can have no answer: the standard wants that refused. */
const contradictions = (lists: Query['lists']): Fault[] => {
  const asked = lists.eventType;
  const coded = LIST_NAMES.filter((name) => lists[name] && ruleOf(name).of);
  const kinds = new Set(coded.map((name) => ruleOf(name).of));
  const against = coded.filter((name) => asked && !asked.includes(ruleOf(name).of ?? ''));
  return [
    ...against.map((name) => ({ parameter: name, message: `${name} is about ${ruleOf(name).of} events, and eventType asks for ${asked?.join(', ')}` })),
    ...(kinds.size > 1 ? [{ parameter: coded.join(', '), message: 'No event has codes of two kinds' }] : []),
  ];
};

type Draft = { references: Query['references']; lists: Partial<Record<ListName, readonly string[]>>; created: Bound[]; limit: number; cursor?: string; sort: Sort };

const isReference = (name: string): name is keyof typeof REFERENCES => Object.hasOwn(REFERENCES, name);
const isList = (name: string): name is ListName => Object.hasOwn(LISTS, name);

const read = (draft: Draft, name: string, value: string): Fault | undefined => {
  const keep = <Value>(parsed: Value | Fault, into: (good: Value) => void): Fault | undefined => {
    if (isFault(parsed)) return parsed;
    into(parsed);
    return undefined;
  };
  const list = ALIASES[name] ?? name;
  if (isReference(name)) return keep(referenceOf(name, value), (number) => (draft.references[REFERENCES[name].key] = number));
  if (isList(list)) return keep(listOf(list, value), (items) => (draft.lists[list] = items));
  if (CREATED.test(name)) return keep(boundOf(name, value), (bound) => draft.created.push(bound));
  if (name === 'limit') return keep(limitOf(value), (limit) => (draft.limit = limit));
  if (name === 'sort') return keep(sortOf(value), (sort) => (draft.sort = sort));
  if (name !== 'cursor') return { parameter: name, message: `${name} is no filter of this version` };
  draft.cursor = value;
  return undefined;
};

export const parseQuery = (given: Given): ParsedQuery => {
  const draft: Draft = { references: {}, lists: {}, created: [], limit: DEFAULT_LIMIT, sort: { field: 'eventCreatedDateTime', ascending: true } };
  const faults = given.flatMap(([name, value]) => read(draft, name, value) ?? []);
  const all = [...faults, ...contradictions(draft.lists)];
  return all.length > 0 ? { ok: false, faults: all } : { ok: true, query: draft };
};

const COMPARE: Record<Operator, (a: number, b: number) => boolean> = { gte: (a, b) => a >= b, gt: (a, b) => a > b, lte: (a, b) => a <= b, lt: (a, b) => a < b, eq: (a, b) => a === b };

/** Ships' calls and papers concern every box of the booking; what a box did concerns that box. */
const isAbout = (event: DcsaEvent, container: string | undefined): boolean =>
  container === undefined || event.equipmentReference === undefined || event.equipmentReference === container;

export const matches = (event: DcsaEvent, { lists, created }: Pick<Query, 'lists' | 'created'>, container?: string): boolean => {
  const saidAt = Date.parse(event.eventCreatedDateTime);
  return (
    isAbout(event, container) &&
    created.every(({ operator, at }) => COMPARE[operator](saidAt, at)) &&
    LIST_NAMES.every((name) => lists[name] === undefined || ruleOf(name).read(event).some((value) => value !== undefined && lists[name]?.includes(value)))
  );
};

export const sorted = (events: readonly DcsaEvent[], { field, ascending }: Sort): DcsaEvent[] => {
  const sign = ascending ? 1 : -1;
  return [...events].sort((a, b) => sign * (Date.parse(a[field]) - Date.parse(b[field])) || (a.eventID < b.eventID ? -1 : 1));
};
