import { EventIngestServiceService } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import { grpcClient } from '@landfall/kit/grpc-client';
import type { ClientOptions } from './options.js';

/** Asks the one who talks to carriers. */
export const eventIngestClient = (address: string, options: ClientOptions = {}) => grpcClient(EventIngestServiceService, address, options);

export type EventIngestClient = ReturnType<typeof eventIngestClient>;
