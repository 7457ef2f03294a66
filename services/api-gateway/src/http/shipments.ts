import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { anyBody, resourceBody } from './body.js';
import { VOYAGE_FILTERS } from './filters.js';
import { labels } from './fields.js';
import { askedFor, listed, many, one, whole } from './lists.js';
import { route, type Call, type Route } from './route.js';

const tag = 'Shipments';
const idOf = ({ params }: Call): string => params['id'] ?? '';
const of = (call: Call) => ({ accountId: call.accountId, id: idOf(call) });
const touches = (call: Call) => [`shipment:${idOf(call)}`];

const LIST = listed({
  sorts: ['created_at', 'updated_at', 'pod_eta_at', 'pod_arrival'],
  texts: ['q'],
  filters: {
    ...VOYAGE_FILTERS,
    number: 'text', voyage_status: 'text', stopped_reason: 'text', status: 'text',
    pod_eta_at: 'time', pod_ata_at: 'time', pod_arrival: 'time', pol_etd_at: 'time', pol_atd_at: 'time',
    destination_eta_at: 'time', destination_ata_at: 'time', pod_eta_changed_at: 'time', tracking_stopped_at: 'time',
  },
});

const reads = (owners: Owners): Route[] => [
  route({
    method: 'get', path: '/shipments', name: 'listShipments', says: 'Lists shipments, newest first.', tag, scope: 'read', gives: { many: 'shipment' }, list: LIST,
    // `number` stands outside the filters in the original.
    extras: z.object({ number: z.string().min(1).max(100).optional() }),
    handle: async (call) => {
      const { filters, ...rest } = askedFor(call);
      const byNumber = call.extras.number === undefined ? [] : [{ field: 'number', op: 'eq', values: [call.extras.number] }];
      return many(await owners.shipments.listShipments({ ...rest, filters: [...filters, ...byNumber], q: call.query.text }));
    },
  }),
  route({
    method: 'get', path: '/shipments/:id', name: 'getShipment', says: 'Reads a shipment.', tag, scope: 'read', gives: { one: 'shipment' }, isCached: true,
    handle: async (call) => one(await owners.shipments.getShipment(of(call))),
  }),
];

const evidence = (owners: Owners): Route[] => [
  route({
    method: 'get', path: '/shipments/:id/sources', name: 'listShipmentSources', says: 'Tells where the data comes from and how fresh it is.', tag, scope: 'read', gives: { many: 'source' }, list: whole({ sorts: ['kind', 'name', 'last_answered_at', 'next_due_at'] }),
    handle: async (call) => {
      const { trackingRequestIds } = await owners.shipments.getShipment(of(call));
      const { sources } = await owners.carriers.listSources({ accountId: call.accountId, trackingRequestIds });
      return many({ items: sources });
    },
  }),
  route({
    method: 'get', path: '/shipments/:id/explain', name: 'explainShipment', says: 'Tells for each set field who said so, and what it displaced.', tag, scope: 'read', gives: { one: 'explanation' },
    handle: async (call) => one(await owners.shipments.explainShipment(of(call))),
  }),
];

const changes = (owners: Owners): Route[] => [
  route({
    method: 'patch', path: '/shipments/:id', name: 'updateShipment', says: 'Replaces reference numbers and tags.', tag, scope: 'write', gives: { one: 'shipment' }, touches,
    body: resourceBody({ type: 'shipment', id: 'path', attributes: z.strictObject({ ref_numbers: labels.optional(), tags: labels.optional() }) }),
    handle: async (call) => {
      const { ref_numbers: refNumbers, tags } = call.body.attributes;
      return one(await owners.shipments.updateShipment({ ...of(call), refNumbers: refNumbers && { values: refNumbers }, tags: tags && { values: tags }, expectedRevision: call.expectedRevision }));
    },
  }),
  route({
    method: 'patch', path: '/shipments/:id/stop_tracking', name: 'stopTracking', says: 'Stops asking the carrier; what is known stays readable.', tag, scope: 'write', gives: { one: 'shipment' }, touches, body: anyBody,
    current: (call) => owners.shipments.getShipment(of(call)),
    handle: async (call) => one(await owners.shipments.stopTracking({ ...of(call), userId: call.principal.userId })),
  }),
  route({
    method: 'patch', path: '/shipments/:id/resume_tracking', name: 'resumeTracking', says: 'Asks the carrier again.', tag, scope: 'write', gives: { one: 'shipment' }, touches, body: anyBody,
    current: (call) => owners.shipments.getShipment(of(call)),
    handle: async (call) => one(await owners.shipments.resumeTracking(of(call))),
  }),
];

export const shipmentRoutes = (owners: Owners): Route[] => [...reads(owners), ...evidence(owners), ...changes(owners)];
