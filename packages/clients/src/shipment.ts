import { ShipmentServiceService } from '@landfall/contracts/gen/shipment/v1/shipment';
import { grpcClient } from '@landfall/kit/grpc-client';
import type { ClientOptions } from './options.js';

/** Asks the owner of shipments and containers. */
export const shipmentClient = (address: string, options: ClientOptions = {}) => grpcClient(ShipmentServiceService, address, options);

export type ShipmentClient = ReturnType<typeof shipmentClient>;
