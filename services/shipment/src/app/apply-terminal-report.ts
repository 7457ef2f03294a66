import { problem } from '@landfall/kit/problem';
import { applyTerminalReport } from '../domain/apply-terminal-report.js';
import type { Container } from '../domain/container.js';
import { fieldsOfReport } from '../domain/provided-data.js';
import type { Said } from '../domain/said.js';
import type { Shipment } from '../domain/shipment.js';
import { sourceClock, withStopClock } from '../domain/stop-tracking.js';
import { stateOf, type TerminalReport } from '../domain/terminal-report.js';
import type { Tracker } from './apply-to-shipment.js';
import type { Around, Containers, Providers, Requests, Shipments } from './ports.js';
import { retrying } from '@landfall/kit/retrying';

export type TakenReport = { trackers: readonly Tracker[]; containerNumber: string; takenAt: Date; report: TerminalReport };
export type ReportBacks = { requests: Requests; shipments: Shipments; containers: Containers; providers: Providers; around: Around };

const newestOf = (boxes: readonly Container[], number: string): Container | undefined =>
  boxes.filter((box) => box.number === number).sort((a, b) => b.ordinal - a.ordinal)[0];

export const terminalUseCase = ({ requests, shipments, containers, providers, around }: ReportBacks) => {
  const learn = async (report: TerminalReport): Promise<void> => {
    const { facilityId } = stateOf(report, around.atlas);
    if (facilityId) await providers.tell(facilityId, fieldsOfReport(report));
  };

  /** What the shipment takes over from its boxes; nothing is written when that is the same. */
  const follow = async (shipment: Shipment, boxes: readonly Container[]): Promise<void> => {
    const podTerminalId = shipment.podTerminalId ?? boxes.find((box) => box.podTerminalId !== undefined)?.podTerminalId;
    const next = withStopClock({ ...shipment, ...(podTerminalId ? { podTerminalId } : {}) }, boxes);
    const moved = next.podTerminalId !== shipment.podTerminalId || next.stopRuleAt?.getTime() !== shipment.stopRuleAt?.getTime();
    if (!moved) return;
    const written = { ...next, revision: shipment.revision + 1, updatedAt: around.now() };
    await shipments.save(shipment, written, [{ says: 'shipment_changed', shipment: written }]);
  };

  const applyOnce = async ({ report, containerNumber, takenAt }: TakenReport, { accountId, trackingRequestId }: Tracker): Promise<void> => {
    const shipment = await shipments.findByRequest(accountId, trackingRequestId);
    if (!shipment) {
      const request = await requests.find(accountId, trackingRequestId);
      if (request?.endedAt) return;
      throw problem('unavailable', `The tracking request ${trackingRequestId} has no shipment yet.`);
    }
    if (shipment.lineTrackingStoppedAt) return;
    const boxes = await containers.ofShipment(accountId, shipment.id);
    const before = newestOf(boxes, containerNumber);
    if (!before) return;
    const now = around.now();
    const context = { now, takenAt, asOf: sourceClock(shipment, now), atlas: around.atlas, nameId: around.nameId };
    const settled = applyTerminalReport(shipment, before, report, context);
    if (!settled) return;
    const { container, announcements } = settled;
    const says: Said[] = [...announcements.map((announcement): Said => ({ says: 'container_announcement', announcement, container, shipment })), { says: 'container_changed', container }];
    await containers.saveAll(shipment, [{ before, container, says }]);
    await follow(shipment, [...boxes.filter(({ id }) => id !== container.id), container]);
  };

  /** A terminal answered for one container. Safe to repeat: a report that is not newer changes nothing. */
  return async (taken: TakenReport): Promise<void> => {
    await learn(taken.report);
    for (const tracker of taken.trackers) await retrying(() => applyOnce(taken, tracker));
  };
};
