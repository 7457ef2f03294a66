import { MapServiceService } from '@landfall/contracts/gen/shipment/v1/map';
import { grpcClient } from '@landfall/kit/grpc-client';
import type { ClientOptions } from './options.js';

/** Asks where containers are on the map and which way ships will take. */
export const mapClient = (address: string, options: ClientOptions = {}) => grpcClient(MapServiceService, address, options);

export type MapClient = ReturnType<typeof mapClient>;
