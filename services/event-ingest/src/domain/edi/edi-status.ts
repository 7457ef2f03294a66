import type { Json } from '../json.js';

/** A place on the way, by its part in the journey: receipt, load, discharge, delivery. */
export type Stop = { role: 'R' | 'L' | 'D' | 'E'; locode: string | undefined; name: string | undefined; actual: string | undefined; estimated: string | undefined };

/** What a status message says, whatever its syntax. */
export type EdiStatus = {
  code: string;
  laden: boolean | undefined;
  at: string | undefined;
  locode: string | undefined;
  placeName: string | undefined;
  container: string | undefined;
  isoCode: string | undefined;
  bill: string | undefined;
  booking: string | undefined;
  scac: string | undefined;
  vesselImo: string | undefined;
  vesselName: string | undefined;
  voyage: string | undefined;
  seal: string | undefined;
  stops: Stop[];
};

type Meaning = { type: 'EQUIPMENT' | 'TRANSPORT' | 'SHIPMENT'; code: string; mode?: string; empty?: 'EMPTY' | 'LADEN'; document?: string; estimated?: true };

/** The letters of X12 315, which IFTSTA borrows (carrier-data 5). */
const MEANINGS: Record<string, Meaning> = {
  EE: { type: 'EQUIPMENT', code: 'GTOT', mode: 'TRUCK', empty: 'EMPTY' },
  OA: { type: 'EQUIPMENT', code: 'GTOT', mode: 'TRUCK' },
  I: { type: 'EQUIPMENT', code: 'GTIN', mode: 'TRUCK' },
  RD: { type: 'EQUIPMENT', code: 'GTIN', mode: 'TRUCK', empty: 'EMPTY' },
  AE: { type: 'EQUIPMENT', code: 'LOAD', mode: 'VESSEL' },
  UV: { type: 'EQUIPMENT', code: 'DISC', mode: 'VESSEL' },
  AO: { type: 'EQUIPMENT', code: 'LOAD', mode: 'BARGE' },
  AL: { type: 'EQUIPMENT', code: 'LOAD', mode: 'RAIL' },
  UR: { type: 'EQUIPMENT', code: 'DISC', mode: 'RAIL' },
  VD: { type: 'TRANSPORT', code: 'DEPA', mode: 'VESSEL' },
  VA: { type: 'TRANSPORT', code: 'ARRI', mode: 'VESSEL' },
  RL: { type: 'TRANSPORT', code: 'DEPA', mode: 'RAIL' },
  AR: { type: 'TRANSPORT', code: 'ARRI', mode: 'RAIL' },
  AG: { type: 'TRANSPORT', code: 'ARRI', mode: 'RAIL', estimated: true },
  AV: { type: 'EQUIPMENT', code: 'AVPU' },
  PA: { type: 'SHIPMENT', code: 'HOLD', document: 'CUS' },
  PQ: { type: 'SHIPMENT', code: 'HOLD', document: 'CUS' },
  CT: { type: 'SHIPMENT', code: 'RELS', document: 'CUS' },
  CU: { type: 'SHIPMENT', code: 'RELS', document: 'CUS' },
  CR: { type: 'SHIPMENT', code: 'RELS', document: 'CAS' },
};

const CODE_FIELD = { EQUIPMENT: 'equipmentEventTypeCode', TRANSPORT: 'transportEventTypeCode', SHIPMENT: 'shipmentEventTypeCode' };

const PHASES: Record<Stop['role'], string> = { R: 'PRE', L: 'POL', D: 'POD', E: 'FCD' };

const meaningOf = (status: EdiStatus): Meaning | undefined => {
  const meaning = MEANINGS[status.code];
  // VA is written at rail ramps too; only with a ship in the message does a ship arrive.
  if (status.code === 'VA' && !status.vesselImo && !status.vesselName) return { type: 'TRANSPORT', code: 'ARRI', mode: 'RAIL' };
  return meaning;
};

const phaseAt = (status: EdiStatus, locode: string | undefined): string | undefined => {
  const stop = locode === undefined ? undefined : status.stops.find((each) => each.locode === locode);
  return stop && PHASES[stop.role];
};

const documents = ({ bill, booking }: EdiStatus): Json[] => [
  ...(bill === undefined ? [] : [{ documentReferenceType: 'TRD', documentReferenceValue: bill }]),
  ...(booking === undefined ? [] : [{ documentReferenceType: 'BKG', documentReferenceValue: booking }]),
];

const common = (status: EdiStatus): Json => ({
  equipmentReference: status.container,
  ISOEquipmentCode: status.isoCode,
  documentReferences: documents(status),
  seals: status.seal === undefined ? [] : [{ sealNumber: status.seal }],
});

const callOf = (status: EdiStatus, mode: string | undefined): Json => ({
  modeOfTransport: mode,
  exportVoyageNumber: mode === 'VESSEL' || mode === 'BARGE' ? status.voyage : undefined,
  vessel: mode === 'VESSEL' ? { vesselIMONumber: status.vesselImo, vesselName: status.vesselName } : undefined,
});

/** The other stops of the message say when the ship left and when it is expected: worth events of their own. */
const stopEvent = (status: EdiStatus, stop: Stop): Json[] => {
  const at = stop.actual ?? stop.estimated;
  if (at === undefined || stop.locode === undefined || stop.locode === status.locode || stop.role === 'R') return [];
  const mode = stop.role === 'E' ? 'RAIL' : 'VESSEL';
  return [
    {
      ...common(status),
      eventType: 'TRANSPORT',
      transportEventTypeCode: stop.role === 'L' ? 'DEPA' : 'ARRI',
      eventClassifierCode: stop.actual === undefined ? 'EST' : 'ACT',
      eventDateTime: at,
      eventLocation: { UNLocationCode: stop.locode, locationName: stop.name },
      transportCall: callOf(status, mode),
      shipmentLocationType: PHASES[stop.role],
      originalEvent: `R4/${stop.role}`,
    },
  ];
};

const unknownEvent = (status: EdiStatus): Json => ({ ...common(status), eventType: 'EDI', eventTypeCode: status.code, eventClassifierCode: 'ACT', eventDateTime: status.at, eventLocation: { UNLocationCode: status.locode, locationName: status.placeName }, originalEvent: status.code });

/** A status message as events of the common vocabulary, so that everything behind reads one language. */
export const eventsOfStatus = (status: EdiStatus): Json[] => {
  const meaning = meaningOf(status);
  const stops = status.stops.flatMap((stop) => stopEvent(status, stop));
  if (!meaning) return [unknownEvent(status), ...stops];
  const laden = status.laden === undefined ? undefined : status.laden ? 'LADEN' : 'EMPTY';
  const inland = meaning.mode === 'RAIL' && meaning.code === 'ARRI';
  return [
    {
      ...common(status),
      eventType: meaning.type,
      [CODE_FIELD[meaning.type]]: meaning.code,
      eventClassifierCode: meaning.estimated ? 'EST' : 'ACT',
      eventDateTime: status.at,
      emptyIndicatorCode: meaning.empty ?? (meaning.type === 'EQUIPMENT' ? laden : undefined),
      documentTypeCode: meaning.document,
      eventLocation: { UNLocationCode: status.locode, locationName: status.placeName, ...(inland ? { facilityTypeCode: 'RAMP' } : {}) },
      transportCall: callOf(status, meaning.mode),
      shipmentLocationType: phaseAt(status, status.locode),
      originalEvent: status.code,
    },
    ...stops,
  ];
};
