import type { RouteLocation } from '@landfall/contracts/gen/shipment/v1/shipment';
import { documentOf } from '@landfall/resources/document';
import { z } from 'zod';
import { given, moment, place } from '../../domain/compact.js';
import { recordsOf, shaped, shapedAll, type Records } from '../records.js';
import { facts, text, textFacts } from '../schema.js';
import { tool } from '../tool.js';

const LEG = textFacts('eta', 'ata', 'etd', 'atd', 'vessel', 'voyage', 'mode', 'line');

const stopView = (stop: RouteLocation, { ports, metroAreas, vessels }: Records) => {
  const at = ports.get(stop.locationId ?? '') ?? metroAreas.get(stop.locationId ?? '');
  return given({
    label: stop.label,
    place: place(at?.name, stop.locode ?? at?.code),
    timezone: at?.timeZone,
    inbound: given({ eta: moment(stop.inboundEtaAt), ata: moment(stop.inboundAtaAt), vessel: vessels.get(stop.inboundVesselId ?? '')?.name, voyage: stop.inboundVoyageNumber, mode: stop.inboundMode, line: stop.inboundScac }),
    outbound: given({ etd: moment(stop.outboundEtdAt), atd: moment(stop.outboundAtdAt), vessel: vessels.get(stop.outboundVesselId ?? '')?.name, voyage: stop.outboundVoyageNumber, mode: stop.outboundMode, line: stop.outboundScac }),
  });
};

export const getContainerRoute = tool({
  name: 'get_container_route',
  title: 'Get route',
  says: 'The way of a container, port by port (POL, TS1…, POD, DST), with vessels and planned and actual times in UTC.',
  input: { id: z.uuid().describe('Container id.') },
  output: { containerId: text, stops: z.array(facts({ ...textFacts('label', 'place', 'timezone'), inbound: facts(LEG), outbound: facts(LEG) })) },
  instead: 'Find container ids with search_container or list_containers.',
  answer: async (session, { id }) => {
    const route = await session.owners.shipments.getContainerRoute({ accountId: session.accountId, id });
    const { locations } = route;
    const records = await recordsOf(session, {
      ports: locations.map(({ locationId, locationType }) => (locationType === 'metro_area' ? undefined : locationId)),
      metroAreas: locations.map(({ locationId, locationType }) => (locationType === 'metro_area' ? locationId : undefined)),
      vessels: locations.flatMap(({ inboundVesselId, outboundVesselId }) => [inboundVesselId, outboundVesselId]),
    });
    return {
      rows: 0,
      mapped: () => ({ containerId: route.containerId, stops: locations.map((stop) => stopView(stop, records)) }),
      raw: () => documentOf(shaped('route', route), { included: [...shapedAll('route_location', locations), ...shapedAll('port', records.ports.values()), ...shapedAll('metro_area', records.metroAreas.values()), ...shapedAll('vessel', records.vessels.values())] }),
    };
  },
});
