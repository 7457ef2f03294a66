import type { Shipment } from '@landfall/contracts/gen/shipment/v1/shipment';
import { given, moment, place } from '../../domain/compact.js';
import { statusOf } from '../shipment-status.js';
import { facts, textFacts, texts, whole } from '../schema.js';

const ROW = {
  ...textFacts('id', 'billOfLading', 'line', 'status', 'portOfLading', 'portOfDischarge', 'destination', 'vessel', 'voyage', 'departedAt', 'etdAt', 'podEtaAt', 'podArrivedAt', 'destinationEtaAt', 'destinationArrivedAt', 'trackingStoppedAt', 'updatedAt'),
  containerCount: whole,
  refNumbers: texts,
  tags: texts,
};

export const shipmentRowShape = facts(ROW);

/** A shipment in a list. What has happened replaces what was expected. */
export const shipmentRow = (shipment: Shipment): Record<string, unknown> => given({
  id: shipment.id,
  billOfLading: shipment.billOfLadingNumber,
  line: shipment.shippingLineScac,
  status: statusOf(shipment),
  portOfLading: place(shipment.portOfLadingName, shipment.portOfLadingLocode),
  portOfDischarge: place(shipment.portOfDischargeName, shipment.portOfDischargeLocode),
  destination: place(shipment.destinationName, shipment.destinationLocode),
  vessel: shipment.podVesselName,
  voyage: shipment.podVoyageNumber,
  departedAt: moment(shipment.polAtdAt),
  etdAt: shipment.polAtdAt === undefined ? moment(shipment.polEtdAt) : undefined,
  podEtaAt: shipment.podAtaAt === undefined ? moment(shipment.podEtaAt) : undefined,
  podArrivedAt: moment(shipment.podAtaAt),
  destinationEtaAt: shipment.destinationAtaAt === undefined ? moment(shipment.destinationEtaAt) : undefined,
  destinationArrivedAt: moment(shipment.destinationAtaAt),
  trackingStoppedAt: moment(shipment.lineTrackingStoppedAt),
  containerCount: shipment.containerIds.length,
  refNumbers: shipment.refNumbers,
  tags: shipment.tags,
  updatedAt: moment(shipment.updatedAt),
});

export const shipmentShape = facts({
  ...ROW,
  ...textFacts('bookingNumber', 'lineName', 'customer', 'vesselImo', 'originalPodEtaAt', 'podTimezone', 'podTerminal', 'lineLastAnsweredAt', 'trackingStoppedReason'),
  predictedPodArrival: facts(textFacts('earliest', 'likely', 'latest', 'basis')),
});

/** Everything about one shipment. */
export const shipmentView = (shipment: Shipment, podTerminal: string | undefined): Record<string, unknown> => {
  const { etaPrediction } = shipment;
  return given({
    ...shipmentRow(shipment),
    bookingNumber: shipment.bookingNumber,
    lineName: shipment.shippingLineName,
    customer: shipment.customerName,
    vesselImo: shipment.podVesselImo,
    originalPodEtaAt: moment(shipment.podOriginalEtaAt),
    podTimezone: shipment.podTimezone,
    podTerminal,
    lineLastAnsweredAt: moment(shipment.lineTrackingLastSucceededAt),
    trackingStoppedReason: shipment.lineTrackingStoppedReason,
    predictedPodArrival: given({ earliest: moment(etaPrediction?.p10At), likely: moment(etaPrediction?.p50At), latest: moment(etaPrediction?.p90At), basis: etaPrediction?.basis }),
  });
};
