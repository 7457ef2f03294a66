import type { Source } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import type { Container } from '@landfall/contracts/gen/shipment/v1/shipment';
import { objectOf, text } from '@landfall/resources/json';
import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { anyBody, resourceBody } from './body.js';
import { CONTAINER_FILTERS } from './filters.js';
import { labels } from './fields.js';
import { askedFor, listed, many, one, pageOf, whole } from './lists.js';
import { route, type Call, type Route } from './route.js';

const tag = 'Containers';
const of = (call: Call) => ({ accountId: call.accountId, id: call.params['id'] ?? '' });
const inside = (call: Call) => ({ accountId: call.accountId, containerId: call.params['id'] ?? '' });

const Editable = z.strictObject({ ref_numbers: labels.optional() });

const reads = (owners: Owners): Route[] => [
  route({
    method: 'get', path: '/containers', name: 'listContainers', says: 'Lists containers.', tag, scope: 'read', gives: { many: 'container' },
    list: listed({ sorts: ['created_at', 'updated_at', 'pickup_lfd', 'current_lfd', 'pod_arrival', 'pod_arrived_at'], texts: ['q'], filters: CONTAINER_FILTERS }),
    handle: async (call) => many(await owners.shipments.listContainers({ ...askedFor(call), q: call.query.text })),
  }),
  route({
    method: 'get', path: '/containers/:id', name: 'getContainer', says: 'Reads a container.', tag, scope: 'read', gives: { one: 'container' }, isCached: true,
    handle: async (call) => one(await owners.shipments.getContainer(of(call))),
  }),
  route({
    method: 'get', path: '/containers/:id/transport_events', name: 'listTransportEvents', says: 'Lists the milestones of a container, newest created first.', tag, scope: 'read',
    gives: { many: 'transport_event' }, list: listed({ sorts: ['created_at', 'timestamp'] }),
    handle: async (call) => many(await owners.shipments.listTransportEvents({ ...inside(call), page: pageOf(call), sort: call.query.sort })),
  }),
  route({
    method: 'get', path: '/containers/:id/raw_events', name: 'listRawEvents', says: 'Lists what the carrier reported, as it was reported.', tag, scope: 'read',
    gives: { many: 'raw_event' }, include: 'vessel,location', list: whole({ sorts: ['index', 'timestamp', 'created_at'] }),
    handle: async (call) => many(await owners.shipments.listRawEvents(inside(call))),
  }),
  route({
    method: 'get', path: '/containers/:id/route', name: 'getContainerRoute', says: 'Reads the way of a container, port by port.', tag, scope: 'read', gives: { one: 'route' }, include: 'route_locations',
    includeAlso: { route_location: 'route_locations', port: 'route_locations.location', vessel: 'route_locations.inbound_vessel,route_locations.outbound_vessel' },
    handle: async (call) => one(await owners.shipments.getContainerRoute(of(call))),
  }),
];

// Lines and vessels concern every container of the shipment, terminals and ramps only the one they were asked about.
const concerns = (container: Container) => ({ kind, subject }: Source): boolean => subject === undefined || !['terminal', 'rail'].includes(kind) || subject === container.number;

const evidence = (owners: Owners): Route[] => [
  route({
    method: 'get', path: '/containers/:id/sources', name: 'listContainerSources', says: 'Tells where the data comes from and how fresh it is.', tag, scope: 'read', gives: { many: 'source' }, list: whole({ sorts: ['kind', 'name', 'last_answered_at', 'next_due_at'] }),
    handle: async (call) => {
      const { accountId } = call;
      const container = await owners.shipments.getContainer(of(call));
      const { trackingRequestIds } = await owners.shipments.getShipment({ accountId, id: container.shipmentId });
      const { sources } = await owners.carriers.listSources({ accountId, trackingRequestIds });
      return many({ items: sources.filter(concerns(container)) });
    },
  }),
  route({
    method: 'get', path: '/containers/:id/explain', name: 'explainContainer', says: 'Tells for each set field who said so, and what it displaced.', tag, scope: 'read', gives: { one: 'explanation' },
    handle: async (call) => one(await owners.shipments.explainContainer(of(call))),
  }),
];

const refresh = (owners: Owners) => async (call: Call) => {
  const { accountId } = call;
  const container = await owners.shipments.getContainer(of(call));
  const shipment = await owners.shipments.getShipment({ accountId, id: container.shipmentId });
  const { items } = await owners.trackingRequests.batchGetTrackingRequests({ accountId, ids: shipment.trackingRequestIds });
  const { started } = await owners.carriers.refreshWatch({ accountId, scac: shipment.shippingLineScac, normalizedNumbers: items.map(({ normalizedNumber }) => normalizedNumber) });
  return { is: 'bare', body: { message: `Started refresh for ${started.join(', ')}` } } as const;
};

const changes = (owners: Owners): Route[] => {
  const edit = async (call: Call<{ id: string; attributes: z.output<typeof Editable> }>) => {
    const refNumbers = call.body.attributes.ref_numbers;
    return one(await owners.shipments.updateContainer({ accountId: call.accountId, id: call.body.id, refNumbers: refNumbers && { values: refNumbers }, tags: undefined, expectedRevision: call.expectedRevision }));
  };
  const touches = (call: Call<{ id: string }>) => [`container:${call.body.id}`];
  return [
    route({
      method: 'patch', path: '/containers', name: 'updateContainerByBody', says: 'Replaces the reference numbers of the container that data.id names.', tag, scope: 'write', gives: { one: 'container' },
      body: resourceBody({ type: 'container', id: 'required', attributes: Editable }), touches, handle: edit,
    }),
    route({
      method: 'patch', path: '/containers/:id', name: 'updateContainer', says: 'Replaces the reference numbers.', tag, scope: 'write', gives: { one: 'container' },
      body: resourceBody({ type: 'container', id: 'path', attributes: Editable }), touches, handle: edit,
    }),
    route({
      method: 'patch', path: '/containers/:id/refresh', name: 'refreshContainer', says: 'Asks line, terminal and rail as soon as their limits allow.', tag, scope: 'write', bucket: 'refresh',
      gives: { bare: objectOf({ message: text }) }, body: anyBody, current: (call) => owners.shipments.getContainer(of(call)), handle: refresh(owners),
    }),
  ];
};

export const containerRoutes = (owners: Owners): Route[] => [...reads(owners), ...evidence(owners), ...changes(owners)];
