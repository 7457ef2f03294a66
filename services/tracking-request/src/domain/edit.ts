import { moved, type Cargo, type Change, type TrackingRequest, type Unchanged } from './tracking-request.js';

export interface Labels {
  refNumbers?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
}

const same = (left: readonly string[], right: readonly string[]): boolean => left.length === right.length && left.every((value, place) => value === right[place]);

/** Replaces the labels that were given; what stays as it was is no change and tells nobody (D-13). */
export const withLabels = (request: TrackingRequest, { refNumbers = request.refNumbers, tags = request.tags }: Labels, now: Date): Change | Unchanged => {
  if (same(refNumbers, request.refNumbers) && same(tags, request.tags)) return 'unchanged';
  return { request: moved(request, now, { refNumbers, tags }), says: [{ says: 'changed' }] };
};

/** The user gives up waiting; only possible while there is still something to wait for (D-15). */
export const cancel = (request: TrackingRequest, now: Date): Change | 'not_cancellable' => {
  if (request.status !== 'pending' && request.status !== 'awaiting_manifest') return 'not_cancellable';
  const cancelled = { status: 'cancelled', failedReason: 'Cancelled by user', isRetrying: false, nextAttemptAt: undefined, dueAt: undefined } as const;
  return { request: moved(request, now, cancelled), says: [{ says: 'ended', because: 'cancelled' }, { says: 'changed' }] };
};

// Before the first of its kind.
const NEVER = -1;
const UNTOLD = { stopped: NEVER, resumed: NEVER };

const followsShipment = ({ status }: TrackingRequest): boolean => status === 'created' || status === 'tracking_stopped';

/**
 * The shipment is no longer tracked, for whatever reason, as of a revision of it. `too_early`: facts of different kinds
 * may overtake each other, and that the shipment exists is still on its way; a stop that was dropped here would never be
 * told again. A resume that overtook its stop stands, and the stop is told all the same.
 */
export const stopTracking = (request: TrackingRequest, cargo: Cargo, revision: number, now: Date): Change | Unchanged | 'too_early' => {
  if (request.status === 'pending' || request.status === 'awaiting_manifest') return 'too_early';
  const told = request.told ?? UNTOLD;
  if (!followsShipment(request) || revision <= told.stopped) return 'unchanged';
  // Resumed only to stop again: both are said at one revision.
  const status = revision >= told.resumed ? 'tracking_stopped' : request.status;
  return { request: moved(request, now, { status, told: { ...told, stopped: revision } }), says: [{ says: 'notice.tracking_stopped', cargo }, { says: 'changed' }] };
};

/** The shipment is tracked again, as of a revision of it. */
export const resumeTracking = (request: TrackingRequest, revision: number, now: Date): Change | Unchanged => {
  const told = request.told ?? UNTOLD;
  if (!followsShipment(request) || revision <= Math.max(told.stopped, told.resumed)) return 'unchanged';
  return { request: moved(request, now, { status: 'created', told: { ...told, resumed: revision } }), says: [{ says: 'changed' }] };
};
