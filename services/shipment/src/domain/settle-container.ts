import type { ContainerAnnouncement } from './announcement.js';
import type { KeptEvent } from './carrier-event.js';
import { recordOf, type Container, type ContainerRecord } from './container.js';
import { changeEvents, containerAnnouncements, type Cause } from './container-changes.js';
import { viewOf } from './container-view.js';
import type { Context } from './context.js';
import { journeyOf } from './journey.js';
import type { PlannedSpots } from './plan.js';
import { rowsOf } from './journey-of-container.js';
import { milestonesOf, reconciled } from './transport-event.js';

export type Settled = { before?: Container; container: Container; announcements: ContainerAnnouncement[] };

// What every write changes; equal apart from these means nothing happened.
const BOOKKEEPING = { revision: 0, updatedAt: 0 };

/** A row's id covers its content; only when it was received may differ. */
const briefRows = (rows: readonly KeptEvent[]) => rows.map(({ id, receivedAt }) => `${id} ${receivedAt.getTime()}`);

const brief = ([key, value]: [string, unknown]): [string, unknown] => (key === 'own' || key === 'shared' ? [key, briefRows(value as KeptEvent[])] : [key, value]);

export const isSameValue = (key: string, a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && JSON.stringify(brief([key, a])) === JSON.stringify(brief([key, b])));

export const isSameState = (a: object, b: object): boolean => stateText(a) === stateText(b);

// Keys in order, since the store and the rules need not build objects alike; only the top level differs in practice.
const stateText = (value: object): string =>
  JSON.stringify(Object.entries({ ...value, ...BOOKKEEPING }).map(brief).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The container as its rows and reports make it, and what that tells the world. Null when nothing changed. */
export const settleContainer = (
  before: Container | undefined,
  given: ContainerRecord,
  planned: PlannedSpots,
  context: Context & Pick<Cause, 'dataSource'>,
): Settled | null => {
  const { atlas, now, nameId, asOf } = context;
  const record = recordOf(given);
  const journey = journeyOf(rowsOf(record), { atlas, asOf, planned });
  const milestones = milestonesOf(journey, { containerId: record.id, now, nameId, atlas });
  const revision = (before?.revision ?? 0) + 1;
  const transportEvents = reconciled(before?.transportEvents ?? [], milestones, now);
  const view = { ...record, ...viewOf(record, journey, atlas), revision, updatedAt: now, transportEvents };
  const changes = changeEvents(before, view, context);
  const container: Container = { ...view, transportEvents: [...transportEvents, ...changes] };
  if (before && isSameState(before, container)) return null;
  return { ...(before ? { before } : {}), container, announcements: containerAnnouncements(before, container, context) };
};
