import type { MapLeg } from '@landfall/contracts/gen/shipment/v1/map';
import { mapGeojson } from '@landfall/resources/map-geojson';
import { mapSchema } from '@landfall/resources/map-schema';
import { splitAtAntimeridian } from '@landfall/sea-routes/antimeridian';
import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { one } from './lists.js';
import { route, type Call, type Route } from './route.js';

const GEOJSON = 'application/geo+json';

// A line on a screen shows no more turns than that; event-ingest leaves out those that matter least.
const TRACK_POINTS = 500;

const trackOf = async ({ carriers }: Owners, { phase, vesselImo, trackFrom, trackTo }: MapLeg) => {
  if (phase === 'ahead' || vesselImo === undefined || trackFrom === undefined) return [];
  const { positions } = await carriers.listVesselPositions({ imo: vesselImo, from: trackFrom, to: trackTo, limit: TRACK_POINTS });
  return positions;
};

const containerMap = (owners: Owners): Route =>
  route({
    method: 'get', path: '/containers/:id/map_geojson', name: 'getContainerMap', tag: 'Containers', scope: 'read', gives: { bare: mapSchema, contentType: GEOJSON },
    says: 'Draws the way of a container: its ports, where its ships were and are, and the way that is ahead.',
    handle: async ({ accountId, params }) => {
      const map = await owners.maps.getContainerMap({ accountId, id: params['id'] ?? '' });
      const tracks = await Promise.all(map.legs.map((leg) => trackOf(owners, leg)));
      return { is: 'bare', body: mapGeojson(map, tracks, splitAtAntimeridian), contentType: GEOJSON };
    },
  });

const degrees = (most: number) =>
  z.string().regex(/^[+-]?\d{1,3}(\.\d{1,15})?$/, 'must be a number of degrees').transform(Number).refine((value) => Math.abs(value) <= most, `must lie between -${most} and ${most}`);

const port = z.string('is required').regex(/^[\w-]{5,36}$/, 'must be the id of a port');
const Between = z.object({ port_id: port, previous_port_id: port });
const From = Between.extend({ latitude: z.string('is required').pipe(degrees(90)), longitude: z.string('is required').pipe(degrees(180)) });

const keyOf = ({ params }: Pick<Call, 'params'>): string => params['id'] ?? '';

const course = async ({ maps }: Owners, wanted: { vessel: string; port: string; previousPort: string; latitude?: number; longitude?: number }) => {
  const { vessel, positions } = await maps.predictVesselPositions(wanted);
  return one({ ...vessel, positions: positions.map(({ latitude, longitude, at, headingDegrees }) => ({ latitude, longitude, timestamp: at, estimated: true, heading: headingDegrees })) });
};

const tag = 'Places, lines and vessels';

const futurePositions = (owners: Owners): Route[] => [
  route({
    method: 'get', path: '/vessels/:id/future_positions', name: 'getVesselFuturePositions', tag, scope: 'read', gives: { one: 'vessel' }, looseIds: ['id'], extras: Between,
    says: 'Foretells the way of a vessel to a port, from where it was seen last.',
    handle: (call) => course(owners, { vessel: keyOf(call), port: call.extras.port_id, previousPort: call.extras.previous_port_id }),
  }),
  route({
    method: 'get', path: '/vessels/:id/future_positions_with_coordinates', name: 'getVesselFuturePositionsFrom', tag, scope: 'read', gives: { one: 'vessel' }, looseIds: ['id'], extras: From,
    says: 'Foretells the way of a vessel to a port, from given coordinates.',
    handle: (call) => course(owners, { vessel: keyOf(call), port: call.extras.port_id, previousPort: call.extras.previous_port_id, latitude: call.extras.latitude, longitude: call.extras.longitude }),
  }),
];

export const mapRoutes = (owners: Owners): Route[] => [containerMap(owners), ...futurePositions(owners)];
