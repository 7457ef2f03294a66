import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { at, isRecord, listOf, textAt, type Json } from '../../src/domain/json.js';

/** Which codes belong to which type: a code that contradicts the type is a bad request. */
const CODES: Record<string, { parameter: string; codes: string[] }> = {
  SHIPMENT: { parameter: 'shipmentEventTypeCode', codes: ['RECE', 'DRFT', 'PENA', 'PENU', 'REJE', 'APPR', 'ISSU', 'SURR', 'SUBM', 'VOID', 'CONF', 'REQS', 'CMPL', 'HOLD', 'RELS'] },
  TRANSPORT: { parameter: 'transportEventTypeCode', codes: ['ARRI', 'DEPA'] },
  EQUIPMENT: { parameter: 'equipmentEventTypeCode', codes: ['LOAD', 'DISC', 'GTIN', 'GTOT', 'STUF', 'STRP', 'PICK', 'DROP', 'INSP', 'RSEA', 'RMVD'] },
};

const references = (event: Json, ...types: string[]): string[] =>
  listOf(event['documentReferences']).filter((reference) => types.includes(textAt(reference, 'documentReferenceType') ?? '')).map((reference) => textAt(reference, 'documentReferenceValue') ?? '');

/** Every filter of the interface, and what an event must carry to pass it. */
const FILTERS: Record<string, (event: Json) => (string | undefined)[]> = {
  eventType: (event) => [textAt(event, 'eventType')],
  shipmentEventTypeCode: (event) => [textAt(event, 'shipmentEventTypeCode')],
  documentTypeCode: (event) => [textAt(event, 'documentTypeCode')],
  transportEventTypeCode: (event) => [textAt(event, 'transportEventTypeCode')],
  equipmentEventTypeCode: (event) => [textAt(event, 'equipmentEventTypeCode')],
  carrierBookingReference: (event) => references(event, 'BKG', 'CBR'),
  transportDocumentReference: (event) => references(event, 'TRD'),
  equipmentReference: (event) => [textAt(event, 'equipmentReference')],
  transportCallID: (event) => [textAt(event, 'transportCall', 'transportCallID')],
  vesselIMONumber: (event) => [textAt(event, 'transportCall', 'vessel', 'vesselIMONumber')],
  exportVoyageNumber: (event) => [textAt(event, 'transportCall', 'exportVoyageNumber')],
  carrierServiceCode: (event) => [textAt(event, 'transportCall', 'carrierServiceCode')],
  UNLocationCode: (event) => [textAt(event, 'transportCall', 'UNLocationCode'), textAt(event, 'eventLocation', 'UNLocationCode')],
};

const COMPARE: Record<string, (a: number, b: number) => boolean> = { gte: (a, b) => a >= b, gt: (a, b) => a > b, lte: (a, b) => a <= b, lt: (a, b) => a < b, eq: (a, b) => a === b };

type Wish = { ok: true; wanted: (event: Json) => boolean } | { ok: false; error: string };

const contradiction = (query: URLSearchParams): string | null => {
  const types = query.get('eventType')?.split(',') ?? Object.keys(CODES);
  for (const type of types) if (!CODES[type]) return `eventType ${type}`;
  for (const [type, { parameter, codes }] of Object.entries(CODES)) {
    const given = query.get(parameter)?.split(',') ?? [];
    if (given.some((code) => !codes.includes(code))) return parameter;
    if (given.length > 0 && !types.includes(type)) return `${parameter} contradicts eventType`;
  }
  return null;
};

const wishOf = (query: URLSearchParams): Wish => {
  const error = contradiction(query);
  if (error) return { ok: false, error };
  const tests: ((event: Json) => boolean)[] = [];
  for (const [name, value] of query) {
    if (['limit', 'cursor', 'sort'].includes(name)) continue;
    const [field = '', operator = 'eq'] = name.split(':');
    const compare = COMPARE[operator];
    if (field === 'eventCreatedDateTime' && compare) tests.push((event) => compare(Date.parse(textAt(event, field) ?? ''), Date.parse(value)));
    else if (FILTERS[name]) tests.push((event) => (FILTERS[name]?.(event) ?? []).some((carried) => carried !== undefined && value.split(',').includes(carried)));
    else return { ok: false, error: `${name} is no parameter` };
  }
  return { ok: true, wanted: (event) => tests.every((test) => test(event)) };
};

/** What the suite checks of each event before it counts: the fields that its schema requires. */
export const schemaFaults = (event: unknown): string[] => {
  if (!isRecord(event)) return ['no object'];
  const type = textAt(event, 'eventType') ?? '';
  const required = ['eventID', 'eventCreatedDateTime', 'eventClassifierCode', 'eventDateTime', CODES[type]?.parameter ?? 'eventType', ...(type === 'TRANSPORT' ? ['transportCall'] : []), ...(type === 'EQUIPMENT' ? ['emptyIndicatorCode'] : []), ...(type === 'SHIPMENT' ? ['documentID', 'documentTypeCode'] : [])];
  return required.filter((field) => at(event, field) === undefined);
};

/** A publisher of Track & Trace 2.2 that honours every filter and refuses what the standard refuses. */
export const publisher = async (events: Json[]): Promise<LocalServer> => {
  const server = await localServer((seen, res) => {
    const url = new URL(seen.url, server.url);
    const wish = wishOf(url.searchParams);
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => res.writeHead(status, { 'content-type': 'application/json', 'API-Version': '2.2.0', ...headers }).end(JSON.stringify(body));
    if (!wish.ok) return answer(400, { httpMethod: 'GET', requestUri: seen.url, errors: [{ reason: 'invalidParameter', message: wish.error }], statusCode: 400, statusCodeText: 'Bad Request', errorDateTime: '2026-03-01T00:00:00Z' });
    const found = events.filter(wish.wanted);
    const limit = Number(url.searchParams.get('limit') ?? 100);
    const start = Number(Buffer.from(url.searchParams.get('cursor') ?? '', 'base64').toString() || 0);
    const more = start + limit < found.length;
    const cursor = Buffer.from(String(start + limit)).toString('base64');
    const next = new URL(url);
    next.searchParams.set('cursor', cursor);
    // The interface names one header and the suite reads another, so both are sent.
    return answer(200, found.slice(start, start + limit), more ? { 'Next-Page': next.href, 'Next-Page-Cursor': cursor } : {});
  });
  return server;
};
