import { AccountServiceService } from '@landfall/contracts/gen/oauth/v1/oauth';
import { grpcClient } from '@landfall/kit/grpc-client';
import type { ClientOptions } from './options.js';

/** Asks for accounts, people and keys. */
export const accountClient = (address: string, options: ClientOptions = {}) => grpcClient(AccountServiceService, address, options);

export type AccountClient = ReturnType<typeof accountClient>;
