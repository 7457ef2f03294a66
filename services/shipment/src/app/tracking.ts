import { problem } from '@landfall/kit/problem';
import { resumed, isStopped } from '../domain/link-request.js';
import type { Said } from '../domain/said.js';
import type { Shipment } from '../domain/shipment.js';
import { sourceClock, stopOf, stopped, withStopClock } from '../domain/stop-tracking.js';
import type { Around, Containers, Shipments } from './ports.js';
import { retrying } from '@landfall/kit/retrying';

export type TrackingBacks = { shipments: Shipments; containers: Containers; around: Around };

// Long enough to look at one shipment, short enough that a crash delays nothing that matters.
const LEASE_MS = 60_000;
const AT_ONCE = 50;

const write = async ({ shipments, containers, around }: TrackingBacks, before: Shipment, next: Shipment, said: (shipment: Shipment) => Said): Promise<Shipment> => {
  const shipment = { ...next, revision: before.revision + 1, updatedAt: around.now() };
  await shipments.save(before, shipment, [said(shipment), { says: 'shipment_changed', shipment }]);
  await containers.shipmentChanged(shipment);
  return shipment;
};

/** A rule may have come due: it has, or the shipment is looked at again later. */
const review = (backs: TrackingBacks, due: Shipment): Promise<void> =>
  retrying(async () => {
    const { shipments, containers, around } = backs;
    const before = await shipments.find(due.accountId, due.id);
    if (!before || isStopped(before)) return;
    const boxes = await containers.ofShipment(before.accountId, before.id);
    const rule = stopOf(before, boxes, sourceClock(before, around.now()));
    if (rule) {
      await write(backs, before, stopped(before, rule.reason, around.now()), (shipment) => ({ says: 'tracking_stopped', shipment, reason: rule.reason }));
      return;
    }
    // Nothing a client sees has changed: only when to look again.
    await shipments.save(before, { ...withStopClock(before, boxes), revision: before.revision + 1 }, []);
  });

/** Stopping and resuming, by people and by the rules of D-30. Both are safe to repeat. */
export const trackingUseCases = (backs: TrackingBacks) => {
  const { shipments, containers, around } = backs;
  const find = async (accountId: string, id: string): Promise<Shipment> => {
    const shipment = await shipments.find(accountId, id);
    if (!shipment) throw problem('not_found', `No shipment has the id ${id}.`);
    return shipment;
  };

  const stop = (accountId: string, id: string, userId?: string): Promise<Shipment> =>
    retrying(async () => {
      const before = await find(accountId, id);
      if (isStopped(before)) return before;
      return write(backs, before, stopped(before, 'cancelled_by_user', around.now(), userId), (shipment) => ({ says: 'tracking_stopped', shipment, reason: 'cancelled_by_user' }));
    });

  const resume = (accountId: string, id: string): Promise<Shipment> =>
    retrying(async () => {
      const before = await find(accountId, id);
      if (!isStopped(before)) return before;
      const boxes = await containers.ofShipment(accountId, id);
      const now = around.now();
      const next = withStopClock(resumed(before, sourceClock(before, now)), boxes);
      return write(backs, before, next, (shipment) => ({ says: 'tracking_resumed', shipment }));
    });

  return {
    stop,
    resume,
    /** Answers whether there may be more. */
    stopDue: async (): Promise<boolean> => {
      const due = await shipments.claimDue(around.now(), LEASE_MS, AT_ONCE);
      for (const shipment of due) await review(backs, shipment);
      return due.length === AT_ONCE;
    },
  };
};
