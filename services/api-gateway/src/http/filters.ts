import type { FilterKind } from '../domain/filter-values.js';

const of = (kind: FilterKind, ...names: string[]): Record<string, FilterKind> => Object.fromEntries(names.map((name) => [name, kind]));

/** What shipments and containers can both be filtered by; the owner has an index for each (D-06). */
export const VOYAGE_FILTERS: Readonly<Record<string, FilterKind>> = {
  ...of('text', 'scac', 'carrier', 'shipping_line_scac', 'pol', 'pod', 'destination', 'pol_code', 'pod_code', 'destination_code', 'port'),
  ...of('text', 'customer_id', 'customer_name', 'vessel_name', 'vessel_imo', 'pod_terminal_id', 'tags', 'tag', 'ref_numbers', 'ids', 'search_by_ids'),
  ...of('flag', 'tracking_stopped', 'actively_tracked'),
  ...of('time', 'created_at', 'updated_at'),
};

const SEARCHES = ['search_by_number', 'search_by_shipment_number', 'search_by_shipment_ref_numbers', 'search_by_ref_numbers'];

const MILESTONES = [
  'empty_out_at', 'pol_full_in_at', 'pol_vessel_loaded_at', 'pol_vessel_departed_at', 'pol_etd_at', 'pol_atd_at', 'pod_eta_at', 'pod_ata_at', 'arrival',
  'pod_arrived_at', 'pod_discharged_at', 'picked_up_at', 'pod_full_out_at', 'final_destination_full_out_at', 'delivered_at', 'empty_returned_at',
  'empty_terminated_at', 'pod_rail_loaded_at', 'pod_rail_departed_at', 'inland_eta_at', 'inland_ata_at', 'inland_rail_unloaded_at', 'pickup_lfd',
  'pickup_lfd_line', 'pickup_lfd_terminal', 'pickup_lfd_rail', 'current_lfd', 'pickup_appointment_at', 'eta_changed_at',
];

export const CONTAINER_FILTERS: Readonly<Record<string, FilterKind>> = {
  ...VOYAGE_FILTERS,
  ...of('text', 'number', 'shipment_id', 'current_status', 'status', 'equipment_type', 'shipment_ref_numbers', 'shipment_number', ...SEARCHES),
  ...of('flag', 'has_holds', 'has_fees', 'has_demurrage_fees', 'has_fees_or_holds', 'requires_attention', 'available_for_pickup'),
  ...of('time', ...MILESTONES),
};
