import type { Filter } from '@landfall/contracts/gen/common/v1/page';
import type { Shipment } from '@landfall/contracts/gen/shipment/v1/shipment';

/** How far a shipment has come. */
export const SHIPMENT_STATUSES = ['awaiting_departure', 'in_transit', 'arrived_at_pod', 'delivered_to_destination'] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export const statusOf = ({ destinationAtaAt, podAtaAt, polAtdAt }: Pick<Shipment, 'destinationAtaAt' | 'podAtaAt' | 'polAtdAt'>): ShipmentStatus => {
  if (destinationAtaAt !== undefined) return 'delivered_to_destination';
  if (podAtaAt !== undefined) return 'arrived_at_pod';
  return polAtdAt === undefined ? 'awaiting_departure' : 'in_transit';
};

const known = (field: string, isKnown: boolean): Filter => ({ field, op: 'exists', values: [String(isKnown)] });

/** The last that happened is known, and nothing of what comes after it: the same question as `statusOf`, for the owner. */
const FILTERS: Readonly<Record<ShipmentStatus, Filter[]>> = {
  awaiting_departure: [known('pol_atd_at', false), known('pod_ata_at', false), known('destination_ata_at', false)],
  in_transit: [known('pol_atd_at', true), known('pod_ata_at', false), known('destination_ata_at', false)],
  arrived_at_pod: [known('pod_ata_at', true), known('destination_ata_at', false)],
  delivered_to_destination: [known('destination_ata_at', true)],
};

export const filtersOf = (status: ShipmentStatus): Filter[] => FILTERS[status];
