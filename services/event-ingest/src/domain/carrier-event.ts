import { normaliseContainerNumber } from '@landfall/shipping/container-number';
import { parseImoNumber } from '@landfall/shipping/imo-number';
import { parseCarrierTime, type CarrierTime } from '@landfall/shipping/local-date';
import { isKnownCode, toClassifier, toEmptyIndicator, toMode } from './dcsa-codes.js';
import { at, firstText, numberAt, textAt, upperAt, type Json } from './json.js';
import type { CarrierEvent } from './snapshot.js';

export type ZoneOf = (place: { locode?: string | undefined; name?: string | undefined }) => string | null;

/** Whose words are read, when, and where they are kept. */
export type Reading = {
  scac: string;
  providerName: string;
  /** What the source's own clock says. */
  now: Date;
  zoneOf: ZoneOf;
  payloadId?: string | undefined;
};

export type ReadEvent =
  | { ok: true; event: CarrierEvent; containerNumber: string | undefined; known: boolean }
  | { ok: false; fault: string };

const HOUR_MS = 3_600_000;

// Clocks of terminals and gateways differ by minutes, zones wrongly given by hours; more than this is a plan, not a fact.
const AHEAD_TOLERATED_MS = 3 * HOUR_MS;

const CODE_FIELDS: Record<string, string[][]> = {
  TRANSPORT: [['transportEventTypeCode']],
  EQUIPMENT: [['equipmentEventTypeCode']],
  SHIPMENT: [['shipmentEventTypeCode'], ['shipmentInformationTypeCode']],
};

type Place = Pick<CarrierEvent, 'locationLocode' | 'locationName' | 'facilityCode' | 'facilityCodeList' | 'facilityType'>;

const placeOf = (raw: Json): Place => {
  const locode = firstText(raw, ['eventLocation', 'UNLocationCode'], ['transportCall', 'UNLocationCode'], ['transportCall', 'location', 'UNLocationCode'], ['UNLocationCode']);
  const ownFacility = textAt(raw, 'eventLocation', 'facilityCode');
  const list = ownFacility === undefined ? textAt(raw, 'transportCall', 'facilityCodeListProvider') : textAt(raw, 'eventLocation', 'facilityCodeListProvider');
  return {
    // Kept as reported even when no list knows it: the shipment then shows the text and no port.
    locationLocode: locode?.toUpperCase().replace(/\s/g, ''),
    locationName: firstText(raw, ['eventLocation', 'locationName'], ['transportCall', 'location', 'locationName'], ['transportCall', 'otherFacility'], ['location', 'locationName'], ['location']),
    facilityCode: (ownFacility ?? textAt(raw, 'transportCall', 'facilityCode'))?.toUpperCase(),
    facilityCodeList: list?.toUpperCase(),
    facilityType: firstText(raw, ['facilityTypeCode'], ['eventLocation', 'facilityTypeCode'], ['transportCall', 'facilityTypeCode'])?.toUpperCase(),
  };
};

type Voyage = Pick<CarrierEvent, 'mode' | 'vesselName' | 'vesselImo' | 'voyageNumber' | 'transportCallKey' | 'transportCallSequence'>;

// A ship enters a port on one voyage number and leaves on another.
const LEAVING = new Set(['LOAD', 'DEPA', 'GTIN']);

const voyageOf = (raw: Json, eventCode: string, place: Place): Voyage => {
  const call = raw['transportCall'];
  const sides = LEAVING.has(eventCode) ? ['exportVoyageNumber', 'importVoyageNumber'] : ['importVoyageNumber', 'exportVoyageNumber'];
  const voyageNumber = firstText(call, ...[...sides, 'carrierVoyageNumber'].map((side) => [side]));
  const vesselName = textAt(call, 'vessel', 'vesselName');
  const imo = textAt(call, 'vessel', 'vesselIMONumber');
  const vesselImo = imo === undefined ? undefined : (parseImoNumber(imo) ?? undefined);
  const mode = toMode(upperAt(call, 'modeOfTransport'));
  const ship = vesselImo ?? vesselName;
  // Without an id of its own, a call is known by where which ship was on which voyage.
  const composed = mode !== 'TRUCK' && place.locationLocode && ship ? [place.locationLocode, ship, voyageNumber ?? ''].join('/') : undefined;
  return {
    mode: mode ?? (ship === undefined ? undefined : 'VESSEL'),
    vesselName,
    vesselImo,
    voyageNumber,
    transportCallKey: textAt(call, 'transportCallID') ?? composed,
    transportCallSequence: numberAt(call, 'transportCallSequenceNumber'),
  };
};

type Times = Pick<CarrierEvent, 'occursAt' | 'occursOn' | 'classifier' | 'flags'>;

