import { problem } from '@landfall/kit/problem';
import { resumeTracking, stopTracking } from '../domain/edit.js';
import type { Cargo, Change, TrackingRequest, Unchanged } from '../domain/tracking-request.js';
import { change } from './change.js';
import type { Ports } from './ports.js';

export interface TrackingChange {
  accountId: string;
  trackingRequestIds: readonly string[];
  cargo: Cargo;
  /** Of the shipment. */
  revision: number;
}

export const recordTrackingStopped =
  ({ requests, around }: Ports) =>
  async ({ accountId, trackingRequestIds, cargo, revision }: TrackingChange): Promise<void> => {
    const stop = (request: TrackingRequest): Change | Unchanged => {
      const stopped = stopTracking(request, cargo, revision, around.now());
      // Heard again later, and by then the request is created or closed.
      if (stopped === 'too_early') throw problem('unavailable', `The shipment of tracking request ${request.id} has not been heard of yet.`);
      return stopped;
    };
    for (const id of trackingRequestIds) await change(requests, accountId, id, stop);
  };

/** A request whose number was submitted anew meanwhile stays stopped: the newer one is live. */
export const recordTrackingResumed =
  ({ requests, around }: Ports) =>
  async ({ accountId, trackingRequestIds, revision }: TrackingChange): Promise<void> => {
    for (const id of trackingRequestIds) await change(requests, accountId, id, (request) => resumeTracking(request, revision, around.now()));
  };
