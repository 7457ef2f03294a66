import type { TransportEvent } from '@landfall/contracts/gen/shipment/v1/shipment';
import { at, label, moment, text } from './json.js';
import { either, one, resource } from './resource.js';

export const transportEvent = resource<TransportEvent>('transport_event', {
  fields: {
    event: text,
    created_at: moment,
    timestamp: moment,
    voyage_number: label,
    location_locode: label,
    timezone: label,
    data_source: text,
    value: label,
    value_timestamp: moment,
    invalidated_at: moment,
  },
  attributes: (e) => ({
    event: e.event,
    created_at: at(e.createdAt),
    timestamp: at(e.timestamp),
    voyage_number: e.voyageNumber ?? null,
    location_locode: e.locationLocode ?? null,
    timezone: e.timezone ?? null,
    data_source: e.dataSource,
    value: e.value ?? null,
    value_timestamp: at(e.valueTimestamp),
    invalidated_at: at(e.invalidatedAt),
  }),
  relationships: {
    shipment: one('shipment', (e) => e.shipmentId),
    container: one('container', (e) => e.containerId),
    vessel: one('vessel', (e) => e.vesselId),
    location: either(['port', 'metro_area'], (e) => e.locationId, (e) => e.locationType),
    terminal: either(['terminal', 'rail_terminal'], (e) => e.terminalId, (e) => e.terminalType),
    source_event: one('raw_event', (e) => e.sourceEventId),
    previous_version: one('transport_event', (e) => e.previousVersionId),
  },
});
