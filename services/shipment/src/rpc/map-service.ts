import type { MapServiceServer } from '@landfall/contracts/gen/shipment/v1/map';
import { unary } from '@landfall/kit/grpc';
import type { App } from '../app/index.js';
import { toContainerMap, toPredictedPositions } from '../messages/maps.js';

export const mapService = ({ maps }: App): MapServiceServer => ({
  getContainerMap: unary(async ({ accountId, id }) => {
    const { container, map } = await maps.map(accountId, id);
    return toContainerMap(container, map);
  }),

  predictVesselPositions: unary(async ({ vessel, port, previousPort, latitude, longitude }) => {
    const from = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
    const { ship, course } = await maps.course({ vessel, port, previousPort, ...(from ? { from } : {}) });
    return toPredictedPositions(ship, course);
  }),
});
