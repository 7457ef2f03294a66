import { at, isRecord, textAt, upperAt, type Json } from './json.js';

const withCall = (event: Json, change: (call: Json) => Json): Json => {
  const call = event['transportCall'];
  return isRecord(call) ? { ...event, transportCall: change(call) } : event;
};

/** CMA CGM names the phase itself, which beats every guess from the order of calls. */
const cmaSpecifics = (event: Json): Json => {
  const specific = event['carrierSpecificData'];
  if (!isRecord(specific)) return event;
  const hub = upperAt(specific, 'transportationPhase') === 'TRANSSHIPMENT' ? 'PTS' : undefined;
  const label = textAt(specific, 'internalEventLabel') ?? textAt(specific, 'internalEventCode');
  return {
    ...event,
    shipmentLocationType: textAt(specific, 'shipmentLocationType') ?? hub,
    ...(label === undefined ? {} : { originalEvent: label }),
  };
};

const placeOf = (place: unknown): unknown => (typeof place === 'string' ? { locationName: place } : place);

/** HMM writes places as plain strings, and the LOCODE only as the start of the facility code (KRPUSPNC). */
const hmmPlaces = (event: Json): Json => {
  const placed = { ...event, eventLocation: placeOf(event['eventLocation'] ?? event['location']) };
  return withCall(placed, (call) => {
    const code = upperAt(call, 'facilityCode');
    const split = code === undefined ? null : /^([A-Z]{2}[A-Z2-9]{3})([A-Z0-9]{2,6})$/.exec(code);
    return {
      ...call,
      location: placeOf(call['location']),
      ...(split ? { UNLocationCode: textAt(call, 'UNLocationCode') ?? split[1], facilityCode: split[2] } : {}),
    };
  });
};

/** Some gateways flatten TRANSPORT events: what belongs to the call stands beside it. */
const flatTransport = (event: Json): Json => {
  if (isRecord(event['transportCall'])) return event;
  const { UNLocationCode, location, facilityCode, facilityCodeListProvider, facilityTypeCode, modeOfTransport, vessel } = event;
  const { exportVoyageNumber, importVoyageNumber, carrierVoyageNumber, vesselName, vesselIMONumber } = event;
  const ship = vessel ?? { vesselName, vesselIMONumber };
  const call = { UNLocationCode, location, facilityCode, facilityCodeListProvider, facilityTypeCode, modeOfTransport, vessel: ship };
  return { ...event, transportCall: { ...call, exportVoyageNumber, importVoyageNumber, carrierVoyageNumber } };
};

/** Maersk renames address fields; only the city is read, as a name of last resort. */
const maerskAddresses = (event: Json): Json =>
  withCall(event, (call) => {
    const city = textAt(call, 'location', 'cityName') ?? textAt(call, 'location', 'address', 'cityName');
    const location = call['location'];
    if (city === undefined || !isRecord(location) || textAt(location, 'locationName') !== undefined) return call;
    return { ...call, location: { ...location, locationName: city } };
  });

const voyageOf = (call: unknown, side: string): string | undefined =>
  textAt(call, `${side}VoyageNumberOrReference`, 'carrierVoyageNumber') ?? textAt(call, `${side}VoyageNumberOrReference`, 'universalVoyageReference');

/** Version 3.0.0 (alpha) sorts the same facts into other drawers; this puts them where 2.2 has them. */
const versionThree = (event: Json): Json => {
  const kind = event['eventClassification'];
  if (!isRecord(kind)) return event;
  const call = at(event, 'transportDetails', 'transportCall');
  const party = textAt(event, 'eventRouting', 'originatingParty', 'partyCode');
  const id = textAt(event, 'eventID');
  const document = at(event, 'shipmentDetails', 'documentReference');
  return {
    ...kind,
    eventID: party && id ? `${party}:${id}` : id,
    eventType: kind['eventTypeCode'],
    eventDateTime: event['eventDateTime'],
    eventCreatedDateTime: event['eventUpdatedDateTime'],
    isRetracted: event['isRetracted'],
    eventLocation: { ...(isRecord(event['eventLocation']) ? event['eventLocation'] : {}), ...asRecord(at(event, 'eventLocation', 'facility')) },
    shipmentLocationType: at(event, 'shipmentDetails', 'shipmentLocationType'),
    delayReasonCode: Array.isArray(at(event, 'transportDetails', 'delayReasonCodes')) ? (at(event, 'transportDetails', 'delayReasonCodes') as unknown[])[0] : undefined,
    ...asRecord(event['equipmentDetails']),
    documentReferences: isRecord(document) ? [{ documentReferenceType: document['typeCode'], documentReferenceValue: document['reference'] }] : [],
    transportCall: {
      transportCallID: at(call, 'transportCallReference'),
      modeOfTransport: at(call, 'modeOfTransport'),
      exportVoyageNumber: voyageOf(call, 'export'),
      importVoyageNumber: voyageOf(call, 'import'),
      vessel: at(call, 'vesselTransport'),
    },
  };
};

const asRecord = (value: unknown): Json => (isRecord(value) ? value : {});

/** Named, because profiles are data and name the repairs they need. */
export const REPAIRS = {
  cma_specifics: cmaSpecifics,
  hmm_places: hmmPlaces,
  flat_transport: flatTransport,
  maersk_addresses: maerskAddresses,
  version_three: versionThree,
} satisfies Record<string, (event: Json) => Json>;

export type RepairName = keyof typeof REPAIRS;

export const isRepairName = (name: string): name is RepairName => Object.hasOwn(REPAIRS, name);

export const repaired = (event: Json, names: readonly RepairName[]): Json =>
  names.reduce((changed, name) => REPAIRS[name](changed), event);
