import type { EtaPrediction, Shipment } from '@landfall/contracts/gen/shipment/v1/shipment';
import { STOP_REASONS } from '@landfall/shipping/stop-reason';
import { at, label, moment, objectOf, orNull, real, text, texts, word } from './json.js';
import { either, many, one, resource } from './resource.js';

const prediction = (p: EtaPrediction | undefined) =>
  p === undefined ? null : {
    p10_at: at(p.p10At),
    p50_at: at(p.p50At),
    p90_at: at(p.p90At),
    computed_at: at(p.computedAt),
    remaining_nm: p.remainingNm,
    basis: p.basis,
  };

const fields = {
  bill_of_lading_number: text,
  normalized_number: text,
  booking_number: label,
  ref_numbers: texts,
  tags: texts,
  created_at: moment,
  updated_at: moment,
  port_of_lading_locode: label,
  port_of_lading_name: label,
  port_of_discharge_locode: label,
  port_of_discharge_name: label,
  destination_locode: label,
  destination_name: label,
  shipping_line_scac: text,
  shipping_line_name: text,
  shipping_line_short_name: text,
  customer_name: label,
  pod_vessel_name: label,
  pod_vessel_imo: label,
  pod_voyage_number: label,
  pol_etd_at: moment,
  pol_original_etd_at: moment,
  pol_atd_at: moment,
  pod_eta_at: moment,
  pod_original_eta_at: moment,
  pod_ata_at: moment,
  destination_eta_at: moment,
  destination_original_eta_at: moment,
  destination_ata_at: moment,
  pol_timezone: label,
  pod_timezone: label,
  destination_timezone: label,
  line_tracking_last_attempted_at: moment,
  line_tracking_last_succeeded_at: moment,
  line_tracking_stopped_at: moment,
  line_tracking_stopped_reason: orNull(word(...Object.keys(STOP_REASONS))),
  eta_prediction: orNull(objectOf({ p10_at: moment, p50_at: moment, p90_at: moment, computed_at: moment, remaining_nm: real, basis: text })),
};

const places = (s: Shipment) => ({
  port_of_lading_locode: s.portOfLadingLocode ?? null,
  port_of_lading_name: s.portOfLadingName ?? null,
  port_of_discharge_locode: s.portOfDischargeLocode ?? null,
  port_of_discharge_name: s.portOfDischargeName ?? null,
  destination_locode: s.destinationLocode ?? null,
  destination_name: s.destinationName ?? null,
  pol_timezone: s.polTimezone ?? null,
  pod_timezone: s.podTimezone ?? null,
  destination_timezone: s.destinationTimezone ?? null,
});

const moments = (s: Shipment) => ({
  pol_etd_at: at(s.polEtdAt),
  pol_original_etd_at: at(s.polOriginalEtdAt),
  pol_atd_at: at(s.polAtdAt),
  pod_eta_at: at(s.podEtaAt),
  pod_original_eta_at: at(s.podOriginalEtaAt),
  pod_ata_at: at(s.podAtaAt),
  destination_eta_at: at(s.destinationEtaAt),
  destination_original_eta_at: at(s.destinationOriginalEtaAt),
  destination_ata_at: at(s.destinationAtaAt),
});

const tracking = (s: Shipment) => ({
  line_tracking_last_attempted_at: at(s.lineTrackingLastAttemptedAt),
  line_tracking_last_succeeded_at: at(s.lineTrackingLastSucceededAt),
  line_tracking_stopped_at: at(s.lineTrackingStoppedAt),
  line_tracking_stopped_reason: s.lineTrackingStoppedReason ?? null,
});

export const shipment = resource<Shipment>('shipment', {
  fields,
  attributes: (s) => ({
    bill_of_lading_number: s.billOfLadingNumber,
    normalized_number: s.normalizedNumber,
    booking_number: s.bookingNumber ?? null,
    ref_numbers: s.refNumbers,
    tags: s.tags,
    created_at: at(s.createdAt),
    updated_at: at(s.updatedAt),
    shipping_line_scac: s.shippingLineScac,
    shipping_line_name: s.shippingLineName,
    shipping_line_short_name: s.shippingLineShortName,
    customer_name: s.customerName ?? null,
    pod_vessel_name: s.podVesselName ?? null,
    pod_vessel_imo: s.podVesselImo ?? null,
    pod_voyage_number: s.podVoyageNumber ?? null,
    ...places(s),
    ...moments(s),
    ...tracking(s),
    eta_prediction: prediction(s.etaPrediction),
  }),
  relationships: {
    port_of_lading: one('port', (s) => s.portOfLadingId),
    port_of_discharge: one('port', (s) => s.portOfDischargeId),
    pod_terminal: one('terminal', (s) => s.podTerminalId),
    destination: either(['port', 'metro_area'], (s) => s.destinationId, (s) => s.destinationType),
    destination_terminal: either(['terminal', 'rail_terminal'], (s) => s.destinationTerminalId, (s) => s.destinationTerminalType),
    line_tracking_stopped_by_user: one('user', (s) => s.lineTrackingStoppedByUserId),
    containers: many('container', (s) => s.containerIds),
  },
  self: (s) => `/v2/shipments/${s.id}`,
});
