import { applySnapshot, type Applied, type ShipmentBefore, type Snapshot } from '../domain/apply-snapshot.js';
import type { CarrierEvent } from '../domain/carrier-event.js';
import type { Container } from '../domain/container.js';
import { isStopped, linkRequest, resumed } from '../domain/link-request.js';
import { newShipment } from '../domain/new-shipment.js';
import type { Said } from '../domain/said.js';
import type { Settled } from '../domain/settle-container.js';
import type { Shipment } from '../domain/shipment.js';
import { isAheadOfTime } from '../domain/steps.js';
import { stopOf, stopped, withStopClock } from '../domain/stop-tracking.js';
import { candidateNumbers, leadingNumber, matching, readable, type TrackedRequest } from '../domain/tracked-request.js';
import type { ArchivedEvents, Around, ContainerChange, Containers, Requests, Shipments } from './ports.js';

export type Tracker = { accountId: string; trackingRequestId: string };

/** A carrier's answer with what it is an answer to. */
export type TakenSnapshot = {
  watchId: string;
  scac: string;
  sequence: number;
  digest: string;
  takenAt: Date;
  sourceNow: Date;
  trackers: readonly Tracker[];
  snapshot: Snapshot;
};

export type SnapshotBacks = {
  requests: Requests;
  shipments: Shipments;
  containers: Containers;
  archive: ArchivedEvents;
  /** The name of the party that a request named as customer. */
  customerName(accountId: string, partyId: string): Promise<string | undefined>;
  /** Values the request wanted its records to have; safe to repeat. */
  giveInitialFields(request: TrackedRequest, shipment: Shipment, containers: readonly Container[]): Promise<void>;
  /** A ship that no list has must be there when an event points at it. */
  nameShip(imo: string, name: string): Promise<void>;
  /** What the line was heard to report; safe to repeat. */
  learnOf(scac: string, events: readonly CarrierEvent[]): Promise<void>;
  around: Around;
};

const isApplied = (shipment: ShipmentBefore, { watchId, sequence }: TakenSnapshot): boolean => (shipment.watches[watchId]?.sequence ?? -1) >= sequence;

/** The same answer again, and no rule for stopping came due meanwhile. */
export const isUnchanged = (shipment: Shipment, taken: TakenSnapshot): boolean =>
  shipment.watches[taken.watchId]?.digest === taken.digest && !isApplied(shipment, taken) && shipment.stopRuleAt !== undefined && shipment.stopRuleAt > taken.sourceNow;

// Rule 4 looks at the clock: while an ACT lies in the future, even the same answer must be read again.
const digestOf = (taken: TakenSnapshot, shipment: Shipment, containers: readonly Container[]): string => {
  const rows = [...shipment.shared, ...containers.flatMap(({ own }) => own)];
  return rows.some((row) => isAheadOfTime(row, taken.sourceNow)) ? '' : taken.digest;
};

const fresh = (shipment: Shipment, taken: TakenSnapshot, digest: string): Shipment => ({
  ...shipment,
  watches: { ...shipment.watches, [taken.watchId]: { sequence: taken.sequence, digest } },
  lineTrackingLastAttemptedAt: taken.takenAt,
  lineTrackingLastSucceededAt: taken.takenAt,
  sourceNow: taken.sourceNow,
  heardAt: taken.takenAt,
});

const allContainers = (old: readonly Container[], applied: Applied): Container[] => {
  const changed = new Map(applied.containers.map(({ container }) => [container.id, container]));
  return [...old.filter(({ id }) => !changed.has(id)), ...changed.values()].sort((a, b) => (a.number < b.number ? -1 : a.number > b.number ? 1 : a.ordinal - b.ordinal));
};

/** The end of a snapshot: freshness, the stop rules, and one revision for all of it. */
const concluded = (before: ShipmentBefore, applied: Applied, taken: TakenSnapshot, containers: readonly Container[], now: Date): { shipment: Shipment; stop?: string } => {
  const shipment = withStopClock({ ...fresh(applied.shipment, taken, digestOf(taken, applied.shipment, containers)), revision: before.revision + 1, updatedAt: now }, containers);
  const stop = isStopped(shipment) ? null : stopOf(shipment, containers, taken.sourceNow);
  return stop ? { shipment: stopped(shipment, stop.reason, now), stop: stop.reason } : { shipment };
};

const readableOnly = ({ billOfLadingNumber, bookingNumber, ...rest }: Snapshot): Snapshot => {
  const bill = readable(billOfLadingNumber);
  const booking = readable(bookingNumber);
  return { ...rest, ...(bill ? { billOfLadingNumber: bill } : {}), ...(booking ? { bookingNumber: booking } : {}) };
};

