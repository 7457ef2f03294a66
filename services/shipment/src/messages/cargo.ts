import type { Container as ContainerMessage, RawEvent as RawEventMessage, Shipment as ShipmentMessage, TransportEvent as TransportEventMessage } from '@landfall/contracts/gen/shipment/v1/shipment';
import type { RawEvent } from '../domain/carrier-event.js';
import type { Container } from '../domain/container.js';
import { standingPrediction } from '../domain/standing-prediction.js';
import type { Shipment } from '../domain/shipment.js';
import type { TransportEvent } from '../domain/transport-event.js';

/** Field for field but for what is kept and never told, and for lists, which a message may not leave out. */
export const toShipment = (shipment: Shipment): ShipmentMessage => {
  const { scac, shared: _shared, watches: _watches, plan: _plan, bookingCancelled: _cancelled, lastNewsAt: _news, etaChangedAt: _eta, stopRuleAt: _rule, stopDueAt: _due, sourceNow: _clock, heardAt: _heard, resumedAt: _resumed, underway: _underway, etaPrediction: _prediction, ...told } = shipment;
  return { ...told, shippingLineScac: scac, etaPrediction: standingPrediction(shipment) };
};

export const toTransportEvent = (event: TransportEvent, { accountId, id, shipmentId }: Pick<Container, 'accountId' | 'id' | 'shipmentId'>): TransportEventMessage => ({
  accountId,
  shipmentId,
  containerId: id,
  ...event,
});

type Asked = { shipmentLastTrackingRequestAt?: Date | undefined; rawEventIds?: readonly string[] };

export const toContainer = (container: Container, { shipmentLastTrackingRequestAt, rawEventIds = [] }: Asked = {}): ContainerMessage => {
  const { own: _own, shared: _shared, facilities: _facilities, deadlines: _deadlines, transportEvents, ordinal: _ordinal, startsAt: _from, endsAt: _to, isoCode: _iso, tags: _tags, ...told } = container;
  return {
    ...told,
    holdsAtPodTerminal: [...told.holdsAtPodTerminal],
    feesAtPodTerminal: [...told.feesAtPodTerminal],
    indFacilityHolds: [...told.indFacilityHolds],
    indFacilityFees: [...told.indFacilityFees],
    gaps: [...told.gaps],
    transportEventIds: transportEvents.map(({ id }) => id),
    rawEventIds: [...rawEventIds],
    shipmentLastTrackingRequestAt,
  };
};

export type Whereabouts = { locationId?: string; locationType?: string; timezone?: string; terminalId?: string; terminalType?: string; vesselId?: string };

export const toRawEvent = (row: RawEvent, { accountId, id }: Pick<Container, 'accountId' | 'id'>, where: Whereabouts): RawEventMessage => ({
  accountId,
  id: row.id,
  containerId: id,
  event: row.event,
  originalEvent: row.originalEvent,
  timestamp: row.at,
  estimated: row.estimated,
  ...(row.occursOn ? (row.estimated ? { estimatedOn: row.occursOn } : { actualOn: row.occursOn }) : {}),
  ...(row.estimated ? { estimatedAt: row.at, willOccurAt: row.at } : { actualAt: row.at }),
  invalidatedAt: row.invalidatedAt,
  index: Math.max(0, row.index),
  createdAt: row.receivedAt,
  voyageNumber: row.voyageNumber,
  locationName: row.locationName,
  locationLocode: row.locationLocode,
  vesselName: row.vesselName,
  vesselImo: row.vesselImo,
  dataSource: row.dataSource,
  dataProviderName: row.dataProviderName,
  dataProviderCode: row.dataProviderCode,
  ...where,
});
