import type { ShipmentServiceServer } from '@landfall/contracts/gen/shipment/v1/shipment';
import { unary } from '@landfall/kit/grpc';
import { nameId } from '@landfall/kit/identity';
import type { App } from '../app/index.js';
import type { OfContainer } from '../app/event-reads.js';
import type { Asked } from '../app/reads.js';
import type { RawEvent } from '../domain/carrier-event.js';
import type { TransportEvent } from '../domain/transport-event.js';
import { fromList, fromPage, toCargoHit, toExplanation, toRoute, toShipmentHit } from '../messages/answers.js';
import { toContainer, toRawEvent, toShipment, toTransportEvent } from '../messages/cargo.js';

type Shipments = 'getShipment' | 'batchGetShipments' | 'listShipments' | 'updateShipment' | 'stopTracking' | 'resumeTracking' | 'explainShipment' | 'search';

const shipments = (app: App): Pick<ShipmentServiceServer, Shipments> => ({
  getShipment: unary(async ({ accountId, id }) => toShipment(await app.reads.shipment(accountId, id))),
  batchGetShipments: unary(async ({ accountId, ids }) => ({ items: (await app.shipments.findMany(accountId, ids)).map(toShipment) })),
  listShipments: unary(async (input) => {
    const { items, total, nextAfter = '' } = await app.shipments.list(fromList(input));
    return { items: items.map(toShipment), page: { total, nextAfter } };
  }),
  updateShipment: unary(async ({ accountId, id, refNumbers, tags, expectedRevision }) => toShipment(await app.editShipment({ accountId, id, refNumbers: refNumbers?.values, tags: tags?.values, expectedRevision }))),
  stopTracking: unary(async ({ accountId, id, userId }) => toShipment(await app.stopTracking(accountId, id, userId))),
  resumeTracking: unary(async ({ accountId, id }) => toShipment(await app.resumeTracking(accountId, id))),
  explainShipment: unary(async ({ accountId, id }) => toExplanation('shipment', id, await app.explainShipment(accountId, id))),
  search: unary(async ({ accountId, query, limit }) => {
    const hits = await app.search(accountId, query, limit);
    return { hits: hits.map((hit) => (hit.type === 'shipment' ? toShipmentHit(hit.shipment) : toCargoHit(hit.container, hit.shipment))) };
  }),
});

type Containers = 'getContainer' | 'batchGetContainers' | 'listContainers' | 'updateContainer' | 'explainContainer' | 'getContainerRoute';

const containers = (app: App): Pick<ShipmentServiceServer, Containers> => {
  const asked = ({ container, lastAskedAt }: Asked) => toContainer(container, { shipmentLastTrackingRequestAt: lastAskedAt, rawEventIds: app.rawEventIds(container) });
  return {
    getContainer: unary(async ({ accountId, id }) => asked(await app.reads.container(accountId, id))),
    batchGetContainers: unary(async ({ accountId, ids }) => ({ items: (await app.reads.containersOf(accountId, ids)).map(asked) })),
    listContainers: unary(async (input) => {
      const { items, total, nextAfter = '' } = await app.reads.listContainers(fromList(input));
      return { items: items.map(asked), page: { total, nextAfter } };
    }),
    updateContainer: unary(async ({ accountId, id, refNumbers, tags, expectedRevision }) => {
      await app.editContainer({ accountId, id, refNumbers: refNumbers?.values, tags: tags?.values, expectedRevision });
      return asked(await app.reads.container(accountId, id));
    }),
    explainContainer: unary(async ({ accountId, id }) => toExplanation('container', id, await app.explainContainer(accountId, id))),
    getContainerRoute: unary(async ({ accountId, id }) => {
      const { container, locations } = await app.reads.route(accountId, id);
      return toRoute(container, locations, nameId);
    }),
  };
};

type Events = 'listTransportEvents' | 'batchGetTransportEvents' | 'listRawEvents' | 'batchGetRawEvents';

const events = (app: App): Pick<ShipmentServiceServer, Events> => {
  const event = ({ container, item }: OfContainer<TransportEvent>) => toTransportEvent(item, container);
  const raw = ({ container, item }: OfContainer<RawEvent>) => toRawEvent(item, container, app.whereaboutsOf(item));
  return {
    listTransportEvents: unary(async ({ accountId, containerId, page, sort }) => {
      const { items, total, nextAfter = '' } = await app.reads.transportEvents(accountId, containerId, fromPage(page, 30), sort);
      return { items: items.map(event), page: { total, nextAfter } };
    }),
    batchGetTransportEvents: unary(async ({ accountId, ids }) => ({ items: (await app.reads.transportEventsByIds(accountId, ids)).map(event) })),
    listRawEvents: unary(async ({ accountId, containerId }) => ({ items: (await app.reads.rawEvents(accountId, containerId)).map(raw) })),
    batchGetRawEvents: unary(async ({ accountId, ids }) => ({ items: (await app.reads.rawEventsByIds(accountId, ids)).map(raw) })),
  };
};

export const shipmentService = (app: App): ShipmentServiceServer => ({ ...shipments(app), ...containers(app), ...events(app) });
