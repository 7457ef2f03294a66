import { problem } from '@landfall/kit/problem';
import type { Snapshot } from '../domain/apply-snapshot.js';
import { isLinked } from '../domain/link-request.js';
import { applyToShipment, foundFor, isUnchanged, type SnapshotBacks, type TakenSnapshot, type Tracker } from './apply-to-shipment.js';
import { retrying } from './retrying.js';

export const snapshotUseCase = (backs: SnapshotBacks) => {
  const { requests, shipments } = backs;

  const applyOnce = async (taken: TakenSnapshot, { accountId, trackingRequestId }: Tracker): Promise<void> => {
    const linked = await shipments.findByRequest(accountId, trackingRequestId);
    if (linked && isUnchanged(linked, taken) && (await shipments.noteUnchanged({ ...taken, accountId, shipmentId: linked.id }))) return;
    if (linked) return applyToShipment(backs, taken, linked);
    const request = await requests.find(accountId, trackingRequestId);
    // The request is always announced before it is looked up; its fact is only on the way.
    if (!request) throw problem('unavailable', `The tracking request ${trackingRequestId} is not known yet.`);
    if (request.endedAt) return;
    const found = await foundFor(backs, taken, request);
    // Another consumer may have linked it between the two looks; then the request is not new to it.
    await applyToShipment(backs, taken, found, isLinked(found, request) ? undefined : request);
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
    for (const tracker of taken.trackers) await retrying(() => applyOnce(taken, tracker));
  };
};
