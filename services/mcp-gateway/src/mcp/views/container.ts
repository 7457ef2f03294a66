import type { Container, Fee, Hold, Shipment } from '@landfall/contracts/gen/shipment/v1/shipment';
import { z } from 'zod';
import { given, moment, place } from '../../domain/compact.js';
import { urgencyOf } from '../../domain/demurrage.js';
import type { Records } from '../records.js';
import { facts, text, textFacts, texts, whole } from '../schema.js';

const ROW = {
  ...textFacts('id', 'number', 'status', 'line', 'billOfLading', 'shipmentId', 'portOfDischarge', 'destination', 'podTerminal', 'podEtaAt', 'podArrivedAt', 'pickedUpAt', 'emptyReturnedAt', 'lastFreeDay', 'updatedAt'),
  availableForPickup: z.boolean(),
  holds: texts,
  refNumbers: texts,
};

export const containerRowShape = facts(ROW);

const voyageOf = (shipment: Shipment | undefined): Record<string, unknown> =>
  shipment === undefined ? {} : {
    line: shipment.shippingLineScac,
    billOfLading: shipment.billOfLadingNumber,
    portOfDischarge: place(shipment.portOfDischargeName, shipment.portOfDischargeLocode),
    destination: place(shipment.destinationName, shipment.destinationLocode),
    podEtaAt: shipment.podAtaAt === undefined ? moment(shipment.podEtaAt) : undefined,
  };

/** A container in a list: what decides whether to look closer. */
export const containerRow = (container: Container, { shipments, terminals }: Pick<Records, 'shipments' | 'terminals'>): Record<string, unknown> => {
  const terminal = terminals.get(container.podTerminalId ?? '');
  return given({
    id: container.id,
    number: container.number,
    status: container.currentStatus,
    shipmentId: container.shipmentId,
    ...voyageOf(shipments.get(container.shipmentId)),
    podTerminal: terminal?.nickname || terminal?.name,
    podArrivedAt: moment(container.podArrivedAt),
    pickedUpAt: moment(container.finalDestinationFullOutAt ?? container.podFullOutAt),
    emptyReturnedAt: moment(container.emptyTerminatedAt),
    lastFreeDay: moment(container.currentLfd ?? container.pickupLfd),
    availableForPickup: container.availabilityKnown ? container.availableForPickup : undefined,
    holds: container.holdsAtPodTerminal.map(({ name }) => name),
    refNumbers: container.refNumbers,
    updatedAt: moment(container.updatedAt),
  });
};

const DEMURRAGE = { ...textFacts('urgency', 'lastFreeDay', 'lastFreeDaySource', 'lfdTerminal', 'lfdLine', 'lfdRail', 'appointmentAt', 'terminalCheckedAt'), fees: texts, holds: texts };

const MILESTONES = textFacts('emptyOutAt', 'fullInAt', 'loadedAt', 'departedAt', 'dischargedAt', 'railLoadedAt', 'railDepartedAt', 'inlandEtaAt', 'inlandArrivedAt', 'railUnloadedAt', 'deliveredAt');

export const containerShape = facts({
  ...ROW,
  equipment: text,
  weightLbs: whole,
  ...textFacts('sealNumber', 'timezone', 'locationAtTerminal', 'railCarrier'),
  milestones: facts(MILESTONES),
  demurrage: facts(DEMURRAGE),
  gaps: texts,
});

const feeText = ({ type, amount, currencyCode }: Fee): string => `${type} ${amount} ${currencyCode ?? ''}`.trim();
const holdText = ({ name, status, description }: Hold): string => [name, status, description].filter(Boolean).join(': ');

const demurrageOf = (container: Container, now: Date) => given({
  urgency: urgencyOf({ lastFreeDay: container.currentLfd ?? container.pickupLfd, pickedUpAt: container.finalDestinationFullOutAt ?? container.podFullOutAt }, now),
  lastFreeDay: moment(container.currentLfd ?? container.pickupLfd),
  lastFreeDaySource: container.currentLfdSource,
  lfdTerminal: moment(container.pickupLfdTerminal),
  lfdLine: moment(container.pickupLfdLine),
  lfdRail: moment(container.pickupLfdRail),
  appointmentAt: moment(container.pickupAppointmentAt),
  terminalCheckedAt: moment(container.terminalCheckedAt),
  fees: [...container.feesAtPodTerminal, ...container.indFacilityFees].map(feeText),
  holds: [...container.holdsAtPodTerminal, ...container.indFacilityHolds].map(holdText),
});

const milestonesOf = (container: Container) => given({
  emptyOutAt: moment(container.emptyOutAt),
  fullInAt: moment(container.polFullInAt),
  loadedAt: moment(container.polVesselLoadedAt),
  departedAt: moment(container.polVesselDepartedAt),
  dischargedAt: moment(container.podDischargedAt),
  railLoadedAt: moment(container.podRailLoadedAt),
  railDepartedAt: moment(container.podRailDepartedAt),
  inlandEtaAt: moment(container.indEtaAt),
  inlandArrivedAt: moment(container.indAtaAt),
  railUnloadedAt: moment(container.indRailUnloadedAt),
  deliveredAt: moment(container.deliveredAt),
});

/** Everything about one container, in the words a person would use. */
export const containerView = (container: Container, records: Records, now: Date): Record<string, unknown> => given({
  ...containerRow(container, records),
  equipment: [container.equipmentLength, container.equipmentType, container.equipmentHeight].filter((part) => part !== undefined && part !== '').join(' '),
  weightLbs: container.weightLbs,
  sealNumber: container.sealNumber,
  timezone: container.podTimezone,
  locationAtTerminal: container.locationAtPodTerminal,
  railCarrier: container.podRailCarrierScac ?? container.indRailCarrierScac,
  milestones: milestonesOf(container),
  demurrage: demurrageOf(container, now),
  gaps: container.gaps,
});
