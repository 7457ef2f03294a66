import { AccountServiceService } from '@landfall/contracts/gen/oauth/v1/oauth';
import { grpcClient } from '@landfall/kit/grpc-client';
import { until } from '@landfall/testkit/until';
import { client, type Client } from './client.js';
import type { Cluster } from './cluster.js';

export interface Tenant extends Client {
  apiKey: string;
  accountId: string;
}

const SCOPES = ['read', 'write', 'webhooks:write', 'admin'];

/** An account as an operator makes one, and a caller with its key. */
export const tenant = async ({ grpcUrlOf, origin }: Pick<Cluster, 'grpcUrlOf' | 'origin'>, name: string): Promise<Tenant> => {
  const accounts = grpcClient(AccountServiceService, grpcUrlOf('oauth'));
  try {
    const { id: accountId } = await accounts.createAccount({ name });
    const { secret = '' } = await accounts.createApiKey({ accountId, name, scopes: SCOPES, expiresAt: undefined, userId: undefined });
    const caller = client(`${origin}/v2`, secret);
    await until('a gateway answers', () => caller.call('GET', '/me'));
    return { ...caller, apiKey: secret, accountId };
  } finally {
    accounts.close();
  }
};
