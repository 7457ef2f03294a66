import { PlaceServiceService } from '@landfall/contracts/gen/shipment/v1/place';
import { grpcClient } from '@landfall/kit/grpc-client';
import type { ClientOptions } from './options.js';

/** Asks for places, lines and vessels; they are the same for every account. */
export const placeClient = (address: string, options: ClientOptions = {}) => grpcClient(PlaceServiceService, address, options);

export type PlaceClient = ReturnType<typeof placeClient>;
