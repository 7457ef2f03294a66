import type {
  ContainerCreatedEvent,
  ContainerPodTerminalChangedEvent,
  ContainerUpdatedEvent,
  EstimatedEvent,
} from '@landfall/contracts/gen/notice/v1/notice';
import type { Event } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { at, fromText, label, mapOf, moment, text, whole } from './json.js';
import { either, one, resource } from './resource.js';
import { REFERENCE_TYPES } from './webhooks.js';

/** An entry of the account's event log (D-40). */
export const event = resource<Event>('event', {
  fields: { sequence: whole, event: text, created_at: moment, occurred_at: moment },
  attributes: (e) => ({ sequence: e.sequence, event: e.event, created_at: at(e.createdAt), occurred_at: at(e.occurredAt) }),
  relationships: {
    reference_object: either(REFERENCE_TYPES, (e) => e.referenceId, (e) => e.referenceType),
    shipment: one('shipment', (e) => e.shipmentId),
    container: one('container', (e) => e.containerId),
  },
});

export const estimatedEvent = resource<EstimatedEvent>('estimated_event', {
  fields: {
    event: text,
    estimated_timestamp: moment,
    created_at: moment,
    voyage_number: label,
    location_locode: label,
    timezone: label,
    data_source: text,
  },
  attributes: (e) => ({
    event: e.event,
    estimated_timestamp: at(e.estimatedTimestamp),
    created_at: at(e.createdAt),
    voyage_number: e.voyageNumber ?? null,
    location_locode: e.locationLocode ?? null,
    timezone: e.timezone ?? null,
    data_source: e.dataSource,
  }),
  relationships: {
    shipment: one('shipment', (e) => e.shipmentId),
    port: one('port', (e) => e.portId),
    vessel: one('vessel', (e) => e.vesselId),
  },
});

export const containerCreatedEvent = resource<ContainerCreatedEvent>('container_created_event', {
  fields: { timestamp: moment, timezone: label },
  attributes: (e) => ({ timestamp: at(e.timestamp), timezone: e.timezone ?? null }),
  relationships: { container: one('container', (e) => e.containerId), shipment: one('shipment', (e) => e.shipmentId) },
});

export const containerUpdatedEvent = resource<ContainerUpdatedEvent>('container_updated_event', {
  fields: { changeset: mapOf({ type: 'array', minItems: 2, maxItems: 2 }), timestamp: moment, timezone: label, data_source: text },
  attributes: (e) => ({
    changeset: fromText(e.changesetJson),
    timestamp: at(e.timestamp),
    timezone: e.timezone ?? null,
    data_source: e.dataSource,
  }),
  relationships: {
    container: one('container', (e) => e.containerId),
    terminal: one('terminal', (e) => e.terminalId),
    shipment: one('shipment', (e) => e.shipmentId),
  },
});

export const containerPodTerminalChangedEvent = resource<ContainerPodTerminalChangedEvent>('container_pod_terminal_changed_event', {
  fields: { timestamp: moment, data_source: text },
  attributes: (e) => ({ timestamp: at(e.timestamp), data_source: e.dataSource }),
  relationships: {
    container: one('container', (e) => e.containerId),
    shipment: one('shipment', (e) => e.shipmentId),
    terminal: one('terminal', (e) => e.terminalId),
  },
});
