import { createAccount, updateAccount } from './accounts.js';
import { createApiKey, revokeApiKey } from './api-keys.js';
import { authenticate } from './authenticate.js';
import { ensureDemoAccount } from './demo-account.js';
import type { Ports } from './ports.js';
import { createUser, revokeUser } from './users.js';

export interface AppOptions {
  /** May a demo account be made? Only on one machine. */
  demoAccount: boolean;
}

export const app = (ports: Ports, { demoAccount }: AppOptions) => ({
  accounts: ports.accounts,
  users: ports.users,
  apiKeys: ports.apiKeys,
  authenticate: authenticate(ports),
  createAccount: createAccount(ports),
  updateAccount: updateAccount(ports),
  createUser: createUser(ports),
  revokeUser: revokeUser(ports),
  createApiKey: createApiKey(ports),
  revokeApiKey: revokeApiKey(ports),
  ensureDemoAccount: ensureDemoAccount(ports, { allowed: demoAccount }),
});

export type App = ReturnType<typeof app>;
