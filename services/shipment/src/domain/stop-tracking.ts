import type { StopReason } from '@landfall/shipping/stop-reason';
import type { Container } from './container.js';
import type { Shipment, ShipmentRecord } from './shipment.js';

const DAY = 86_400_000;

// D-30.
const PAST_ARRIVAL_MS = 56 * DAY;
const PAST_FULL_OUT_MS = 28 * DAY;
const SILENCE_MS = 56 * DAY;

export type Stop = { reason: StopReason; at: Date };

type Known = Pick<Shipment, 'bookingCancelled' | 'podAtaAt' | 'destinationAtaAt' | 'lastNewsAt' | 'resumedAt'>;
type Box = Pick<Container, 'currentStatus' | 'podFullOutAt' | 'finalDestinationFullOutAt' | 'emptyTerminatedAt' | 'endsAt'>;

const outOf = (box: Box): Date | undefined => box.finalDestinationFullOutAt ?? box.podFullOutAt;

const latest = (dates: readonly (Date | undefined)[]): Date | undefined => {
  const known = dates.filter((date) => date !== undefined);
  return known.length > 0 ? new Date(Math.max(...known.map((date) => date.getTime()))) : undefined;
};

/** A resumed shipment gets the whole window again, or it would stop at the next look. */
const after = (from: Date | undefined, windowMs: number, resumedAt: Date | undefined): Date | undefined => {
  const start = latest([from, from && resumedAt]);
  return start && new Date(start.getTime() + windowMs);
};

const isOver = (box: Box): boolean => box.currentStatus === 'empty_returned' || box.endsAt !== undefined;

/** Every rule that will stop the tracking, with the moment it does; an absent one has no moment yet. */
const rules = (shipment: Known, boxes: readonly Box[]): Stop[] => {
  const { resumedAt } = shipment;
  const ended = boxes.length > 0 && boxes.every(isOver) ? latest(boxes.map(({ emptyTerminatedAt, endsAt }) => emptyTerminatedAt ?? endsAt)) : undefined;
  const allOut = boxes.length > 0 && boxes.every((box) => outOf(box) !== undefined || isOver(box));
  const moments: [StopReason, Date | undefined][] = [
    ['booking_cancelled', shipment.bookingCancelled && !resumedAt ? shipment.lastNewsAt : undefined],
    // An empty return that was known when the user resumed does not stop it at once.
    ['all_containers_terminated', ended && resumedAt && resumedAt >= ended ? undefined : ended],
    ['past_full_out_window', allOut ? after(latest(boxes.map(outOf)), PAST_FULL_OUT_MS, resumedAt) : undefined],
    ['past_arrival_window', after(shipment.destinationAtaAt ?? shipment.podAtaAt, PAST_ARRIVAL_MS, resumedAt)],
    ['no_updates_at_line', after(shipment.lastNewsAt, SILENCE_MS, resumedAt)],
  ];
  return moments.flatMap(([reason, at]) => (at ? [{ reason, at }] : []));
};

/** The first rule that has come due; rules that came due together are told in the order of the table. */
export const stopOf = (shipment: Known, boxes: readonly Box[], asOf: Date): Stop | null =>
  rules(shipment, boxes).find(({ at }) => at <= asOf) ?? null;

/** When to look again. */
export const nextStopCheck = (shipment: Known, boxes: readonly Box[]): Date | undefined => {
  const moments = rules(shipment, boxes).map(({ at }) => at.getTime());
  return moments.length > 0 ? new Date(Math.min(...moments)) : undefined;
};

export const stopped = <S extends ShipmentRecord>(shipment: S, reason: StopReason, now: Date, userId?: string): S => {
  const { stopDueAt: _due, stopRuleAt: _rule, ...rest } = shipment;
  return { ...(rest as unknown as S), lineTrackingStoppedAt: now, lineTrackingStoppedReason: reason, ...(userId ? { lineTrackingStoppedByUserId: userId } : {}) };
};

/** Sets when to look again, by the source's clock and by ours; the two differ at the sandbox. */
export const withStopClock = <S extends ShipmentRecord & Known>(shipment: S, boxes: readonly Box[]): S => {
  const { stopDueAt: _due, stopRuleAt: _rule, ...rest } = shipment;
  const kept = rest as unknown as S;
  const ruleAt = shipment.lineTrackingStoppedAt ? undefined : nextStopCheck(shipment, boxes);
  if (!ruleAt) return kept;
  const dueAt = new Date(shipment.heardAt.getTime() + Math.max(0, ruleAt.getTime() - shipment.sourceNow.getTime()));
  return { ...kept, stopRuleAt: ruleAt, stopDueAt: dueAt };
};

/** What the source's clock says now, as far as it went on like ours since it was last heard. */
export const sourceClock = ({ sourceNow, heardAt }: Pick<ShipmentRecord, 'sourceNow' | 'heardAt'>, now: Date): Date =>
  new Date(sourceNow.getTime() + Math.max(0, now.getTime() - heardAt.getTime()));
