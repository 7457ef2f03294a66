import type { ListRequest, Explanation, Route, SearchHit } from '@landfall/contracts/gen/shipment/v1/shipment';
import type { Page } from '@landfall/contracts/gen/common/v1/page';
import type { Explained, Source } from '../domain/explain.js';
import type { Container } from '../domain/container.js';
import type { RouteLocation } from '../domain/route.js';
import type { Shipment } from '../domain/shipment.js';

export const fromPage = (page: Page | undefined, size: number) => ({ number: page?.number || 1, size: page?.size || size, ...(page?.after ? { after: page.after } : {}) });

export const fromList = ({ accountId, page, filters, sort, q }: ListRequest) => ({ accountId, page: fromPage(page, 30), filters, sort, q });

const toSource = ({ dataSource, provider, rawEventId, payloadId, receivedAt }: Source) => ({ dataSource, provider, rawEventId, payloadId, receivedAt });

export const toExplanation = (type: 'shipment' | 'container', id: string, fields: readonly Explained[]): Explanation => ({
  id,
  type,
  fields: fields.map(({ field, value, source, displaced }) => ({
    field,
    valueJson: JSON.stringify(value),
    source: toSource(source),
    displaced: displaced.map((other) => ({ valueJson: JSON.stringify(other.value), source: toSource(other.source), displacedAt: other.displacedAt })),
  })),
});

export const toRoute = (container: Container, locations: readonly RouteLocation[], idOf: (...parts: string[]) => string): Route => ({
  containerId: container.id,
  id: idOf('route', container.id),
  createdAt: container.createdAt,
  updatedAt: container.updatedAt,
  locations: locations.map(({ spot, ...location }) => ({ ...location, id: idOf('route_location', container.id, spot) })),
});

export const toShipmentHit = (shipment: Shipment): SearchHit => ({
  id: shipment.id,
  entityType: 'shipment',
  number: shipment.billOfLadingNumber,
  shipmentId: shipment.id,
  scac: shipment.scac,
  portOfLadingName: shipment.portOfLadingName,
  portOfDischargeName: shipment.portOfDischargeName,
  containersCount: shipment.containerIds.length,
  trackingStopped: shipment.lineTrackingStoppedAt !== undefined,
  trackingStoppedReason: shipment.lineTrackingStoppedReason,
  refNumbers: shipment.refNumbers,
  createdAt: shipment.createdAt,
  updatedAt: shipment.updatedAt,
});

export const toCargoHit = (container: Container, shipment: Shipment | undefined): SearchHit => ({
  id: container.id,
  entityType: 'cargo',
  number: container.number,
  shipmentId: container.shipmentId,
  scac: shipment?.scac,
  portOfLadingName: shipment?.portOfLadingName,
  portOfDischargeName: shipment?.portOfDischargeName,
  trackingStopped: shipment ? shipment.lineTrackingStoppedAt !== undefined : undefined,
  trackingStoppedReason: shipment?.lineTrackingStoppedReason,
  status: container.currentStatus,
  refNumbers: container.refNumbers,
  createdAt: container.createdAt,
  updatedAt: container.updatedAt,
});
