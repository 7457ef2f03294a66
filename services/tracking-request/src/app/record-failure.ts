import { afterFailure, type Failure } from '../domain/lookup-outcome.js';
import { change } from './change.js';
import type { Ports } from './ports.js';

export interface FailedLookup extends Failure {
  accountId: string;
  trackingRequestId: string;
}

export const recordFailure =
  ({ requests, around }: Ports) =>
  async ({ accountId, trackingRequestId, ...failure }: FailedLookup): Promise<void> => {
    await change(requests, accountId, trackingRequestId, (request) => afterFailure(request, failure, { now: around.now(), luck: around.luck(), pace: around.pace(request.scac) }));
  };
