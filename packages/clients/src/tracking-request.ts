import { TrackingRequestServiceService } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { grpcClient } from '@landfall/kit/grpc-client';
import type { ClientOptions } from './options.js';

/** Asks the owner of tracking requests. */
export const trackingRequestClient = (address: string, options: ClientOptions = {}) => grpcClient(TrackingRequestServiceService, address, options);

export type TrackingRequestClient = ReturnType<typeof trackingRequestClient>;
