import type { EtaAnnouncement } from './announcement.js';
import type { CarrierEvent, KeptEvent } from './carrier-event.js';
import type { Container, ContainerRecord } from './container.js';
import { given } from './given.js';
import type { ShipmentContext } from './context.js';
import { isNewEta } from './eta.js';
import { eventsTouching } from './fan-out.js';
import { journeyOf } from './journey.js';
import { knownUntil } from './known-until.js';
import { keepEvents, thinned } from './kept-events.js';
import { mergedPlan, plannedSpots, type Plan, type PlannedSpots } from './plan.js';
import { splitOf, within } from './reuse.js';
import { isSameState, settleContainer, type Settled } from './settle-container.js';
import { shipmentView } from './shipment-view.js';
import { shipmentRecordOf, type Shipment, type ShipmentRecord } from './shipment.js';

export type SnapshotContainer = { number: string; isoCode?: string; sealNumber?: string; weightLbs?: number; events: readonly CarrierEvent[] };

/** Everything a carrier says of one number at one moment, in our words. */
export type Snapshot = {
  billOfLadingNumber?: string;
  bookingNumber?: string;
  plan: Plan;
  bookingCancelled: boolean;
  containers: readonly SnapshotContainer[];
  events: readonly CarrierEvent[];
};

/** A shipment before its first snapshot has no derived fields yet. */
export type ShipmentBefore = ShipmentRecord & Partial<Shipment>;

export type Applied = {
  shipment: Shipment;
  changed: boolean;
  containers: Settled[];
  announcements: EtaAnnouncement[];
  /** Estimates that can decide nothing any more, kept elsewhere. */
  archived: { containerId: string; rows: KeptEvent[] }[];
};

const rowsOf = (container: ContainerRecord): KeptEvent[] => container.own.filter((row) => within(row, container));

const withBox = (record: ContainerRecord, box: SnapshotContainer): ContainerRecord => ({
  ...record,
  ...given<Partial<ContainerRecord>>({ isoCode: box.isoCode ?? record.isoCode, sealNumber: box.sealNumber || record.sealNumber, weightLbs: box.weightLbs || record.weightLbs }),
});

const newContainer = (shipment: ShipmentRecord, box: SnapshotContainer, ordinal: number, { now, nameId }: ShipmentContext): ContainerRecord =>
  withBox(
    {
      id: nameId('container', shipment.id, box.number, String(ordinal)),
      accountId: shipment.accountId,
      shipmentId: shipment.id,
      number: box.number,
      ordinal,
      createdAt: now,
      updatedAt: now,
      revision: 0,
      refNumbers: [],
      tags: [],
      own: [],
      shared: [],
      facilities: [],
      deadlines: {},
    },
    box,
  );

/** The newest journey of a box with its new rows, and the journey after it when one has begun (rule 7). */
const withEvents = (shipment: ShipmentRecord, box: SnapshotContainer, latest: ContainerRecord | undefined, context: ShipmentContext): ContainerRecord[] => {
  const record = withBox(latest ?? newContainer(shipment, box, 0, context), box);
  const own = keepEvents(record.own, box.events, keepingOf(shipment, box.number, context));
  const { current, next } = splitOf(record.own, own, record);
  const updated = { ...record, ...current, own: own.filter((row) => next === undefined || !next.startsAt || !row.at || row.at < next.startsAt) };
  if (!next) return [updated];
  const later = newContainer(shipment, box, record.ordinal + 1, context);
  return [updated, { ...later, ...next, own: own.filter((row) => !updated.own.includes(row)) }];
};

const keepingOf = (shipment: ShipmentRecord, number: string, { takenAt, nameId, atlas }: ShipmentContext) => ({ scope: `${shipment.id} ${number}`, takenAt, nameId, atlas });

const belongsTo = ({ occursAt }: CarrierEvent, former: Container): boolean => occursAt !== undefined && within({ at: occursAt }, former);

/** Late rows of a journey that is over still belong to it. */
const withPast = (shipment: ShipmentRecord, former: Container, box: SnapshotContainer, context: ShipmentContext): ContainerRecord => {
  const events = box.events.filter((event) => belongsTo(event, former));
  return { ...former, own: keepEvents(former.own, events, keepingOf(shipment, box.number, context)) };
};

const latestOf = (containers: readonly Container[], number: string): Container | undefined =>
  containers.filter((container) => container.number === number).sort((a, b) => b.ordinal - a.ordinal)[0];

const recordsOf = (shipment: ShipmentRecord, old: readonly Container[], snapshot: Snapshot, context: ShipmentContext): ContainerRecord[] => {
  // A box that a sloppy answer lists twice is one box.
  const boxes = new Map<string, SnapshotContainer>();
  for (const box of snapshot.containers) {
    const same = boxes.get(box.number);
    boxes.set(box.number, same ? { ...same, ...box, events: [...same.events, ...box.events] } : box);
  }
  const touched = [...boxes.values()].flatMap((box) => {
    const latest = latestOf(old, box.number);
    const former = old.filter((other) => other.number === box.number && other !== latest);
    const past = former.map((other) => withPast(shipment, other, box, context));
    const events = box.events.filter((event) => !former.some((other) => belongsTo(event, other)));
    return [...past, ...withEvents(shipment, { ...box, events }, latest, context)];
  });
  const ids = new Set(touched.map(({ id }) => id));
  return [...touched, ...old.filter(({ id }) => !ids.has(id))];
};

const pooled = (records: readonly ContainerRecord[]): KeptEvent[] => {
  const rows = new Map<string, KeptEvent>();
  for (const record of records) if (!record.endsAt) for (const row of rowsOf(record)) rows.set(row.id, row);
  return [...rows.values()];
};

