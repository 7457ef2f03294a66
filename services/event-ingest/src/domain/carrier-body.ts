import type { BodyShape } from './carrier-profile.js';
import { at, isRecord, listOf, textAt, type Json } from './json.js';

const joined = (page: Json, event: Json, eventType: string): Json => {
  const callId = textAt(event, 'transportCallID');
  const call = callId === undefined ? undefined : listOf(page['transportCall']).find((each) => textAt(each, 'transportCallID') === callId);
  const equipment = listOf(page['equipment']).find((each) => textAt(each, 'equipmentReference') === textAt(event, 'equipmentReference'));
  const isoCode = textAt(equipment, 'ISOEquipmentCode') ?? textAt(page, 'equipment', 'ISOEquipmentCode');
  return {
    eventType,
    ...(eventType === 'EQUIPMENT' && isoCode !== undefined ? { ISOEquipmentCode: isoCode } : {}),
    ...(call === undefined ? {} : { transportCall: call }),
    documentReferences: documentsOf(page),
    ...event,
  };
};

const documentsOf = (page: Json): Json[] => {
  const booking = textAt(page, 'shipment', 'carrierBookingReference');
  const bill = textAt(page, 'shipment', 'transportDocumentReference');
  return [
    ...(booking === undefined ? [] : [{ documentReferenceType: 'BKG', documentReferenceValue: booking }]),
    ...(bill === undefined ? [] : [{ documentReferenceType: 'TRD', documentReferenceValue: bill }]),
  ];
};

/** One object with a list for each kind, whose parts refer to each other by id. */
const ungrouped = (page: Json): unknown[] | null => {
  const kinds = [['SHIPMENT', 'shipmentEvent'], ['TRANSPORT', 'transportEvent'], ['EQUIPMENT', 'equipmentEvent']] as const;
  if (!kinds.some(([, key]) => Array.isArray(page[key]))) return null;
  return kinds.flatMap(([eventType, key]) =>
    listOf(page[key]).map((event) => (isRecord(event) ? joined(page, event, eventType) : event)),
  );
};

/** The events inside one page, or null when the page is not what the carrier promised. */
export const eventsOf = (page: unknown, shape: BodyShape): unknown[] | null => {
  if (shape.kind === 'grouped') return isRecord(page) ? ungrouped(page) : null;
  if (Array.isArray(page)) return page;
  // A carrier that starts or stops wrapping its list is still understood.
  const key = shape.kind === 'wrapped' ? shape.key : 'events';
  const wrapped = at(page, key);
  return Array.isArray(wrapped) ? wrapped : null;
};
