import { MapStop, type MapServiceService } from '@landfall/contracts/gen/shipment/v1/map';
import { problem } from '@landfall/kit/problem';
import type { Methods } from './methods.js';
import { places, type World } from './world.js';

const day = (date: number) => new Date(Date.UTC(2026, 0, date));

const { id: locationId, name, countryCode, timeZone } = places.port;
const stop = (label: string, longitude: number, latitude: number, more: Partial<MapStop>): MapStop =>
  MapStop.fromPartial({ locationId, locationType: 'port', label, name, countryCode, country: 'Somewhere', timeZone, longitude, latitude, ...more });

/** A voyage over the Pacific that is half done; its ship has just crossed the antimeridian. */
const VOYAGE = {
  stops: [stop('POL', 121.6, 31.3, { outboundAtdAt: day(1) }), stop('POD', -118.2, 33.7, { inboundEtaAt: day(20) })],
  legs: [{
    fromSequence: 1, toSequence: 2, phase: 'sailing', vesselId: places.vessel.id, vesselImo: '9321483', voyageNumber: '012E', vessel: { ...places.vessel, longitude: -170, latitude: 45 }, trackFrom: day(1),
    fullLine: [121.6, 31.3, 170, 45, 241.8, 33.7], remainingLine: [-170, 45, -118.2, 33.7],
  }],
};

export const mapMethods = ({ containers }: World): Methods<typeof MapServiceService> => ({
  getContainerMap: (input) => ({ containerId: containers.get(input).id, updatedAt: day(9), ...VOYAGE }),
  predictVesselPositions: ({ vessel, port, previousPort, latitude = 1, longitude = 2 }) => {
    if (vessel !== places.vessel.imo && vessel !== places.vessel.id) throw problem('not_found', 'There is no such vessel.');
    if (port !== places.port.id) throw problem('invalid_parameter', 'port_id names no port that is known here.', { parameter: 'port_id' });
    if (previousPort !== places.port.id) throw problem('invalid_parameter', 'previous_port_id names no port that is known here.', { parameter: 'previous_port_id' });
    return { vessel: places.vessel, positions: [{ latitude, longitude, at: day(10), headingDegrees: 90 }, { latitude: 33.7, longitude: -118.2, at: day(20), headingDegrees: 90 }] };
  },
});
