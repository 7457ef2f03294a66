import { PrincipalServiceService } from '@landfall/contracts/gen/oauth/v1/oauth';
import { grpcClient } from '@landfall/kit/grpc-client';
import type { ClientOptions } from './options.js';

/** Asks whose credential it is. */
export const principalClient = (address: string, options: ClientOptions = {}) => grpcClient(PrincipalServiceService, address, options);

export type PrincipalClient = ReturnType<typeof principalClient>;
