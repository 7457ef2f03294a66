import { problem } from '@landfall/kit/problem';
import { containerMap, type ContainerMap } from '../domain/container-map.js';
import { courseOf, type Course } from '../domain/course.js';
import type { Container } from '../domain/container.js';
import type { Gazetteer, PlaceRow, VesselRow } from '../domain/gazetteer.js';
import type { RouteLocation } from '../domain/route.js';
import type { Sea, SeaPoint } from '../domain/sea-way.js';
import type { Around } from './ports.js';
import type { Ships } from './ships.js';

export type MapBacks = {
  gazetteer: Gazetteer;
  ships: Ships;
  sea: Sea;
  around: Pick<Around, 'now'>;
  route: (accountId: string, id: string) => Promise<{ container: Container; locations: RouteLocation[] }>;
};

export type CourseWanted = { vessel: string; port: string; previousPort: string; from?: SeaPoint };

export const mapReads = ({ gazetteer, ships, sea, around, route }: MapBacks) => {
  const placeOf = ({ locationId = '' }: RouteLocation): PlaceRow | null => gazetteer.ports.find(locationId) ?? gazetteer.metroAreas.find(locationId);

  const portOf = (key: string, parameter: string): PlaceRow => {
    const found = gazetteer.ports.find(key);
    if (!found) throw problem('invalid_parameter', `${parameter} names no port that is known here.`, { parameter });
    return found;
  };

  return {
    map: async (accountId: string, id: string): Promise<{ container: Container; map: ContainerMap }> => {
      const { container, locations } = await route(accountId, id);
      const ids = locations.flatMap(({ outboundVesselId, inboundVesselId }) => [outboundVesselId ?? [], inboundVesselId ?? []].flat());
      const vessels = new Map((ids.length > 0 ? await ships.find(ids) : []).map((row) => [row.id, row]));
      return { container, map: containerMap(locations, { sea, placeOf, vesselOf: (vesselId) => vessels.get(vesselId) }) };
    },

    course: async ({ vessel, port, previousPort, from }: CourseWanted): Promise<{ ship: VesselRow; course: Course }> => {
      const [ship] = await ships.find([vessel]);
      if (!ship) throw problem('not_found', 'There is no such vessel.');
      const [start, end] = [portOf(previousPort, 'previous_port_id'), portOf(port, 'port_id')];
      return { ship, course: courseOf({ ship, start, end, from, now: around.now() }, sea) };
    },
  };
};
