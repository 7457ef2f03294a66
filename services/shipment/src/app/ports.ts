import type { ShipmentBefore } from '../domain/apply-snapshot.js';
import type { Atlas, NameId } from '../domain/atlas.js';
import type { KeptEvent } from '../domain/carrier-event.js';
import type { Container } from '../domain/container.js';
import type { FieldDefinition, FieldValue } from '../domain/custom-field.js';
import type { EtaPrediction } from '../domain/eta-prediction.js';
import type { VesselRow } from '../domain/gazetteer.js';
import type { Sighted } from '../domain/pace.js';
import type { Party, PartyRoleRow } from '../domain/party.js';
import type { PortCall } from '../domain/port-call.js';
import type { Said } from '../domain/said.js';
import type { LineName, Shipment, ShipmentRecord } from '../domain/shipment.js';
import type { TrackedRequest } from '../domain/tracked-request.js';

export type Condition = { field: string; op: string; values: readonly string[] };
export type SortBy = { field: string; descending: boolean };
export type PageWanted = { number: number; size: number; after?: string };
export type ListQuery = { accountId: string; page: PageWanted; filters: readonly Condition[]; sort: readonly SortBy[]; q: string };
export type Listed<Item> = { items: Item[]; total: number; nextAfter?: string };

/** The same answer again: only how fresh it is has changed. */
export type Unchanged = { accountId: string; shipmentId: string; watchId: string; sequence: number; digest: string; takenAt: Date; sourceNow: Date };

export interface Requests {
  remember(request: TrackedRequest): Promise<void>;
  end(accountId: string, id: string, at: Date): Promise<void>;
  find(accountId: string, id: string): Promise<TrackedRequest | undefined>;
}

export interface Shipments {
  find(accountId: string, id: string): Promise<Shipment | undefined>;
  findMany(accountId: string, ids: readonly string[]): Promise<Shipment[]>;
  /** When the line was last asked for each of these, by id; a whole shipment is a hundred times as much. */
  lastAskedAt(accountId: string, ids: readonly string[]): Promise<Map<string, Date>>;
  findByRequest(accountId: string, trackingRequestId: string): Promise<Shipment | undefined>;
  findByNumber(accountId: string, scac: string, numbers: readonly string[]): Promise<Shipment | undefined>;
  /** Answers whether it was noted: somebody else may have been faster. */
  noteUnchanged(unchanged: Unchanged): Promise<boolean>;
  noteAttempt(accountId: string, trackingRequestId: string, at: Date): Promise<void>;
  /** What is new to the account, once however often it is said; before the shipment is saved, so that a crash in between repeats it. */
  count(before: ShipmentBefore, after: Shipment): Promise<void>;
  /** Throws `revision_conflict` when somebody else was faster. */
  save(before: ShipmentRecord, after: Shipment, says: readonly Said[]): Promise<void>;
  list(query: ListQuery): Promise<Listed<Shipment>>;
  /** Takes shipments whose rules for stopping may have come due; nobody else gets them until the lease ends. */
  claimDue(now: Date, leaseMs: number, most: number): Promise<Shipment[]>;
  search(accountId: string, query: string, most: number): Promise<Shipment[]>;
}

/** A container without news is given as it is when its shipment changed: its lists find it by both. */
export type ContainerChange = { before?: Container; container: Container; says: readonly Said[] };

export interface Containers {
  find(accountId: string, id: string): Promise<Container | undefined>;
  findMany(accountId: string, ids: readonly string[]): Promise<Container[]>;
  ofShipment(accountId: string, shipmentId: string): Promise<Container[]>;
  /** All or some, each by itself; throws `revision_conflict` when one could not be written. `earlier` is what the shipment was until now. */
  saveAll(shipment: Shipment, changes: readonly ContainerChange[], earlier?: ShipmentBefore): Promise<void>;
  /** What is searched and filtered of the shipment is kept with its containers. */
  shipmentChanged(shipment: Shipment): Promise<void>;
  list(query: ListQuery): Promise<Listed<Container>>;
  /** Containers that may hold events of these ids. */
  withEvents(accountId: string, eventIds: readonly string[]): Promise<Container[]>;
  search(accountId: string, query: string, most: number): Promise<Container[]>;
}

