import type { Command } from '../command.js';
import { ALL, withAccounts } from '../oauth-service.js';
import { badUse } from '../owner.js';

export const accounts: Command = {
  name: 'accounts',
  says: 'Accounts: make one, list them, or close one and revoke all its credentials.',
  positionals: [
    { name: 'create|list|revoke', required: true, says: 'what to do: create, list or revoke' },
    { name: 'name or id', required: false, says: 'the name of a new account, or the id of one to close' },
  ],
  flags: {},
  run: async ({ positionals: [action, what] }, world) => {
    if (action === 'list') return withAccounts(world, async (service) => (await service.listAccounts({ page: ALL })).items);
    if (what === undefined) return badUse(world, action === 'create' ? 'The name of the account is missing.' : 'The id of the account is missing.');
    if (action === 'create') return withAccounts(world, (service) => service.createAccount({ name: what }));
    if (action === 'revoke') return withAccounts(world, (service) => service.updateAccount({ id: what, closed: true }));
    return badUse(world, `accounts can create, list or revoke, not ${String(action)}.`);
  },
};
