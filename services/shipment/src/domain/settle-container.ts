import type { ContainerAnnouncement } from './announcement.js';
import type { KeptEvent } from './carrier-event.js';
import { recordOf, type Container, type ContainerRecord } from './container.js';
import { changeEvents, containerAnnouncements, type Cause } from './container-changes.js';
import { viewOf } from './container-view.js';
import type { Context } from './context.js';
import { isEqual } from './is-equal.js';
import { knownUntil } from './known-until.js';
import { journeyOf } from './journey.js';
import type { PlannedSpots } from './plan.js';
import { rowsOf } from './journey-of-container.js';
import { milestonesOf, reconciled } from './transport-event.js';

export type Settled = { before?: Container; container: Container; announcements: ContainerAnnouncement[] };

// What every write changes; equal apart from these means nothing happened.
const BOOKKEEPING: ReadonlySet<string> = new Set(['revision', 'updatedAt']);

const ROWS: ReadonlySet<string> = new Set(['own', 'shared']);

/** A row's id covers its content; only when it was received may differ. */
const areRowsEqual = (a: readonly KeptEvent[] = [], b: readonly KeptEvent[] = []): boolean =>
  a.length === b.length && a.every((row, index) => row === b[index] || (row.id === b[index]?.id && isEqual(row.receivedAt, b[index]?.receivedAt)));

export const isSameValue = (key: string, a: unknown, b: unknown): boolean =>
  ROWS.has(key) ? areRowsEqual(a as KeptEvent[] | undefined, b as KeptEvent[] | undefined) : isEqual(a, b);

export const isSameState = (a: object, b: object): boolean => {
  const [before, after] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const key in after) if (!BOOKKEEPING.has(key) && !isSameValue(key, before[key], after[key])) return false;
  for (const key in before) if (!BOOKKEEPING.has(key) && after[key] === undefined && !isSameValue(key, before[key], undefined)) return false;
  return true;
};

/** The container as its rows and reports make it, and what that tells the world. Null when nothing changed. */
export const settleContainer = (
  before: Container | undefined,
  given: ContainerRecord,
  planned: PlannedSpots,
  context: Context & Pick<Cause, 'dataSource' | 'saidAt'>,
): Settled | null => {
  const { atlas, now, nameId, asOf } = context;
  const record = recordOf(given);
  const told = { transportEvents: before?.transportEvents ?? [] };
  const journey = journeyOf(rowsOf(record), { atlas, asOf: knownUntil(asOf, [{ ...record, ...told }]), planned });
  const milestones = milestonesOf(journey, { containerId: record.id, now, nameId, atlas });
  const revision = (before?.revision ?? 0) + 1;
  const transportEvents = reconciled(told.transportEvents, milestones, now);
  const view = { ...record, ...viewOf(record, journey, atlas), revision, updatedAt: now, transportEvents };
  const changes = changeEvents(before, view, context);
  const container: Container = { ...view, transportEvents: [...transportEvents, ...changes] };
  if (before && isSameState(before, container)) return null;
  return { ...(before ? { before } : {}), container, announcements: containerAnnouncements(before, container, context) };
};
