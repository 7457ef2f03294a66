import { randomBytes } from 'node:crypto';
import type { Command, World } from '../command.js';
import { ALL, withAccounts } from '../oauth-service.js';
import { badUse } from '../owner.js';

/** Never an argument, which every process of the machine could read. */
const create = (world: World, accountId: string, email: string): Promise<number> =>
  withAccounts(world, async (service) => {
    const given = world.env['LANDFALL_PASSWORD'];
    const password = given || randomBytes(15).toString('base64url');
    const user = await service.createUser({ accountId, email, password });
    return given ? user : { ...user, password };
  });

export const users: Command = {
  name: 'users',
  says: 'People of an account: make one, list them, or revoke one.',
  positionals: [
    { name: 'create|list|revoke', required: true, says: 'what to do: create, list or revoke' },
    { name: 'account id', required: true, says: 'whose' },
    { name: 'e-mail or id', required: false, says: 'of the person; the password is LANDFALL_PASSWORD, or one is made and told once' },
  ],
  flags: {},
  run: async ({ positionals: [action, accountId = '', what] }, world) => {
    if (action === 'list') return withAccounts(world, async (service) => (await service.listUsers({ accountId, page: ALL })).items);
    if (what === undefined) return badUse(world, action === 'create' ? 'The e-mail is missing.' : 'The id of the person is missing.');
    if (action === 'create') return create(world, accountId, what);
    if (action === 'revoke') return withAccounts(world, (service) => service.revokeUser({ accountId, id: what }));
    return badUse(world, `users can create, list or revoke, not ${String(action)}.`);
  },
};