const etaOf = (before: ShipmentBefore, after: Shipment, { now, asOf, nameId, atlas }: ShipmentContext): EtaAnnouncement[] => {
  const told = (estimatedAt: Date, locode: string | undefined, inland: boolean): EtaAnnouncement => ({
    kind: 'estimated_arrival',
    id: nameId('notice', after.id, 'shipment.estimated.arrival', locode ?? '', estimatedAt.toISOString(), String(after.revision)),
    estimatedAt,
    saidAt: asOf,
    createdAt: now,
    dataSource: 'shipping_line',
    ...given<Partial<EtaAnnouncement>>({
      locode,
      portId: inland ? after.destinationId : after.portOfDischargeId,
      timezone: inland ? after.destinationTimezone : after.podTimezone,
      voyageNumber: inland ? undefined : after.podVoyageNumber,
      vesselId: !inland && after.podVesselImo ? atlas.vesselId(after.podVesselImo) : undefined,
    }),
  });
  // What was expected when the shipment came to be is no change; after arrival nobody waits for an estimate.
  if (before.revision === 0) return [];
  const pod = after.podEtaAt && !after.podAtaAt && isNewEta(before.podEtaAt, after.podEtaAt) ? [told(after.podEtaAt, after.portOfDischargeLocode, false)] : [];
  const inland = after.destinationEtaAt && !after.destinationAtaAt && isNewEta(before.destinationEtaAt, after.destinationEtaAt);
  return [...pod, ...(inland && after.destinationEtaAt ? [told(after.destinationEtaAt, after.destinationLocode, true)] : [])];
};

type Sea = { shipment: ShipmentRecord; planned: PlannedSpots };

const settleAll = (records: readonly ContainerRecord[], old: readonly Container[], { shipment, planned }: Sea, context: ShipmentContext) => {
  const archived: Applied['archived'] = [];
  const containers: Settled[] = [];
  const all: Container[] = [];
  for (const record of records) {
    const { rows: own, archived: surplus } = thinned(record.own);
    if (surplus.length > 0) archived.push({ containerId: record.id, rows: surplus });
    const before = old.find(({ id }) => id === record.id);
    const asOf = knownUntil(context.asOf, [{ ...record, transportEvents: before?.transportEvents ?? [] }]);
    const shared = eventsTouching(shipment.shared, rowsOf({ ...record, own }), { atlas: context.atlas, asOf, planned });
    const settled = settleContainer(before, { ...record, own, shared }, planned, { ...context, saidAt: context.asOf, dataSource: 'shipping_line' });
    if (settled) containers.push(settled);
    const now = settled?.container ?? before;
    if (now) all.push(now);
  }
  return { containers, archived, all };
};

const sharedOf = (old: ShipmentBefore, snapshot: Snapshot, { atlas, takenAt, nameId }: ShipmentContext) =>
  thinned(keepEvents(old.shared, snapshot.events, { scope: old.id, takenAt, nameId, atlas }));

const byPlace = (a: Container, b: Container): number => (a.number < b.number ? -1 : a.number > b.number ? 1 : a.ordinal - b.ordinal);

/**
 * Old state + what the carrier says now → new state and what has changed. It only ever adds rows and derives the
 * rest from all of them, so that order, repetition and splitting of snapshots cannot matter.
 */
export const applySnapshot = (before: ShipmentBefore, old: readonly Container[], snapshot: Snapshot, context: ShipmentContext): Applied => {
  const { atlas, asOf, line, now } = context;
  const plan = mergedPlan(before.plan, snapshot.plan);
  const planned = plannedSpots(atlas, plan);
  const { rows: shared, archived } = sharedOf(before, snapshot, context);
  const record: ShipmentRecord = {
    ...shipmentRecordOf(before),
    ...given<Partial<ShipmentRecord>>({
      billOfLadingNumber: snapshot.billOfLadingNumber ?? before.billOfLadingNumber,
      bookingNumber: snapshot.bookingNumber ?? before.bookingNumber,
    }),
    plan,
    bookingCancelled: snapshot.bookingCancelled,
    shared,
  };
  const settled = settleAll(recordsOf(record, old, snapshot, context), old, { shipment: record, planned }, context);
  const all = settled.all.sort(byPlace);
  const own = pooled(all);
  const around = { atlas, asOf: knownUntil(asOf, all), planned };
  const journey = journeyOf([...own, ...eventsTouching(shared, own, around)], around);
  const podTerminalId = all.find((container) => container.podTerminalId !== undefined)?.podTerminalId;
  const next: Shipment = { ...record, ...shipmentView({ journey, plan, line, podTerminalId, atlas }), containerIds: all.map(({ id }) => id) };
  const changed = before.revision === 0 || !isSameState(withoutView(before, next), next) || settled.containers.length > 0;
  const shipment: Shipment = changed ? { ...next, revision: before.revision + 1, updatedAt: now, lastNewsAt: asOf } : { ...next };
  const announcements = etaOf(before, shipment, context);
  return {
    shipment: announcements.length > 0 ? { ...shipment, etaChangedAt: now } : shipment,
    changed,
    containers: settled.containers,
    announcements,
    archived: [...settled.archived, ...(archived.length > 0 ? [{ containerId: before.id, rows: archived }] : [])],
  };
};

/** Only the plan's own date may differ without anything having changed. */
const withoutView = (before: ShipmentBefore, next: Shipment): object => ({ ...before, ...(next.plan ? { plan: { ...before.plan, saidAt: next.plan.saidAt } } : {}) });
