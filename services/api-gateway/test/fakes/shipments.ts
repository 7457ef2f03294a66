import type { ShipmentServiceService } from '@landfall/contracts/gen/shipment/v1/shipment';
import type { Methods } from './methods.js';
import { places, type World } from './world.js';

export const shipmentMethods = ({ shipments, containers, transportEvents, rawEvents }: World): Methods<typeof ShipmentServiceService> => {
  const labels = (input: { refNumbers?: { values: string[] } | undefined }) => <T extends { refNumbers: string[] }>(row: T): T => ({ ...row, refNumbers: input.refNumbers?.values ?? row.refNumbers });
  return {
    getShipment: (input) => shipments.get(input),
    batchGetShipments: ({ accountId, ids }) => ({ items: shipments.some(accountId, ids) }),
    listShipments: (input) => shipments.list(input),
    updateShipment: (input) => shipments.change(input, (row) => ({ ...labels(input)(row), tags: input.tags?.values ?? row.tags })),
    stopTracking: (input) => shipments.change(input, (row) => ({ ...row, lineTrackingStoppedAt: new Date(0), lineTrackingStoppedReason: 'cancelled_by_user', lineTrackingStoppedByUserId: input.userId })),
    resumeTracking: (input) => shipments.change(input, (row) => ({ ...row, lineTrackingStoppedAt: undefined, lineTrackingStoppedReason: undefined })),
    getContainer: (input) => containers.get(input),
    batchGetContainers: ({ accountId, ids }) => ({ items: containers.some(accountId, ids) }),
    listContainers: (input) => containers.list(input),
    updateContainer: (input) => containers.change(input, labels(input)),
    listTransportEvents: ({ accountId, containerId, page }) => {
      containers.get({ accountId, id: containerId });
      return transportEvents.list({ accountId, page, filters: [{ field: 'container_id', op: 'eq', values: [containerId] }] });
    },
    batchGetTransportEvents: ({ accountId, ids }) => ({ items: transportEvents.some(accountId, ids) }),
    listRawEvents: ({ accountId, containerId }) => {
      containers.get({ accountId, id: containerId });
      return { items: rawEvents.of(accountId).filter((row) => row.containerId === containerId) };
    },
    batchGetRawEvents: ({ accountId, ids }) => ({ items: rawEvents.some(accountId, ids) }),
    explainShipment: (input) => ({ id: shipments.get(input).id, type: 'shipment', fields: [{ field: 'pod_eta_at', valueJson: '"2026-01-20T08:00:00Z"', source: { dataSource: 'shipping_line' }, displaced: [] }] }),
    explainContainer: (input) => ({ id: containers.get(input).id, type: 'container', fields: [] }),
    getContainerRoute: (input) => ({ containerId: containers.get(input).id, id: input.id, createdAt: new Date(0), updatedAt: new Date(0), locations: [{ id: places.port.id, label: 'POD', locationId: places.port.id, locationType: 'port', inboundVesselId: places.vessel.id }] }),
    search: ({ accountId, query }) => ({
      hits: shipments.of(accountId).filter(({ billOfLadingNumber }) => billOfLadingNumber.includes(query)).map(({ id, billOfLadingNumber: number, refNumbers }) => ({ id, entityType: 'shipment', number, shipmentId: id, refNumbers })),
    }),
  };
};
