import { problem } from '@landfall/kit/problem';
import type { CarrierEvent } from '../domain/carrier-event.js';
import { isLinked } from '../domain/link-request.js';
import type { TrackedRequest } from '../domain/tracked-request.js';
import { applyToShipment, foundFor, isUnchanged, type SnapshotBacks, type TakenSnapshot, type Tracker } from './apply-to-shipment.js';
import { rememberedDigests } from './remembered-digests.js';
import { retrying } from '@landfall/kit/retrying';

export const snapshotUseCase = (backs: SnapshotBacks) => {
  const { requests, shipments } = backs;

  const known = rememberedDigests();

  /** What was applied last is remembered, so that the usual answer costs one write and no read; the store has the last word. */
  const isNoted = async (taken: TakenSnapshot, tracker: Tracker): Promise<boolean> => {
    const shipmentId = known.find(tracker, taken);
    return shipmentId !== undefined && shipments.noteUnchanged({ ...taken, accountId: tracker.accountId, shipmentId });
  };

  const requestOf = ({ accountId, trackingRequestId }: Tracker) => requests.find(accountId, trackingRequestId);

  const applyNew = async (taken: TakenSnapshot, { trackingRequestId }: Tracker, request: TrackedRequest | undefined, tries: number): Promise<void> => {
    // The request is always announced before it is looked up; its fact is only on the way.
    if (!request) throw problem('unavailable', `The tracking request ${trackingRequestId} is not known yet.`);
    if (request.endedAt) return;
    const found = await foundFor(backs, taken, request);
    // Another consumer may have linked it between the two looks; then the request is not new to it.
    const isNew = found.revision === 0 && tries === 1;
    await applyToShipment(backs, taken, found, { ...(isLinked(found, request) ? {} : { request }), ...(isNew ? { boxes: [] } : {}) });
  };

  const applyOnce = async (taken: TakenSnapshot, tracker: Tracker, tries: number): Promise<void> => {
    // Somebody waits for a first answer, and nearly always it makes a shipment.
    const isFirst = taken.sequence === 1;
    const [linked, early] = await Promise.all([shipments.findByRequest(tracker.accountId, tracker.trackingRequestId), isFirst ? requestOf(tracker) : undefined]);
    if (!linked) return applyNew(taken, tracker, early ?? (await requestOf(tracker)), tries);
    if (!isUnchanged(linked, taken) || !(await shipments.noteUnchanged({ ...taken, accountId: tracker.accountId, shipmentId: linked.id }))) await applyToShipment(backs, taken, linked);
    known.remember(tracker, taken, linked.id);
  };

  // Most snapshots name the ships of the last one.
  const named = new Set<string>();
  const nameShips = async (events: readonly CarrierEvent[]): Promise<void> => {
    for (const { vesselImo, vesselName } of events) {
      if (!vesselImo || !vesselName || named.has(vesselImo)) continue;
      await backs.nameShip(vesselImo, vesselName);
      named.add(vesselImo);
    }
  };

  return async (taken: TakenSnapshot): Promise<void> => {
    const { events, containers: boxes } = taken.snapshot;
    const all = [...events, ...boxes.flatMap((box) => box.events)];
    await nameShips(all);
    await backs.learnOf(taken.scac, all);
    for (const tracker of taken.trackers) {
      if (!(await isNoted(taken, tracker))) await retrying((tries) => applyOnce(taken, tracker, tries));
    }
  };
};
