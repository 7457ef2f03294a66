import type { MetroArea, Port, RailTerminal, Terminal, Vessel } from '@landfall/contracts/gen/shipment/v1/place';
import type { Container, Shipment, TransportEvent } from '@landfall/contracts/gen/shipment/v1/shipment';
import { resourceOf } from '@landfall/resources/catalogue';
import type { ResourceObject } from '@landfall/resources/resource';
import { problem } from '@landfall/kit/problem';
import type { Session } from './session.js';

/** What an answer needs beside its own rows, by id. */
export interface Records {
  readonly shipments: ReadonlyMap<string, Shipment>;
  readonly events: ReadonlyMap<string, TransportEvent>;
  readonly ports: ReadonlyMap<string, Port>;
  readonly metroAreas: ReadonlyMap<string, MetroArea>;
  readonly terminals: ReadonlyMap<string, Terminal>;
  readonly railTerminals: ReadonlyMap<string, RailTerminal>;
  readonly vessels: ReadonlyMap<string, Vessel>;
}

export interface Wanted {
  readonly shipments?: readonly (string | undefined)[];
  readonly events?: readonly (string | undefined)[];
  readonly ports?: readonly (string | undefined)[];
  readonly metroAreas?: readonly (string | undefined)[];
  readonly terminals?: readonly (string | undefined)[];
  readonly railTerminals?: readonly (string | undefined)[];
  readonly vessels?: readonly (string | undefined)[];
}

type Fetch<Row> = (ids: string[]) => Promise<{ items: Row[] }>;

type Known<Row> = ReadonlyMap<string, Row>;

/** One call for all ids of a kind that are not known yet, and none for none. */
const byId = async <Row extends { id: string }>(wanted: readonly (string | undefined)[] | undefined, known: Known<Row>, fetch: Fetch<Row>): Promise<Known<Row>> => {
  const ids = [...new Set((wanted ?? []).filter((id): id is string => id !== undefined && id !== '' && !known.has(id)))];
  if (ids.length === 0) return known;
  const { items } = await fetch(ids);
  return new Map([...known, ...items.map((row): [string, Row] => [row.id, row])]);
};

const NONE: Records = { shipments: new Map(), events: new Map(), ports: new Map(), metroAreas: new Map(), terminals: new Map(), railTerminals: new Map(), vessels: new Map() };

/** Fetches everything an answer resolves: one batch call a type, all at once. What is known already is not asked for again. */
export const recordsOf = async ({ owners, accountId }: Session, wanted: Wanted, known: Records = NONE): Promise<Records> => {
  const { shipments: own, places } = owners;
  const [shipments, events, ports, metroAreas, terminals, railTerminals, vessels] = await Promise.all([
    byId(wanted.shipments, known.shipments, (ids) => own.batchGetShipments({ accountId, ids })),
    byId(wanted.events, known.events, (ids) => own.batchGetTransportEvents({ accountId, ids })),
    byId(wanted.ports, known.ports, (keys) => places.batchGetPorts({ keys })),
    byId(wanted.metroAreas, known.metroAreas, (keys) => places.batchGetMetroAreas({ keys })),
    byId(wanted.terminals, known.terminals, (keys) => places.batchGetTerminals({ keys })),
    byId(wanted.railTerminals, known.railTerminals, (keys) => places.batchGetRailTerminals({ keys })),
    byId(wanted.vessels, known.vessels, (keys) => places.batchGetVessels({ keys })),
  ]);
  return { shipments, events, ports, metroAreas, terminals, railTerminals, vessels };
};

/** Events in the order they happened; what is corrected later goes away. */
export const eventsOf = (container: Container, { events }: Records): TransportEvent[] =>
  container.transportEventIds.flatMap((id) => events.get(id) ?? [])
    .filter(({ invalidatedAt }) => invalidatedAt === undefined)
    .sort((a, b) => (a.timestamp?.getTime() ?? 0) - (b.timestamp?.getTime() ?? 0) || a.journeyOrder - b.journeyOrder);

/** A message as REST shows it. */
export const shaped = (type: string, message: unknown): ResourceObject => {
  const row = resourceOf(type);
  if (row === undefined) throw problem('internal', `No resource is called ${type}.`);
  return row.of(message);
};

export const shapedAll = (type: string, messages: Iterable<unknown>): ResourceObject[] => [...messages].map((message) => shaped(type, message));
