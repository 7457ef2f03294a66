import { resumeTracking, stopTracking } from '../domain/edit.js';
import type { Cargo } from '../domain/tracking-request.js';
import { change } from './change.js';
import type { Ports } from './ports.js';

export interface TrackingChange {
  accountId: string;
  trackingRequestIds: readonly string[];
  cargo: Cargo;
}

export const recordTrackingStopped =
  ({ requests, around }: Ports) =>
  async ({ accountId, trackingRequestIds, cargo }: TrackingChange): Promise<void> => {
    for (const id of trackingRequestIds) await change(requests, accountId, id, (request) => stopTracking(request, cargo, around.now()));
  };

/** A request whose number was submitted anew meanwhile stays stopped: the newer one is live. */
export const recordTrackingResumed =
  ({ requests, around }: Ports) =>
  async ({ accountId, trackingRequestIds }: TrackingChange): Promise<void> => {
    for (const id of trackingRequestIds) await change(requests, accountId, id, (request) => resumeTracking(request, around.now()));
  };
