import type { Container } from '../domain/container.js';
import type { Shipment } from '../domain/shipment.js';

/**
 * What a list may be filtered by, as tokens of two multikey indexes: `field=value` for what is equal or not, and
 * `field|instant` for what lies before or after. Sixty filters need no sixty indexes this way.
 */
export type Findable = { facets: string[]; dates: string[]; terms: string[] };

export const facet = (field: string, value: string): string => `${field}=${value.toLowerCase()}`;

/** Instants of one width, so that text order is time order. */
export const dated = (field: string, at: Date): string => `${field}|${at.toISOString()}`;

export const plainTerm = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

type Value = string | boolean | undefined | readonly string[];

const unique = (tokens: readonly string[]): string[] => [...new Set(tokens)];

const facetsOf = (values: Record<string, Value>): string[] => {
  const facets: string[] = [];
  for (const field in values) {
    const value = values[field];
    // What does not hold is asked for as the absence of what holds: half the tokens.
    if (value === true) facets.push(facet(field, 'true'));
    else if (typeof value === 'string') facets.push(facet(field, value));
    else if (value) for (const one of value) facets.push(facet(field, one));
  }
  return facets;
};

const datesOf = (dates: Record<string, Date | undefined>): string[] => {
  const tokens: string[] = [];
  for (const field in dates) {
    const at = dates[field];
    if (at) tokens.push(dated(field, at));
  }
  return tokens;
};

const termsOf = (texts: readonly (string | undefined)[]): string[] => unique(texts.filter((text) => text !== undefined).map(plainTerm).filter(Boolean));

const voyageStatus = (shipment: Shipment): string | undefined => {
  if (shipment.podAtaAt) return 'arrived';
  return shipment.polAtdAt ? 'on_ship' : undefined;
};

/** What both lists filter by alike. */
const voyageOf = (shipment: Shipment): Record<string, Value> => ({
  pol_code: shipment.portOfLadingLocode,
  pod_code: shipment.portOfDischargeLocode,
  destination_code: shipment.destinationLocode,
  pol: shipment.portOfLadingName,
  pod: shipment.portOfDischargeName,
  destination: shipment.destinationName,
  shipping_line_scac: shipment.scac,
  customer_id: shipment.customerId,
  customer_name: shipment.customerName,
  vessel_name: shipment.podVesselName,
  vessel_imo: shipment.podVesselImo,
  tracking_stopped: shipment.lineTrackingStoppedAt !== undefined,
});

const shipmentTerms = ({ billOfLadingNumber, normalizedNumber, bookingNumber, requestNumbers, refNumbers }: Shipment): string[] =>
  termsOf([billOfLadingNumber, normalizedNumber, bookingNumber, ...requestNumbers, ...refNumbers]);

export const findableShipment = (shipment: Shipment): Findable => ({
  facets: unique(facetsOf({
    ...voyageOf(shipment),
    pod_terminal_id: shipment.podTerminalId,
    tags: shipment.tags,
    ref_numbers: shipment.refNumbers,
    number: shipment.requestNumbers.flatMap((number) => [number, plainTerm(number)]),
    voyage_status: voyageStatus(shipment),
    stopped_reason: shipment.lineTrackingStoppedReason,
  })),
  dates: datesOf({
    pod_eta_at: shipment.podEtaAt,
    pod_ata_at: shipment.podAtaAt,
    pod_arrival: shipment.podAtaAt ?? shipment.podEtaAt,
    pol_etd_at: shipment.polEtdAt,
    pol_atd_at: shipment.polAtdAt,
    destination_eta_at: shipment.destinationEtaAt,
    destination_ata_at: shipment.destinationAtaAt,
    pod_eta_changed_at: shipment.etaChangedAt,
    tracking_stopped_at: shipment.lineTrackingStoppedAt,
  }),
  terms: shipmentTerms(shipment),
});

const charges = ({ holdsAtPodTerminal: holds, feesAtPodTerminal: fees, indFacilityHolds, indFacilityFees }: Container): Record<string, boolean> => {
  const held = holds.length + indFacilityHolds.length > 0;
  const all = [...fees, ...indFacilityFees].filter(({ amount }) => amount > 0);
  return {
    has_holds: held,
    has_fees: all.length > 0,
    has_demurrage_fees: all.some(({ type }) => type === 'demurrage'),
    has_fees_or_holds: held || all.length > 0,
    requires_attention: held || all.length > 0,
  };
};

const milestones = (container: Container, shipment: Shipment): Record<string, Date | undefined> => ({
  empty_out_at: container.emptyOutAt,
  pol_full_in_at: container.polFullInAt,
  pol_vessel_loaded_at: container.polVesselLoadedAt,
  pol_vessel_departed_at: container.polVesselDepartedAt,
  arrival: container.podArrivedAt ?? shipment.podAtaAt ?? shipment.podEtaAt,
  pod_arrived_at: container.podArrivedAt,
  pod_discharged_at: container.podDischargedAt,
  picked_up_at: container.finalDestinationFullOutAt ?? container.podFullOutAt,
  pod_full_out_at: container.podFullOutAt,
  final_destination_full_out_at: container.finalDestinationFullOutAt,
  delivered_at: container.deliveredAt,
  empty_returned_at: container.emptyTerminatedAt,
  empty_terminated_at: container.emptyTerminatedAt,
  pod_rail_loaded_at: container.podRailLoadedAt,
  pod_rail_departed_at: container.podRailDepartedAt,
  inland_eta_at: container.indEtaAt,
  inland_ata_at: container.indAtaAt,
  inland_rail_unloaded_at: container.indRailUnloadedAt,
  pickup_lfd: container.pickupLfd,
  pickup_lfd_line: container.pickupLfdLine,
  pickup_lfd_terminal: container.pickupLfdTerminal,
  pickup_lfd_rail: container.pickupLfdRail,
  current_lfd: container.currentLfd,
  pickup_appointment_at: container.pickupAppointmentAt,
});

/** How the boxes of one shipment are found; what they have in common is made once for all of them. */
export const findableContainers = (shipment: Shipment): ((container: Container) => Findable) => {
  const voyage = facetsOf({
    ...voyageOf(shipment),
    shipment_ref_numbers: shipment.refNumbers,
    shipment_number: [shipment.billOfLadingNumber, shipment.normalizedNumber, ...shipment.requestNumbers],
  });
  const { polEtdAt, polAtdAt, podEtaAt, podAtaAt, etaChangedAt } = shipment;
  const dates = datesOf({ pol_etd_at: polEtdAt, pol_atd_at: polAtdAt, pod_eta_at: podEtaAt, pod_ata_at: podAtaAt, eta_changed_at: etaChangedAt });
  const terms = shipmentTerms(shipment);
  return (container) => ({
    facets: unique([...voyage, ...facetsOf({
      current_status: container.currentStatus,
      pod_terminal_id: container.podTerminalId,
      available_for_pickup: container.availableForPickup,
      equipment_type: container.equipmentType,
      tags: [...shipment.tags, ...container.tags],
      ref_numbers: container.refNumbers,
      ...charges(container),
    })]),
    dates: [...dates, ...datesOf(milestones(container, shipment))],
    terms: unique([...termsOf([container.number, ...container.refNumbers]), ...terms]),
  });
};
