import { until } from '@landfall/testkit/until';
import { client, type Client } from './client.js';
import type { Cluster } from './cluster.js';
import { newAccount } from './new-account.js';

export interface Tenant extends Client {
  apiKey: string;
  accountId: string;
}

const SCOPES = ['read', 'write', 'webhooks:write', 'admin'];

/** An account of its own, and a caller with its key. */
export const tenant = async ({ grpcUrlOf, origin }: Pick<Cluster, 'grpcUrlOf' | 'origin'>, name: string): Promise<Tenant> => {
  const { accountId, apiKey } = await newAccount(grpcUrlOf('oauth'), name, SCOPES);
  const caller = client(`${origin}/v2`, apiKey);
  await until('a gateway answers', () => caller.call('GET', '/me'));
  return { ...caller, apiKey, accountId };
};
