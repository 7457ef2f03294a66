import type { Command } from '../command.js';
import { ALL, withAccounts } from '../oauth-service.js';
import { badUse } from '../owner.js';

const DAY_MS = 86_400_000;

export const keys: Command = {
  name: 'keys',
  says: 'API keys of an account: make one (told once), list them, or revoke one.',
  positionals: [
    { name: 'create|list|revoke', required: true, says: 'what to do: create, list or revoke' },
    { name: 'account id', required: true, says: 'whose' },
    { name: 'name or id', required: false, says: 'the name of a new key, or the id of one to revoke' },
  ],
  flags: {
    scopes: { takes: 'a,b', says: 'read, write, webhooks:write, admin (read,write when left out)' },
    days: { takes: 'n', says: 'expires after so many days' },
  },
  run: async ({ positionals: [action, accountId = '', what], flags }, world) => {
    if (action === 'list') return withAccounts(world, async (service) => (await service.listApiKeys({ accountId, page: ALL })).items);
    if (what === undefined) return badUse(world, action === 'create' ? 'The name of the key is missing.' : 'The id of the key is missing.');
    if (action === 'revoke') return withAccounts(world, (service) => service.revokeApiKey({ accountId, id: what }));
    if (action !== 'create') return badUse(world, `keys can create, list or revoke, not ${String(action)}.`);

    const days = Number(flags['days'] ?? 0);
    if (!Number.isInteger(days) || days < 0) return badUse(world, '--days takes a whole number.');
    const scopes = String(flags['scopes'] ?? 'read,write').split(',');
    return withAccounts(world, (service) => service.createApiKey({ accountId, name: what, scopes, ...(days > 0 ? { expiresAt: new Date(Date.now() + days * DAY_MS) } : {}) }));
  },
};
