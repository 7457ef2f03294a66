import type { RawEvent } from '@landfall/contracts/gen/shipment/v1/shipment';
import { at, day, flag, label, moment, orNull, text, whole } from './json.js';
import { either, one, resource } from './resource.js';

const times = (e: RawEvent) => ({
  timestamp: at(e.timestamp),
  estimated: e.estimated,
  actual_on: e.actualOn ?? null,
  estimated_on: e.estimatedOn ?? null,
  actual_at: at(e.actualAt),
  estimated_at: at(e.estimatedAt),
  will_occur_at: at(e.willOccurAt),
  invalidated_at: at(e.invalidatedAt),
  created_at: at(e.createdAt),
  timezone: e.timezone ?? null,
});

/** As the carrier said it; only event and timestamp are normalised. */
export const rawEvent = resource<RawEvent>('raw_event', {
  fields: {
    event: label,
    original_event: text,
    index: whole,
    timestamp: moment,
    estimated: flag,
    actual_on: orNull(day),
    estimated_on: orNull(day),
    actual_at: moment,
    estimated_at: moment,
    will_occur_at: moment,
    invalidated_at: moment,
    created_at: moment,
    timezone: label,
    voyage_number: label,
    location_name: label,
    location_locode: label,
    vessel_name: label,
    vessel_imo: label,
    data_source: text,
    data_provider_name: label,
    data_provider_code: label,
  },
  attributes: (e) => ({
    event: e.event || null,
    original_event: e.originalEvent,
    index: e.index,
    ...times(e),
    voyage_number: e.voyageNumber ?? null,
    location_name: e.locationName ?? null,
    location_locode: e.locationLocode ?? null,
    vessel_name: e.vesselName ?? null,
    vessel_imo: e.vesselImo ?? null,
    data_source: e.dataSource,
    data_provider_name: e.dataProviderName ?? null,
    data_provider_code: e.dataProviderCode ?? null,
  }),
  relationships: {
    container: one('container', (e) => e.containerId),
    location: either(['port', 'metro_area'], (e) => e.locationId, (e) => e.locationType),
    vessel: one('vessel', (e) => e.vesselId),
    terminal: either(['terminal', 'rail_terminal'], (e) => e.terminalId, (e) => e.terminalType),
  },
});