/** Estimates that can decide nothing any more; the evidence still wants them. */
export interface ArchivedEvents {
  keep(accountId: string, containerId: string, rows: readonly KeptEvent[]): Promise<void>;
  of(accountId: string, containerId: string): Promise<KeptEvent[]>;
}

export interface Around {
  now(): Date;
  nameId: NameId;
  newId(): string;
  atlas: Atlas;
  lineName(scac: string): LineName;
}

export type Sailing = {
  imo?: string;
  mmsi?: string;
  name?: string;
  latitude: number;
  longitude: number;
  speedKnots?: number;
  headingDegrees?: number;
  at: Date;
};

/** Ships as they were met: what AIS and carriers said beyond the list. */
export interface Vessels {
  /** By id, or by an MMSI among the other keys. */
  findMany(ids: readonly string[], keys: readonly string[]): Promise<VesselRow[]>;
  /** An older position never replaces a newer one. */
  seen(sailing: Sailing): Promise<void>;
  named(id: string, imo: string, name: string): Promise<void>;
}

/** Where ships were lately, thinned out to what their speed needs. */
export interface VesselTracks {
  note(vesselId: string, seen: Sighted): Promise<void>;
  of(vesselId: string): Promise<Sighted[]>;
}

export interface PortCalls {
  keep(vesselId: string, locode: string, call: PortCall): Promise<void>;
  /** The newest ones. */
  at(locode: string): Promise<PortCall[]>;
}

export interface Forecasts {
  /** Shipments of every account that a ship carries now. */
  underwayOn(vesselId: string, most: number): Promise<Shipment[]>;
  /** Not when the cargo has left the ship meanwhile. */
  save(shipment: Shipment, prediction: EtaPrediction, now: Date): Promise<void>;
}

/** Which facts terminals and lines really report, by what was heard of them. */
export interface Providers {
  of(id: string): readonly string[];
  /** Safe to repeat, and free when it is known. */
  tell(id: string, fields: readonly string[]): Promise<void>;
  /** Takes over what other replicas heard; answers that there is no more of it. */
  refresh(): Promise<false>;
}

export type Entity = { accountId: string; entityType: string; entityId: string };

export interface Parties {
  add(party: Party): Promise<'added' | 'duplicate'>;
  save(party: Party): Promise<'saved' | 'duplicate' | 'moved'>;
  findMany(accountId: string, ids: readonly string[]): Promise<Party[]>;
  list(query: ListQuery): Promise<Listed<Party>>;
}

export interface PartyRoles {
  add(role: PartyRoleRow): Promise<'added' | 'duplicate'>;
  of(entity: Entity): Promise<PartyRoleRow[]>;
  /** Answers whether there was one. */
  remove(entity: Entity, id: string, at: Date): Promise<boolean>;
}

export interface FieldDefinitions {
  add(definition: FieldDefinition): Promise<'added' | 'duplicate'>;
  save(definition: FieldDefinition): Promise<'saved' | 'moved'>;
  find(accountId: string, id: string): Promise<FieldDefinition | undefined>;
  findBySlug(accountId: string, entityType: string, apiSlug: string): Promise<FieldDefinition | undefined>;
  ofEntityTypes(accountId: string, entityTypes: readonly string[]): Promise<FieldDefinition[]>;
  list(query: ListQuery): Promise<Listed<FieldDefinition>>;
  remove(accountId: string, id: string): Promise<boolean>;
}

export interface FieldValues {
  put(value: FieldValue): Promise<FieldValue>;
  find(accountId: string, id: string): Promise<FieldValue | undefined>;
  findOf(entity: Entity, definitionId: string): Promise<FieldValue | undefined>;
  list(query: ListQuery): Promise<Listed<FieldValue>>;
  remove(value: FieldValue, at: Date): Promise<boolean>;
  removeAllOf(accountId: string, definitionId: string, at: Date): Promise<void>;
}
