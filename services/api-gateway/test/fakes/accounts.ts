import type { AccountServiceService, PrincipalServiceService } from '@landfall/contracts/gen/oauth/v1/oauth';
import { newId } from '@landfall/kit/identity';
import { problem } from '@landfall/kit/problem';
import type { Methods } from './methods.js';
import type { World } from './world.js';

const absent = (): never => {
  throw problem('internal', 'The gateway never asks this.');
};

export const principalMethods = ({ principals }: World): Methods<typeof PrincipalServiceService> => ({
  authenticate: ({ credential }) => {
    const found = principals.get(credential);
    if (found === undefined) throw problem('unauthorized', 'Invalid or missing API token.');
    return found;
  },
});

export const accountMethods = ({ users, apiKeys }: World): Methods<typeof AccountServiceService> => ({
  createAccount: absent,
  listAccounts: absent,
  updateAccount: absent,
  createUser: absent,
  listUsers: absent,
  revokeUser: absent,
  ensureDemoAccount: absent,
  getAccount: ({ id }) => ({ id, name: 'Account', closed: false }),
  batchGetUsers: ({ accountId, ids }) => ({ items: users.some(accountId, ids) }),
  createApiKey: ({ accountId, name, scopes, expiresAt }) => ({ ...apiKeys.put({ accountId, id: newId(), name, scopes, expiresAt, createdAt: new Date(), prefix: 'lf_new' }), secret: 'lf_new_secret_shown_once' }),
  getApiKey: (input) => apiKeys.get(input),
  listApiKeys: (input) => apiKeys.list(input),
  revokeApiKey: (input) => apiKeys.put({ ...apiKeys.get(input), revokedAt: new Date() }),
});
