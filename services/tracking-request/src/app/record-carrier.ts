import { matchingNumber } from '@landfall/shipping/request-number';
import { asDuplicate, withScac } from '../domain/lookup-outcome.js';
import { change } from './change.js';
import type { Ports } from './ports.js';

export interface Detected {
  accountId: string;
  trackingRequestId: string;
  scac: string;
}

/** Detection named the carrier; its SCAC decides what the number is compared by. */
export const recordCarrier =
  ({ requests, lines, around }: Ports) =>
  async ({ accountId, trackingRequestId, scac }: Detected): Promise<void> => {
    const now = around.now();
    const scacs = lines.find(scac)?.scacs ?? [scac];
    await change(
      requests, accountId, trackingRequestId,
      (request) => withScac(request, scac, matchingNumber(request.requestType, request.requestNumber, scacs), now),
      (request) => asDuplicate(request, now),
    );
  };
