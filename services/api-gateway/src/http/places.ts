import type { BatchGetPlacesRequest, ListPlacesRequest, Vessel } from '@landfall/contracts/gen/shipment/v1/place';
import type { PageInfo } from '@landfall/contracts/gen/common/v1/page';
import { problem } from '@landfall/kit/problem';
import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { listed, many, one, pageOf, whole } from './lists.js';
import { route, type Call, type Route } from './route.js';

interface Found<Row> {
  items: Row[];
  page?: PageInfo | undefined;
}

interface Kind<Row> {
  readonly type: string;
  readonly path: string;
  readonly name: string;
  /** What beside the id names one. */
  readonly code: string;
  readonly get: (request: BatchGetPlacesRequest) => Promise<Found<Row>>;
  readonly list: (request: ListPlacesRequest) => Promise<Found<Row>>;
}

const tag = 'Places, lines and vessels';

const sorts = ['name', 'code'];

// LOCODEs, SCACs and the like are capitals, however they are typed.
const keyOf = ({ params }: Call): string => (params['id'] ?? '').length < 36 ? (params['id'] ?? '').toUpperCase() : (params['id'] ?? '');

export const onlyOne = <Row>({ items: [row] }: Found<Row>, what: string): Row => {
  if (row === undefined) throw problem('not_found', `There is no such ${what}.`);
  return row;
};

const wanted = (call: Call): ListPlacesRequest => ({ page: pageOf(call), search: call.query.text, sort: call.query.sort });

const pair = <Row>({ type, path, name, code, get, list }: Kind<Row>): Route[] => [
  route({
    method: 'get', path: `/${path}`, name: `list${name}s`, says: `Lists and searches: ${path.replaceAll('_', ' ')}.`, tag, scope: 'read', gives: { many: type },
    list: listed({ texts: ['search', 'q'], sorts }), handle: async (call) => many(await list(wanted(call))),
  }),
  route({
    method: 'get', path: `/${path}/:id`, name: `get${name}`, says: `Reads one by its id${code}.`, tag, scope: 'read', gives: { one: type }, isCached: true, looseIds: ['id'],
    handle: async (call) => one(onlyOne(await get({ keys: [keyOf(call)] }), type.replace('_', ' '))),
  }),
];

/** The original answers all lines at once; there are some dozens, and one more than a thousand would be a mistake. */
const EVERY_LINE = { number: 1, size: 1_000, after: '' };

const lines = ({ places }: Owners): Route[] => [
  route({
    method: 'get', path: '/shipping_lines', name: 'listShippingLines', says: 'Lists every line that can be tracked.', tag, scope: 'read', gives: { many: 'shipping_line' },
    list: whole({ texts: ['search', 'q'], sorts }),
    handle: async (call) => many(await places.listShippingLines({ ...wanted(call), page: EVERY_LINE })),
  }),
  route({
    method: 'get', path: '/shipping_lines/:id', name: 'getShippingLine', says: 'Reads a line by its id or SCAC.', tag, scope: 'read', gives: { one: 'shipping_line' }, isCached: true, looseIds: ['id'],
    handle: async (call) => one(onlyOne(await places.batchGetShippingLines({ keys: [keyOf(call)] }), 'shipping line')),
  }),
];

const FROM = 'show_positions[from_timestamp]';
const TO = 'show_positions[to_timestamp]';
const moment = z.iso.datetime({ offset: true, error: 'must be a date-time' }).or(z.iso.date({ error: 'must be a date' }));
const Shown = z.object({ [FROM]: moment.optional(), [TO]: moment.optional(), show_positions: z.enum(['true', 'false']).optional() });

const WEEK_MS = 7 * 86_400_000;
const MOST_POSITIONS = 10_000;

const withPositions = async ({ carriers }: Owners, vessel: Vessel, call: Call<undefined, z.output<typeof Shown>>, now: Date) => {
  const { extras } = call;
  if (extras[FROM] === undefined && extras[TO] === undefined && extras.show_positions !== 'true') return vessel;
  // The sandbox's ships sail by a clock that is ahead of ours; until now means until they were seen.
  const to = new Date(extras[TO] ?? Math.max(now.getTime(), vessel.positionTimestamp?.getTime() ?? 0));
  const from = new Date(extras[FROM] ?? to.getTime() - WEEK_MS);
  const { positions } = await carriers.listVesselPositions({ imo: vessel.imo, mmsi: vessel.mmsi, from, to, limit: MOST_POSITIONS });
  return { ...vessel, positions: positions.map((p) => ({ latitude: p.latitude, longitude: p.longitude, timestamp: p.at, estimated: false, heading: p.headingDegrees })) };
};

const vessels = (owners: Owners): Route[] => [
  route({
    method: 'get', path: '/vessels', name: 'listVessels', says: 'Lists and searches vessels.', tag, scope: 'read', gives: { many: 'vessel' }, list: listed({ texts: ['search', 'q'], sorts }),
    handle: async (call) => many(await owners.places.listVessels(wanted(call))),
  }),
  route({
    method: 'get', path: '/vessels/:id', name: 'getVessel', says: 'Reads a vessel by its id or IMO number, with its track where that is asked for.', tag, scope: 'read', gives: { one: 'vessel' }, looseIds: ['id'], extras: Shown,
    handle: async (call) => one(await withPositions(owners, onlyOne(await owners.places.batchGetVessels({ keys: [keyOf(call)] }), 'vessel'), call, new Date())),
  }),
];

export const placeRoutes = (owners: Owners): Route[] => {
  const { places } = owners;
  return [
    ...pair({ type: 'port', path: 'ports', name: 'Port', code: ' or LOCODE', get: places.batchGetPorts, list: places.listPorts }),
    ...pair({ type: 'metro_area', path: 'metro_areas', name: 'MetroArea', code: ' or LOCODE', get: places.batchGetMetroAreas, list: places.listMetroAreas }),
    ...pair({ type: 'terminal', path: 'terminals', name: 'Terminal', code: '', get: places.batchGetTerminals, list: places.listTerminals }),
    ...pair({ type: 'rail_terminal', path: 'rail_terminals', name: 'RailTerminal', code: '', get: places.batchGetRailTerminals, list: places.listRailTerminals }),
    ...lines(owners),
    ...vessels(owners),
  ];
};
