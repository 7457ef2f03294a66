import { AnnotationServiceService } from '@landfall/contracts/gen/shipment/v1/annotation';
import { grpcClient } from '@landfall/kit/grpc-client';
import type { ClientOptions } from './options.js';

/** Asks for what an account adds to its records: parties, roles and custom fields. */
export const annotationClient = (address: string, options: ClientOptions = {}) => grpcClient(AnnotationServiceService, address, options);

export type AnnotationClient = ReturnType<typeof annotationClient>;
