import { asDuplicate, afterSuccess } from '../domain/lookup-outcome.js';
import type { Cargo } from '../domain/tracking-request.js';
import { change } from './change.js';
import type { Ports } from './ports.js';

export interface Success {
  accountId: string;
  trackingRequestId: string;
  shipmentId: string;
  cargo: Cargo;
}

/** The shipment exists. A request that may not be live beside another one for the same number ends as its duplicate. */
export const recordSuccess =
  ({ requests, around }: Ports) =>
  async ({ accountId, trackingRequestId, shipmentId, cargo }: Success): Promise<void> => {
    const now = around.now();
    await change(requests, accountId, trackingRequestId, (request) => afterSuccess(request, shipmentId, cargo, now), (request) => asDuplicate(request, now));
  };
