import { problem } from '@landfall/kit/problem';
import { applyBerthing, type Berthing } from '../domain/berthing.js';
import type { Said } from '../domain/said.js';
import { sourceClock } from '../domain/stop-tracking.js';
import type { Tracker } from './apply-to-shipment.js';
import type { Around, Containers, Requests, Shipments } from './ports.js';
import { retrying } from '@landfall/kit/retrying';

export type BerthingBacks = { requests: Requests; shipments: Shipments; containers: Containers; around: Around };

const applyOnce = async ({ requests, shipments, containers, around }: BerthingBacks, berthing: Berthing, { accountId, trackingRequestId }: Tracker): Promise<void> => {
  const shipment = await shipments.findByRequest(accountId, trackingRequestId);
  if (!shipment) {
    if ((await requests.find(accountId, trackingRequestId))?.endedAt) return;
    throw problem('unavailable', `The tracking request ${trackingRequestId} has no shipment yet.`);
  }
  if (shipment.lineTrackingStoppedAt) return;
  const now = around.now();
  const context = { now, takenAt: berthing.at, asOf: sourceClock(shipment, now), atlas: around.atlas, nameId: around.nameId };
  for (const before of await containers.ofShipment(accountId, shipment.id)) {
    const settled = applyBerthing(shipment, before, berthing, context);
    if (!settled) continue;
    const { container, announcements } = settled;
    const says: Said[] = [...announcements.map((announcement): Said => ({ says: 'container_announcement', announcement, container, shipment })), { says: 'container_changed', container }];
    await containers.saveAll(shipment, [{ before, container, says }]);
  }
};

/** A ship made fast. Safe to repeat: a berthing that a container knows changes nothing. One shipment that is not there yet keeps nobody else waiting. */
export const berthingUseCase = (backs: BerthingBacks) =>
  async (berthing: Berthing, trackers: readonly Tracker[]): Promise<void> => {
    const missed: unknown[] = [];
    for (const tracker of trackers) await retrying(() => applyOnce(backs, berthing, tracker)).catch((error: unknown) => missed.push(error));
    if (missed.length > 0) throw missed[0];
  };
