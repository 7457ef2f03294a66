import type { FilterTable, SortTable } from './list-filters.js';

const facets = (...names: string[]): FilterTable => Object.fromEntries(names.map((name) => [name, { kind: 'facet' as const }]));
const flags = (...names: string[]): FilterTable => Object.fromEntries(names.map((name) => [name, { kind: 'flag' as const }]));
const dates = (...names: string[]): FilterTable => Object.fromEntries(names.map((name) => [name, { kind: 'date' as const }]));

/** Other words for the same thing: from the tool server and from older clients. */
const ALIASES: FilterTable = {
  scac: { kind: 'facet', field: 'shipping_line_scac' },
  carrier: { kind: 'facet', field: 'shipping_line_scac' },
  tag: { kind: 'facet', field: 'tags' },
  port: { kind: 'any', fields: ['pol_code', 'pod_code', 'destination_code'] },
  actively_tracked: { kind: 'not', field: 'tracking_stopped' },
  created_at: { kind: 'time', field: 'createdAt' },
  updated_at: { kind: 'time', field: 'updatedAt' },
  ids: { kind: 'id' },
  search_by_ids: { kind: 'id' },
};

const VOYAGE = facets('pol', 'pod', 'destination', 'pol_code', 'pod_code', 'destination_code', 'shipping_line_scac', 'customer_id', 'customer_name', 'vessel_name', 'vessel_imo', 'pod_terminal_id', 'tags', 'ref_numbers');

/** D-06: every filter of the shipment list that our data can answer. */
export const SHIPMENT_FILTERS: FilterTable = {
  ...ALIASES,
  ...VOYAGE,
  ...facets('number', 'voyage_status', 'stopped_reason'),
  ...flags('tracking_stopped'),
  ...dates('pod_eta_at', 'pod_ata_at', 'pod_arrival', 'pol_etd_at', 'pol_atd_at', 'destination_eta_at', 'destination_ata_at', 'pod_eta_changed_at', 'tracking_stopped_at'),
  status: { kind: 'facet', field: 'voyage_status' },
};

export const SHIPMENT_SORTS: SortTable = { created_at: 'createdAt', updated_at: 'updatedAt', pod_eta_at: 'podEtaAt', pod_arrival: 'podEtaAt' };

/** D-06: every filter of the container list that our data can answer. */
export const CONTAINER_FILTERS: FilterTable = {
  ...ALIASES,
  ...VOYAGE,
  ...facets('current_status', 'equipment_type', 'shipment_ref_numbers', 'shipment_number'),
  ...flags('has_holds', 'has_fees', 'has_demurrage_fees', 'has_fees_or_holds', 'requires_attention', 'tracking_stopped', 'available_for_pickup'),
  ...dates(
    'empty_out_at', 'pol_full_in_at', 'pol_vessel_loaded_at', 'pol_vessel_departed_at', 'pol_etd_at', 'pol_atd_at', 'pod_eta_at', 'pod_ata_at', 'arrival',
    'pod_arrived_at', 'pod_discharged_at', 'picked_up_at', 'pod_full_out_at', 'final_destination_full_out_at', 'delivered_at', 'empty_returned_at',
    'empty_terminated_at', 'pod_rail_loaded_at', 'pod_rail_departed_at', 'inland_eta_at', 'inland_ata_at', 'inland_rail_unloaded_at', 'pickup_lfd',
    'pickup_lfd_line', 'pickup_lfd_terminal', 'pickup_lfd_rail', 'current_lfd', 'pickup_appointment_at', 'eta_changed_at',
  ),
  status: { kind: 'facet', field: 'current_status' },
  number: { kind: 'path' },
  search_by_number: { kind: 'path', field: 'number' },
  shipment_id: { kind: 'path', field: 'shipmentId' },
  search_by_shipment_number: { kind: 'facet', field: 'shipment_number' },
  search_by_shipment_ref_numbers: { kind: 'facet', field: 'shipment_ref_numbers' },
  search_by_ref_numbers: { kind: 'facet', field: 'ref_numbers' },
};

export const CONTAINER_SORTS: SortTable = { created_at: 'createdAt', updated_at: 'updatedAt', pickup_lfd: 'pickupLfd', current_lfd: 'currentLfd', pod_arrival: 'podArrivedAt', pod_arrived_at: 'podArrivedAt' };
