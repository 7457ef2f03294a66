import type { ShipmentRecord } from './shipment.js';
import type { TrackedRequest } from './tracked-request.js';

const joined = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];

/** A request finds its shipment: its labels come along, and a stopped shipment is tracked again for it. */
export const linkRequest = <S extends ShipmentRecord>(shipment: S, request: TrackedRequest, customerName: string | undefined): S => ({
  ...shipment,
  refNumbers: joined(shipment.refNumbers, request.refNumbers),
  tags: joined(shipment.tags, request.tags),
  requestNumbers: joined(shipment.requestNumbers, [request.requestNumber]),
  trackingRequestIds: joined(shipment.trackingRequestIds, [request.id]),
  ...(shipment.customerId === undefined && request.customerId ? { customerId: request.customerId, ...(customerName ? { customerName } : {}) } : {}),
});

export const isLinked = (shipment: ShipmentRecord, request: Pick<TrackedRequest, 'id'>): boolean => shipment.trackingRequestIds.includes(request.id);

type Stoppable = Pick<ShipmentRecord, 'lineTrackingStoppedAt' | 'lineTrackingStoppedReason' | 'lineTrackingStoppedByUserId'>;

export const isStopped = ({ lineTrackingStoppedAt }: Stoppable): boolean => lineTrackingStoppedAt !== undefined;

/** Idempotent: a shipment that is tracked stays as it is. */
export const resumed = <S extends ShipmentRecord>(shipment: S, asOf: Date): S => {
  if (!isStopped(shipment)) return shipment;
  const { lineTrackingStoppedAt: _at, lineTrackingStoppedReason: _reason, lineTrackingStoppedByUserId: _user, ...rest } = shipment;
  return { ...(rest as unknown as S), resumedAt: asOf };
};