/** One that the account has under the same number, or one that is yet to be. */
export const foundFor = async ({ shipments, around }: SnapshotBacks, taken: TakenSnapshot, request: TrackedRequest): Promise<ShipmentBefore> => {
  const known = await shipments.findByNumber(request.accountId, taken.scac, candidateNumbers(taken.snapshot, request, taken.scac));
  if (known) return known;
  const number = leadingNumber(taken.snapshot, request);
  const normalizedNumber = matching(number, taken.scac, request.requestType);
  const born = newShipment({ accountId: request.accountId, scac: taken.scac, number: normalizedNumber, now: around.now() }, around.nameId);
  return { ...born, billOfLadingNumber: number };
};

type Outcome = { found: ShipmentBefore; stop: string | undefined; request: TrackedRequest | undefined; shipment: Shipment; all: readonly Container[]; applied: Applied };

const changeOf = ({ before, container, announcements }: Settled, shipment: Shipment): ContainerChange => ({
  container,
  ...(before ? { before } : {}),
  says: [
    ...announcements.map((announcement): Said => ({ says: 'container_announcement', announcement, container, shipment })),
    ...(before ? [{ says: 'container_changed' as const, container }] : []),
  ],
});

/** All else first, the shipment with its mark of what was applied last: a crash in between is repaired by the next delivery. */
const write = async ({ archive, containers, shipments, giveInitialFields }: SnapshotBacks, { found, request, shipment, all, applied }: Outcome, says: readonly Said[]) => {
  for (const { containerId, rows } of applied.archived) await archive.keep(shipment.accountId, containerId, rows);
  const settled = new Set(applied.containers.map(({ container }) => container));
  const others = all.filter((container) => !settled.has(container)).map((container) => ({ before: container, container, says: [] }));
  await Promise.all([
    containers.saveAll(shipment, [...applied.containers.map((one) => changeOf(one, shipment)), ...others], found),
    shipments.count(found, shipment),
    ...(request ? [giveInitialFields(request, shipment, all)] : []),
  ]);
  await shipments.save(found, shipment, says);
};

const saidBy = ({ found, stop, request, shipment, all, applied }: Outcome): Said[] => [
  ...(request ? [{ says: 'shipment_tracked' as const, trackingRequestId: request.id, shipment, containers: all }] : []),
  ...applied.announcements.map((announcement): Said => ({ says: 'estimated_arrival', announcement, shipment, containers: all })),
  ...(request && isStopped(found) ? [{ says: 'tracking_resumed' as const, shipment }] : []),
  ...(stop ? [{ says: 'tracking_stopped' as const, shipment, reason: stop }] : []),
  ...(found.revision > 0 ? [{ says: 'shipment_changed' as const, shipment }] : []),
];

const linked = async (backs: SnapshotBacks, taken: TakenSnapshot, found: ShipmentBefore, request: TrackedRequest): Promise<ShipmentBefore> => {
  const customerName = request.customerId ? await backs.customerName(request.accountId, request.customerId) : undefined;
  return resumed(linkRequest(found, request, customerName), taken.sourceNow);
};

/** The request that is new to the shipment, and the boxes as far as they are known already. */
type Known = { request?: TrackedRequest; boxes?: readonly Container[] };

/**
 * One snapshot for one shipment. Whoever loses a race throws `revision_conflict` and may try again; so does who took a
 * shipment for new that has boxes already, because a crash came between the two.
 */
export const applyToShipment = async (backs: SnapshotBacks, taken: TakenSnapshot, found: ShipmentBefore, { request, boxes }: Known = {}): Promise<void> => {
  const { containers, around } = backs;
  if (!request && (isApplied(found, taken) || isStopped(found))) return;
  const old = boxes ?? (await containers.ofShipment(found.accountId, found.id));
  const before = request ? await linked(backs, taken, found, request) : found;
  const now = around.now();
  const context = { now, takenAt: taken.takenAt, asOf: taken.sourceNow, atlas: around.atlas, nameId: around.nameId, line: around.lineName(taken.scac) };
  const applied = applySnapshot(before, old, readableOnly(taken.snapshot), context);
  const all = allContainers(old, applied);
  const { shipment, stop } = concluded(before, applied, taken, all, now);
  const outcome = { found, stop, request, shipment, all, applied };
  await write(backs, outcome, saidBy(outcome));
};
