import type { ContainerStatus } from '@landfall/shipping/container-status';
import type { KeptEvent } from './carrier-event.js';
import { picked } from './given.js';
import type { Deadlines, FacilityState, Fee, Hold } from './terminal-report.js';
import type { TransportEvent } from './transport-event.js';

/** What is known and kept; everything in `ContainerView` follows from it. */
export type ContainerRecord = {
  id: string;
  accountId: string;
  shipmentId: string;
  number: string;
  /** 0 for the first journey of this box within the shipment, and so on (rule 7). */
  ordinal: number;
  startsAt?: Date;
  endsAt?: Date;
  createdAt: Date;
  updatedAt: Date;
  revision: number;
  refNumbers: string[];
  tags: string[];
  isoCode?: string;
  sealNumber?: string;
  weightLbs?: number;
  /** Rows that name this container. */
  own: KeptEvent[];
  /** Rows of the shipment that touch it, anew with every snapshot (rule 6). */
  shared: KeptEvent[];
  facilities: FacilityState[];
  deadlines: Deadlines;
  deliveredAt?: Date;
};

export type ContainerView = {
  currentStatus: ContainerStatus;
  equipmentType?: string;
  equipmentLength?: number;
  equipmentHeight?: string;
  availableForPickup?: boolean;
  availabilityKnown: boolean;
  emptyOutAt?: Date;
  polFullInAt?: Date;
  polVesselLoadedAt?: Date;
  polVesselDepartedAt?: Date;
  podArrivedAt?: Date;
  podDischargedAt?: Date;
  podFullOutAt?: Date;
  finalDestinationFullOutAt?: Date;
  emptyTerminatedAt?: Date;
  terminalCheckedAt?: Date;
  podLastTrackingRequestAt?: Date;
  railLastTrackingRequestAt?: Date;
  pickupLfd?: Date;
  pickupLfdTerminal?: Date;
  pickupLfdRail?: Date;
  pickupLfdLine?: Date;
  currentLfd?: Date;
  currentLfdSource?: string;
  pickupAppointmentAt?: Date;
  podRailLoadedAt?: Date;
  podRailDepartedAt?: Date;
  indEtaAt?: Date;
  indAtaAt?: Date;
  indRailUnloadedAt?: Date;
  indFacilityLfdOn?: Date;
  indFacilityHolds: readonly Hold[];
  indFacilityFees: readonly Fee[];
  podFullOutChassisNumber?: string;
  locationAtPodTerminal?: string;
  holdsAtPodTerminal: readonly Hold[];
  feesAtPodTerminal: readonly Fee[];
  podTimezone?: string;
  finalDestinationTimezone?: string;
  emptyTerminatedTimezone?: string;
  podRailCarrierScac?: string;
  indRailCarrierScac?: string;
  podTerminalId?: string;
  pickupFacilityId?: string;
  pickupFacilityType?: string;
  gaps: readonly string[];
};

export type Container = ContainerRecord & ContainerView & { transportEvents: TransportEvent[] };

const KEPT = [
  'id', 'accountId', 'shipmentId', 'number', 'ordinal', 'startsAt', 'endsAt', 'createdAt', 'updatedAt', 'revision', 'refNumbers', 'tags',
  'isoCode', 'sealNumber', 'weightLbs', 'own', 'shared', 'facilities', 'deadlines', 'deliveredAt',
] as const satisfies readonly (keyof ContainerRecord)[];

/** Without what is derived: a field that no longer follows from the rows must not survive by being copied. */
export const recordOf = (container: ContainerRecord): ContainerRecord => picked(container, KEPT);