/** Rule 5: a time without offset is the local time of the place. Rule 4: an actual far ahead of the source's clock is an estimate. */
const timesOf = (time: CarrierTime, classifier: string, zone: string | null, now: Date): Times => {
  const ahead = classifier === 'ACT' && time.at.getTime() - now.getTime() > AHEAD_TOLERATED_MS;
  const flags = [...(ahead ? ['future_actual'] : []), ...(time.zoneAssumed ? [zone === null ? 'unknown_zone' : 'assumed_zone'] : [])];
  return { occursAt: time.at, occursOn: time.on ?? undefined, classifier: ahead ? 'EST' : classifier, flags };
};

const labelOf = (raw: Json, eventType: string, eventCode: string, emptyIndicator: string | undefined): string => {
  const own = firstText(raw, ['originalEvent'], ['carrierSpecificData', 'internalEventLabel'], ['eventDescription'], ['description']);
  const third = eventType === 'SHIPMENT' ? upperAt(raw, 'documentTypeCode') : emptyIndicator;
  return own ?? [eventType, eventCode, third].filter((part) => part !== undefined).join('/');
};

/** Rule 2: the source's own id, and where it gives none, what makes the event this one and no other. */
const keyOf = (raw: Json, reading: Reading, event: Omit<CarrierEvent, 'key'>, container: string | undefined): string => {
  const id = textAt(raw, 'eventID');
  if (id !== undefined) return [reading.scac, event.eventType, id].join(':');
  const place = event.facilityCode ?? event.locationLocode ?? event.locationName;
  const parts = [event.eventCode, event.classifier, container, place, event.voyageNumber, event.occursAt?.toISOString()];
  return [reading.scac, event.eventType, ...parts.map((part) => part ?? '')].join(':');
};

const headOf = (raw: Json): { eventType: string; eventCode: string; classifier: string } | { fault: string } => {
  const eventType = upperAt(raw, 'eventType');
  if (eventType === undefined) return { fault: 'eventType is missing.' };
  const eventCode = firstText(raw, ...(CODE_FIELDS[eventType] ?? [[`${eventType.toLowerCase()}EventTypeCode`], ['eventTypeCode']]))?.toUpperCase();
  if (eventCode === undefined) return { fault: `${eventType} names no event code.` };
  const given = upperAt(raw, 'eventClassifierCode');
  // A document is never planned, so carriers leave its classifier out.
  const classifier = toClassifier(given) ?? (eventType === 'SHIPMENT' && given === undefined ? 'ACT' : null);
  return classifier === null ? { fault: `eventClassifierCode ${given ?? ''} is none of ACT, EST, PLN.` } : { eventType, eventCode, classifier };
};

/** One event of a carrier in our words. A fault loses this event only; the rest of the payload is read on. */
export const readEvent = (raw: Json, reading: Reading): ReadEvent => {
  const head = headOf(raw);
  if ('fault' in head) return { ok: false, fault: head.fault };
  const { eventType, eventCode, classifier } = head;

  const place = placeOf(raw);
  const zone = reading.zoneOf({ locode: place.locationLocode, name: place.locationName });
  const text = firstText(raw, ['eventDateTime'], ['eventDate']);
  const time = text === undefined ? null : parseCarrierTime(text, zone ?? 'UTC');
  if (time === null) return { ok: false, fault: `eventDateTime ${text ?? ''} is no date.` };

  const emptyIndicator = toEmptyIndicator(upperAt(raw, 'emptyIndicatorCode'));
  const reference = textAt(raw, 'equipmentReference');
  const containerNumber = reference === undefined ? undefined : normaliseContainerNumber(reference);
  const reported = textAt(raw, 'eventCreatedDateTime');
  const event: Omit<CarrierEvent, 'key'> = {
    eventType,
    eventCode,
    emptyIndicator,
    originalEvent: labelOf(raw, eventType, eventCode, emptyIndicator),
    reportedAt: reported === undefined ? undefined : parseCarrierTime(reported, 'UTC')?.at,
    ...timesOf(time, classifier, zone, reading.now),
    ...place,
    ...voyageOf(raw, eventCode, place),
    phase: upperAt(raw, 'shipmentLocationType'),
    retracted: at(raw, 'isRetracted') === true,
    dataSource: 'shipping_line',
    dataProviderName: reading.providerName,
    dataProviderCode: reading.scac,
    payloadId: reading.payloadId,
    delayReason: upperAt(raw, 'delayReasonCode'),
    documentType: eventType === 'SHIPMENT' ? upperAt(raw, 'documentTypeCode') : undefined,
  };
  return { ok: true, event: { key: keyOf(raw, reading, event, containerNumber), ...event }, containerNumber, known: isKnownCode(eventType, eventCode) };
};
