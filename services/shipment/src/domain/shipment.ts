import type { StopReason } from '@landfall/shipping/stop-reason';
import type { KeptEvent } from './carrier-event.js';
import type { EtaPrediction } from './eta-prediction.js';
import { picked } from './given.js';
import type { Plan } from './plan.js';
import type { Underway } from './underway.js';

/** How far one watch of a carrier has been applied. */
export type WatchMark = { sequence: number; digest: string };

export type ShipmentRecord = {
  id: string;
  accountId: string;
  scac: string;
  billOfLadingNumber: string;
  normalizedNumber: string;
  bookingNumber?: string;
  refNumbers: string[];
  tags: string[];
  requestNumbers: string[];
  trackingRequestIds: string[];
  customerId?: string;
  customerName?: string;
  createdAt: Date;
  updatedAt: Date;
  revision: number;
  plan?: Plan;
  bookingCancelled: boolean;
  /** Rows that name no container. */
  shared: KeptEvent[];
  /** By watch id. */
  watches: Record<string, WatchMark>;
  containerIds: string[];
  lineTrackingLastAttemptedAt?: Date;
  lineTrackingLastSucceededAt?: Date;
  lineTrackingStoppedAt?: Date;
  lineTrackingStoppedReason?: StopReason;
  lineTrackingStoppedByUserId?: string;
  /** When an expected arrival last changed. */
  etaChangedAt?: Date;
  /** When something about the shipment last changed at a source; silence is measured from here. */
  lastNewsAt: Date;
  /** When the first rule for stopping comes due, by the clock of the source; missing once tracking has stopped. */
  stopRuleAt?: Date;
  /** The same by our clock: when to look again. */
  stopDueAt?: Date;
  /** What the source's clock said when it was last heard, and what ours said then. */
  sourceNow: Date;
  heardAt: Date;
  /** A user wanted it tracked again; the clocks that stopped it start anew. */
  resumedAt?: Date;
  /** Made when its ship was seen; worth nothing once the cargo is off that ship. */
  etaPrediction?: EtaPrediction;
};

export type ShipmentView = {
  shippingLineName: string;
  shippingLineShortName: string;
  portOfLadingLocode?: string;
  portOfLadingName?: string;
  portOfLadingId?: string;
  portOfDischargeLocode?: string;
  portOfDischargeName?: string;
  portOfDischargeId?: string;
  destinationLocode?: string;
  destinationName?: string;
  destinationId?: string;
  destinationType?: string;
  destinationTerminalId?: string;
  destinationTerminalType?: string;
  podTerminalId?: string;
  podVesselName?: string;
  podVesselImo?: string;
  podVoyageNumber?: string;
  polEtdAt?: Date;
  polOriginalEtdAt?: Date;
  polAtdAt?: Date;
  podEtaAt?: Date;
  podOriginalEtaAt?: Date;
  podAtaAt?: Date;
  destinationEtaAt?: Date;
  destinationOriginalEtaAt?: Date;
  destinationAtaAt?: Date;
  polTimezone?: string;
  podTimezone?: string;
  destinationTimezone?: string;
  underway?: Underway;
};

export type Shipment = ShipmentRecord & ShipmentView;

/** How a line is called. */
export type LineName = { name: string; shortName: string };

const KEPT = [
  'id', 'accountId', 'scac', 'billOfLadingNumber', 'normalizedNumber', 'bookingNumber', 'refNumbers', 'tags', 'requestNumbers',
  'trackingRequestIds', 'customerId', 'customerName', 'createdAt', 'updatedAt', 'revision', 'plan', 'bookingCancelled', 'shared', 'watches',
  'containerIds', 'lineTrackingLastAttemptedAt', 'lineTrackingLastSucceededAt', 'lineTrackingStoppedAt', 'lineTrackingStoppedReason',
  'lineTrackingStoppedByUserId', 'etaChangedAt', 'lastNewsAt', 'stopRuleAt', 'stopDueAt', 'sourceNow', 'heardAt', 'resumedAt', 'etaPrediction',
] as const satisfies readonly (keyof ShipmentRecord)[];

/** Without what is derived. */
export const shipmentRecordOf = (shipment: ShipmentRecord): ShipmentRecord => picked(shipment, KEPT);
