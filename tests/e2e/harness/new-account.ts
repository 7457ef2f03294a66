import { AccountServiceService } from '@landfall/contracts/gen/oauth/v1/oauth';
import { grpcClient } from '@landfall/kit/grpc-client';

/** An account as an operator makes one, and the key to it. */
export const newAccount = async (address: string, name: string, scopes: string[]): Promise<{ accountId: string; apiKey: string }> => {
  const accounts = grpcClient(AccountServiceService, address);
  try {
    const { id: accountId } = await accounts.createAccount({ name });
    const { secret: apiKey } = await accounts.createApiKey({ accountId, name, scopes, expiresAt: undefined, userId: undefined });
    if (apiKey === undefined) throw new Error('A new key came without its secret.');
    return { accountId, apiKey };
  } finally {
    accounts.close();
  }
};
