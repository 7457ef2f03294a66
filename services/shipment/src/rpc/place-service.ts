import type { BatchGetPlacesRequest, ListPlacesRequest, PlaceServiceServer } from '@landfall/contracts/gen/shipment/v1/place';
import { unary } from '@landfall/kit/grpc';
import { problem } from '@landfall/kit/problem';
import type { App } from '../app/index.js';
import type { Shelf } from '../domain/gazetteer.js';
import { fromPage } from '../messages/answers.js';
import { toMetroArea, toPort, toRailTerminal, toShippingLine, toTerminal, toVessel } from '../messages/places.js';

// Searching stops counting here; nobody pages through a thousand harbours by name.
const MOST_FOUND = 1_000;

type Named = { id: string; name: string; locode?: string; scac?: string };

const keyOf = (row: Named, field: string): string => {
  if (field === 'name') return row.name;
  if (field === 'code') return row.locode ?? row.scac ?? row.id;
  throw problem('unknown_parameter', 'Places are sorted by name or code.', { parameter: 'sort' });
};

const sorted = <Row extends Named>(rows: readonly Row[], sort: ListPlacesRequest['sort']): readonly Row[] => {
  const [first] = sort;
  if (!first) return rows;
  const direction = first.descending ? -1 : 1;
  return [...rows].sort((a, b) => direction * keyOf(a, first.field).localeCompare(keyOf(b, first.field)));
};

/** Rows that never change while the process runs, so the cursor may simply count them. */
const listed = <Row extends Named>(shelf: Shelf<Row>, { page, search, sort }: ListPlacesRequest) => {
  const { number, size, after } = fromPage(page, 30);
  const rows = sorted(search.trim() ? shelf.search(search, MOST_FOUND) : shelf.all, sort);
  const from = after ? Number(after) : (number - 1) * size;
  if (!Number.isSafeInteger(from) || from < 0) throw problem('invalid_parameter', 'page[after] is not a cursor that a list gave out.', { parameter: 'page[after]' });
  const to = from + size;
  return { rows: rows.slice(from, to), page: { total: rows.length, nextAfter: to < rows.length ? String(to) : '' } };
};

const got = <Row>(shelf: Shelf<Row>, { keys }: BatchGetPlacesRequest): Row[] => keys.flatMap((key) => shelf.find(key) ?? []);

const answer = <Row extends Named, Message>(shelf: Shelf<Row>, toMessage: (row: Row) => Message, request: ListPlacesRequest) => {
  const { rows, page } = listed(shelf, request);
  return { items: rows.map(toMessage), page };
};

export const placeService = ({ gazetteer, ships }: App): PlaceServiceServer => {
  const { ports, metroAreas, terminals, railTerminals, lines, vessels } = gazetteer;
  const port = (row: Parameters<typeof toPort>[0]) => toPort(row, gazetteer);
  const terminal = (row: Parameters<typeof toTerminal>[0]) => toTerminal(row, gazetteer);
  const line = (row: Parameters<typeof toShippingLine>[0]) => toShippingLine(row, gazetteer);
  return {
    batchGetPorts: unary(async (request) => ({ items: got(ports, request).map(port) })),
    listPorts: unary(async (request) => answer(ports, port, request)),
    batchGetMetroAreas: unary(async (request) => ({ items: got(metroAreas, request).map(toMetroArea) })),
    listMetroAreas: unary(async (request) => answer(metroAreas, toMetroArea, request)),
    batchGetTerminals: unary(async (request) => ({ items: got(terminals, request).map(terminal) })),
    listTerminals: unary(async (request) => answer(terminals, terminal, request)),
    batchGetRailTerminals: unary(async (request) => ({ items: got(railTerminals, request).map(toRailTerminal) })),
    listRailTerminals: unary(async (request) => answer(railTerminals, toRailTerminal, request)),
    batchGetShippingLines: unary(async (request) => ({ items: got(lines, request).map(line) })),
    listShippingLines: unary(async (request) => answer(lines, line, request)),
    batchGetVessels: unary(async ({ keys }) => ({ items: (await ships.find(keys)).map(toVessel) })),
    listVessels: unary(async (request) => {
      const { rows, page } = listed(vessels, request);
      const known = new Map((await ships.find(rows.map(({ id }) => id))).map((row) => [row.id, row]));
      return { items: rows.map((row) => toVessel(known.get(row.id) ?? row)), page };
    }),
  };
};
