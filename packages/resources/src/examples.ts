import { Notice } from '@landfall/contracts/gen/notice/v1/notice';
import { MetroArea, Port, RailTerminal, Terminal, Vessel } from '@landfall/contracts/gen/shipment/v1/place';
import { Container, Shipment, TransportEvent } from '@landfall/contracts/gen/shipment/v1/shipment';
import { TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { PUBLIC_EVENT_NAMES, type PublicEventName } from '@landfall/shipping/public-event';

// Fixed and well-formed, so that two reads of the examples agree and strict clients accept the ids.
const id = (n: number) => `0190a0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const EXAMPLE_ACCOUNT_ID = id(1);
const SHIPMENT = id(2), CONTAINER = id(3), POL = id(6), POD = id(7), TERMINAL = id(8);
const VESSEL = id(9), METRO = id(10), RAMP = id(11);

// What happens differs from event to event, so it has ids of its own: the examples can be shown in one document.
const numberOf = (event: PublicEventName) => 100 * (PUBLIC_EVENT_NAMES.indexOf(event) + 1);
const noticeId = (event: PublicEventName) => id(numberOf(event));
const eventId = (event: PublicEventName) => id(numberOf(event) + 1);
const requestId = (event: PublicEventName) => id(numberOf(event) + 2);

const day = (n: number) => new Date(Date.UTC(2026, 0, n, 8));
const accountId = EXAMPLE_ACCOUNT_ID;

const shipment = Shipment.fromPartial({
  accountId, id: SHIPMENT, billOfLadingNumber: 'MEDUAB123456', normalizedNumber: 'AB123456', refNumbers: ['PO-1001'], tags: ['example'],
  createdAt: day(1), updatedAt: day(20), shippingLineScac: 'MSCU', shippingLineName: 'Mediterranean Shipping Company', shippingLineShortName: 'MSC',
  portOfLadingId: POL, portOfLadingLocode: 'CNSHA', portOfLadingName: 'Shanghai', polTimezone: 'Asia/Shanghai', polAtdAt: day(3),
  portOfDischargeId: POD, portOfDischargeLocode: 'USLGB', portOfDischargeName: 'Long Beach', podTimezone: 'America/Los_Angeles',
  podEtaAt: day(20), podOriginalEtaAt: day(18), podTerminalId: TERMINAL, podVesselName: 'EXAMPLE STAR', podVesselImo: '9321483', podVoyageNumber: '101E',
  destinationId: METRO, destinationType: 'metro_area', destinationLocode: 'USCHI', destinationName: 'Chicago', destinationTimezone: 'America/Chicago',
  destinationTerminalId: RAMP, destinationTerminalType: 'rail_terminal', containerIds: [CONTAINER],
});

const container = Container.fromPartial({
  accountId, id: CONTAINER, shipmentId: SHIPMENT, number: 'MSCU1234566', createdAt: day(1), updatedAt: day(20), equipmentType: 'dry', equipmentLength: 40,
  equipmentHeight: 'high_cube', currentStatus: 'on_ship', availabilityKnown: false, podTerminalId: TERMINAL, podTimezone: 'America/Los_Angeles',
  polVesselLoadedAt: day(2), polVesselDepartedAt: day(3), transportEventIds: [eventId('container.transport.vessel_loaded')],
});

const port = Port.fromPartial({ id: POD, name: 'Long Beach', code: 'USLGB', stateAbbr: 'CA', city: 'Long Beach', countryCode: 'US', timeZone: 'America/Los_Angeles', latitude: 33.75, longitude: -118.21, terminalIds: [TERMINAL] });
const terminal = Terminal.fromPartial({ id: TERMINAL, name: 'Example Container Terminal', nickname: 'ECT', firmsCode: 'W185', city: 'Long Beach', state: 'California', stateAbbr: 'CA', country: 'United States', portId: POD });
const vessel = Vessel.fromPartial({ id: VESSEL, name: 'EXAMPLE STAR', imo: '9321483', mmsi: '565936000' });
const metroArea = MetroArea.fromPartial({ id: METRO, name: 'Chicago', code: 'USCHI', stateAbbr: 'IL', countryCode: 'US', timeZone: 'America/Chicago', latitude: 41.88, longitude: -87.63 });
const railTerminal = RailTerminal.fromPartial({ id: RAMP, name: 'Example Rail Ramp', nickname: 'ERR', firmsCode: 'H572', city: 'Chicago', metroAreaId: METRO });

const request = (event: PublicEventName, status: string, more: Partial<TrackingRequest> = {}) =>
  TrackingRequest.fromPartial({ accountId, id: requestId(event), requestType: 'bill_of_lading', requestNumber: 'MEDUAB123456', normalizedNumber: 'AB123456', scac: 'MSCU', refNumbers: ['PO-1001'], tags: ['example'], createdAt: day(1), updatedAt: day(1), status, ...more });

const REQUESTS: Partial<Record<PublicEventName, TrackingRequest>> = {
  'tracking_request.succeeded': request('tracking_request.succeeded', 'created', { shipmentId: SHIPMENT }),
  'tracking_request.failed': request('tracking_request.failed', 'failed', { failedReason: 'not_found' }),
  'tracking_request.awaiting_manifest': request('tracking_request.awaiting_manifest', 'awaiting_manifest', { awaitingManifestSince: day(1), nextAttemptAt: day(2) }),
  'tracking_request.tracking_stopped': request('tracking_request.tracking_stopped', 'tracking_stopped', { shipmentId: SHIPMENT }),
};

const isInland = (event: string) => /rail_|inland/.test(event);

const transportEvent = (event: PublicEventName): TransportEvent => TransportEvent.fromPartial({
  accountId, id: eventId(event), event, createdAt: day(20), timestamp: day(20), dataSource: 'shipping_line', shipmentId: SHIPMENT, containerId: CONTAINER,
  timezone: isInland(event) ? 'America/Chicago' : 'America/Los_Angeles',
  ...(isInland(event)
    ? { locationId: METRO, locationType: 'metro_area', locationLocode: 'USCHI', terminalId: RAMP, terminalType: 'rail_terminal' }
    : { locationId: POD, locationType: 'port', locationLocode: 'USLGB', terminalId: TERMINAL, terminalType: 'terminal' }),
  ...(/vessel_|transshipment_|feeder_/.test(event) && { vesselId: VESSEL, voyageNumber: '101E' }),
  ...(/changed$|estimated/.test(event) && { value: day(25).toISOString(), valueTimestamp: day(25) }),
});

const about = { timestamp: day(20), containerId: CONTAINER, shipmentId: SHIPMENT };

const referenceFor = (event: PublicEventName): NonNullable<Notice['reference']> => {
  const asked = REQUESTS[event];
  if (asked !== undefined) return { $case: 'trackingRequest', value: asked };
  switch (event) {
    case 'shipment.estimated.arrival':
      return { $case: 'estimatedEvent', value: { id: eventId(event), event, estimatedTimestamp: day(20), createdAt: day(15), voyageNumber: '101E', locationLocode: 'USLGB', timezone: 'America/Los_Angeles', dataSource: 'shipping_line', shipmentId: SHIPMENT, portId: POD, vesselId: VESSEL } };
    case 'container.created':
      return { $case: 'containerCreatedEvent', value: { id: eventId(event), ...about, timezone: 'America/Los_Angeles' } };
    case 'container.updated':
      return { $case: 'containerUpdatedEvent', value: { id: eventId(event), ...about, timezone: 'America/Los_Angeles', dataSource: 'terminal', terminalId: TERMINAL, changesetJson: JSON.stringify({ available_for_pickup: [false, true] }) } };
    case 'container.pod_terminal_changed':
      return { $case: 'containerPodTerminalChangedEvent', value: { id: eventId(event), ...about, dataSource: 'shipping_line', terminalId: TERMINAL } };
    default:
      return { $case: 'transportEvent', value: transportEvent(event) };
  }
};

const TYPES = {
  trackingRequest: 'tracking_request',
  transportEvent: 'transport_event',
  estimatedEvent: 'estimated_event',
  containerCreatedEvent: 'container_created_event',
  containerUpdatedEvent: 'container_updated_event',
  containerPodTerminalChangedEvent: 'container_pod_terminal_changed_event',
} as const;

/** One plausible notice of every public event: for the examples endpoint, trial deliveries and tests. */
export const exampleNotice = (event: PublicEventName): Notice => {
  const reference = referenceFor(event);
  const hasJourney = !(reference.$case === 'trackingRequest' && reference.value.shipmentId === undefined);
  return Notice.fromPartial({
    id: noticeId(event), accountId, event, occurredAt: day(20), createdAt: day(20), referenceType: TYPES[reference.$case], referenceId: reference.value.id, reference,
    ...(hasJourney && { shipmentId: SHIPMENT, shipment, containers: [container], ports: [port], terminals: [terminal], vessels: [vessel] }),
    ...(hasJourney && isInland(event) && { metroAreas: [metroArea], railTerminals: [railTerminal] }),
    ...(hasJourney && reference.$case !== 'trackingRequest' && { containerId: CONTAINER }),
  });
};
