import type { Cadence } from './carrier-profile.js';
import { allEvents, type CarrierEvent, type Snapshot, type SnapshotContainer } from './snapshot.js';

export const PHASES = ['before_gate_in', 'port_call', 'under_way', 'over'] as const;

export type Phase = (typeof PHASES)[number];

const MINUTE_MS = 60_000, HOUR_MS = 60 * MINUTE_MS, DAY_MS = 24 * HOUR_MS;

/** Between two questions, at least and at most: where between is a matter of luck, so that a fleet of numbers spreads out. */
const WAITS: Record<Phase, readonly [number, number]> = {
  before_gate_in: [22 * HOUR_MS, 26 * HOUR_MS],
  port_call: [HOUR_MS, 2 * HOUR_MS],
  under_way: [6 * HOUR_MS, 12 * HOUR_MS],
  over: [22 * HOUR_MS, 26 * HOUR_MS],
};

// Berth plans firm up in the last day and a half; what happened at the quay is published within the next day.
const BEFORE_CALL_MS = 36 * HOUR_MS;
const AFTER_CALL_MS = DAY_MS;

const FIRST_RETRY_MS = 15 * MINUTE_MS;

const isActual = ({ classifier, retracted }: CarrierEvent): boolean => classifier === 'ACT' && !retracted;

const isGateOutFull = (event: CarrierEvent): boolean =>
  isActual(event) && event.emptyIndicator === 'LADEN' && (event.eventCode === 'GTOT' || event.eventCode === 'PICK');

const isEmptyReturn = (event: CarrierEvent): boolean =>
  isActual(event) && event.emptyIndicator === 'EMPTY' && (event.eventCode === 'GTIN' || event.eventCode === 'DROP');

const isReturned = ({ events }: SnapshotContainer): boolean => {
  const out = events.findLast(isGateOutFull);
  return out !== undefined && events.some((event) => isEmptyReturn(event) && (event.occursAt ?? 0) >= (out.occursAt ?? 0));
};

const isOnTheWay = (event: CarrierEvent): boolean =>
  isActual(event) && (event.eventCode === 'LOAD' || event.eventCode === 'DEPA' || (event.eventCode === 'GTIN' && event.emptyIndicator === 'LADEN'));

const isNearCall = (event: CarrierEvent, now: Date): boolean => {
  if (event.retracted || event.mode === 'TRUCK' || !event.occursAt || event.eventType === 'SHIPMENT') return false;
  const aheadMs = event.occursAt.getTime() - now.getTime();
  return aheadMs >= -AFTER_CALL_MS && aheadMs <= BEFORE_CALL_MS;
};

/** Where in its journey a number is, as far as asking goes. `now` is the source's own clock. */
export const phaseOf = (snapshot: Snapshot, now: Date): Phase => {
  if (snapshot.bookingCancelled) return 'over';
  if (snapshot.containers.length > 0 && snapshot.containers.every(isReturned)) return 'over';
  const events = allEvents(snapshot);
  if (!events.some(isOnTheWay)) return 'before_gate_in';
  return events.some((event) => isNearCall(event, now)) ? 'port_call' : 'under_way';
};

const between = ([least, most]: readonly [number, number], luck: number): number => least + (most - least) * luck;

/** When to ask again after an answer. */
export const nextPoll = (phase: Phase, cadence: Cadence, now: Date, luck: number): Date => {
  if (cadence.kind === 'phased') return new Date(now.getTime() + between(WAITS[phase], luck));
  const everyMs = phase === 'over' ? cadence.restMs : cadence.everyMs;
  return new Date(now.getTime() + everyMs * (0.9 + 0.2 * luck));
};

/** When to ask again after a fault: soon at first, never later than an answer would have led to. */
export const nextRetry = (phase: Phase, cadence: Cadence, faultsInARow: number, now: Date, luck: number, retryAfterMs = 0): Date => {
  const usual = nextPoll(phase, cadence, now, luck).getTime() - now.getTime();
  const first = cadence.kind === 'fixed' ? cadence.everyMs : FIRST_RETRY_MS;
  const wait = Math.min(usual, first * 2 ** Math.min(faultsInARow - 1, 10) * (0.9 + 0.2 * luck));
  return new Date(now.getTime() + Math.max(wait, retryAfterMs));
};
