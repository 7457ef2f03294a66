import { accountClient } from '@landfall/clients/account';

/** One more account, and the key to it. */
export const newAccount = async (address: string, name: string): Promise<string> => {
  const accounts = accountClient(address);
  try {
    const { id } = await accounts.createAccount({ name });
    const { secret } = await accounts.createApiKey({ accountId: id, name, scopes: ['read', 'write'] });
    if (secret === undefined) throw new Error('A new key came without its secret.');
    return secret;
  } finally {
    accounts.close();
  }
};
