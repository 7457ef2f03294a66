import { problem } from '@landfall/kit/problem';
import type { Snapshot } from '../domain/apply-snapshot.js';
import { applyToShipment, type SnapshotBacks, type TakenSnapshot, type Tracker } from './apply-to-shipment.js';
import { retrying } from './retrying.js';

export const snapshotUseCase = (backs: SnapshotBacks) => {
  const { requests, shipments } = backs;

  const applyFor = async (taken: TakenSnapshot, { accountId, trackingRequestId }: Tracker): Promise<void> => {
    if (await shipments.noteUnchanged({ ...taken, accountId, trackingRequestId })) return;
    const request = await requests.find(accountId, trackingRequestId);
    // The request is always announced before it is looked up; its fact is only on the way.
    if (!request) throw problem('unavailable', `The tracking request ${trackingRequestId} is not known yet.`);
    if (!request.endedAt) await retrying(() => applyToShipment(backs, taken, request));
  };

  // Most snapshots name the ships of the last one.
  const named = new Set<string>();
  const nameShips = async ({ events, containers: boxes }: Snapshot): Promise<void> => {
    for (const { vesselImo, vesselName } of [...events, ...boxes.flatMap((box) => box.events)]) {
      if (!vesselImo || !vesselName || named.has(vesselImo)) continue;
      await backs.nameShip(vesselImo, vesselName);
      named.add(vesselImo);
    }
  };

  return async (taken: TakenSnapshot): Promise<void> => {
    await nameShips(taken.snapshot);
    for (const tracker of taken.trackers) await applyFor(taken, tracker);
  };
};
