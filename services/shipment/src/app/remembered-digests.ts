import type { TakenSnapshot, Tracker } from './apply-to-shipment.js';

// Some megabytes; a shipment that fell out costs one more read.
const MOST = 20_000;

type Told = Pick<TakenSnapshot, 'watchId' | 'digest'>;

/** Which shipment a tracker has and what it was told last, as far as this process knows. Only ever a hint. */
export const rememberedDigests = (most = MOST) => {
  const known = new Map<string, { shipmentId: string; digest: string }>();
  const keyOf = ({ accountId, trackingRequestId }: Tracker, { watchId }: Told) => `${accountId} ${trackingRequestId} ${watchId}`;
  return {
    find: (tracker: Tracker, told: Told): string | undefined => {
      const hint = known.get(keyOf(tracker, told));
      return hint?.digest === told.digest ? hint.shipmentId : undefined;
    },
    remember: (tracker: Tracker, told: Told, shipmentId: string): void => {
      const key = keyOf(tracker, told);
      known.delete(key);
      known.set(key, { shipmentId, digest: told.digest });
      const oldest = known.size > most ? known.keys().next() : undefined;
      if (oldest && !oldest.done) known.delete(oldest.value);
    },
  };
};
