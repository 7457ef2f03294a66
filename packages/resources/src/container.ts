import type { Container, Fee, Hold } from '@landfall/contracts/gen/shipment/v1/shipment';
import { CONTAINER_STATUSES } from '@landfall/shipping/container-status';
import { at, flag, label, listOf, moment, objectOf, orNull, real, text, texts, whole, word } from './json.js';
import { either, many, one, resource } from './resource.js';

const holds = (list: readonly Hold[]) => list.map((h) => ({ name: h.name, status: h.status, description: h.description ?? null }));
const fees = (list: readonly Fee[]) => list.map((f) => ({ type: f.type, amount: f.amount, currency_code: f.currencyCode ?? null }));

const holdList = listOf(objectOf({ name: text, status: text, description: label }));
const feeList = listOf(objectOf({ type: text, amount: real, currency_code: label }));

const MOMENTS = {
  created_at: (c) => c.createdAt,
  updated_at: (c) => c.updatedAt,
  empty_out_at: (c) => c.emptyOutAt,
  pol_full_in_at: (c) => c.polFullInAt,
  pol_vessel_loaded_at: (c) => c.polVesselLoadedAt,
  pol_vessel_departed_at: (c) => c.polVesselDepartedAt,
  pod_arrived_at: (c) => c.podArrivedAt,
  pod_discharged_at: (c) => c.podDischargedAt,
  pod_full_out_at: (c) => c.podFullOutAt,
  final_destination_full_out_at: (c) => c.finalDestinationFullOutAt,
  delivered_at: (c) => c.deliveredAt,
  empty_terminated_at: (c) => c.emptyTerminatedAt,
  terminal_checked_at: (c) => c.terminalCheckedAt,
  pod_last_tracking_request_at: (c) => c.podLastTrackingRequestAt,
  shipment_last_tracking_request_at: (c) => c.shipmentLastTrackingRequestAt,
  rail_last_tracking_request_at: (c) => c.railLastTrackingRequestAt,
  pickup_lfd: (c) => c.pickupLfd,
  current_lfd: (c) => c.currentLfd,
  // The original's later name for what the line says; the same moment as import_deadlines.pickup_lfd_line.
  ssl_lfd: (c) => c.pickupLfdLine,
  pickup_appointment_at: (c) => c.pickupAppointmentAt,
  pod_rail_loaded_at: (c) => c.podRailLoadedAt,
  pod_rail_departed_at: (c) => c.podRailDepartedAt,
  ind_eta_at: (c) => c.indEtaAt,
  ind_ata_at: (c) => c.indAtaAt,
  ind_rail_unloaded_at: (c) => c.indRailUnloadedAt,
  ind_facility_lfd_on: (c) => c.indFacilityLfdOn,
} satisfies Record<string, (container: Container) => Date | undefined>;

const momentList = Object.entries(MOMENTS);

const moments = (container: Container) => {
  const all: Record<string, string | null> = {};
  for (const [name, read] of momentList) all[name] = at(read(container));
  return all;
};

const equipment = (c: Container) => ({
  number: c.number ?? null,
  seal_number: c.sealNumber ?? null,
  ref_numbers: c.refNumbers,
  equipment_type: c.equipmentType ?? null,
  equipment_length: c.equipmentLength ?? null,
  equipment_height: c.equipmentHeight ?? null,
  weight_in_lbs: c.weightLbs ?? null,
});

const pickup = (c: Container) => ({
  current_status: c.currentStatus,
  available_for_pickup: c.availableForPickup ?? null,
  availability_known: c.availabilityKnown,
  current_lfd_source: c.currentLfdSource ?? null,
  pod_full_out_chassis_number: c.podFullOutChassisNumber ?? null,
  location_at_pod_terminal: c.locationAtPodTerminal ?? null,
  holds_at_pod_terminal: holds(c.holdsAtPodTerminal),
  fees_at_pod_terminal: fees(c.feesAtPodTerminal),
  ind_facility_holds: holds(c.indFacilityHolds),
  ind_facility_fees: fees(c.indFacilityFees),
  import_deadlines: {
    pickup_lfd_terminal: at(c.pickupLfdTerminal),
    pickup_lfd_rail: at(c.pickupLfdRail),
    pickup_lfd_line: at(c.pickupLfdLine),
  },
});

export const container = resource<Container>('container', {
  fields: {
    number: label,
    seal_number: label,
    ref_numbers: texts,
    equipment_type: label,
    equipment_length: orNull(whole),
    equipment_height: label,
    weight_in_lbs: orNull(real),
    current_status: word(...Object.keys(CONTAINER_STATUSES)),
    available_for_pickup: orNull(flag),
    availability_known: flag,
    ...Object.fromEntries(momentList.map(([name]) => [name, moment])),
    current_lfd_source: label,
    pod_full_out_chassis_number: label,
    location_at_pod_terminal: label,
    holds_at_pod_terminal: holdList,
    fees_at_pod_terminal: feeList,
    ind_facility_holds: holdList,
    ind_facility_fees: feeList,
    import_deadlines: objectOf({ pickup_lfd_terminal: moment, pickup_lfd_rail: moment, pickup_lfd_line: moment }),
    pod_timezone: label,
    final_destination_timezone: label,
    empty_terminated_timezone: label,
    pod_rail_carrier_scac: label,
    ind_rail_carrier_scac: label,
    gaps: texts,
  },
  // Assigned, since spreading so many costs twenty times as much, and every list and every delivery pays it.
  attributes: (c) => Object.assign(equipment(c), pickup(c), moments(c), {
    pod_timezone: c.podTimezone ?? null,
    final_destination_timezone: c.finalDestinationTimezone ?? null,
    empty_terminated_timezone: c.emptyTerminatedTimezone ?? null,
    pod_rail_carrier_scac: c.podRailCarrierScac ?? null,
    ind_rail_carrier_scac: c.indRailCarrierScac ?? null,
    gaps: c.gaps,
  }),
  relationships: {
    shipment: one('shipment', (c) => c.shipmentId),
    pickup_facility: either(['terminal', 'rail_terminal'], (c) => c.pickupFacilityId, (c) => c.pickupFacilityType),
    pod_terminal: one('terminal', (c) => c.podTerminalId),
    transport_events: many('transport_event', (c) => c.transportEventIds),
    raw_events: many('raw_event', (c) => c.rawEventIds),
  },
});
