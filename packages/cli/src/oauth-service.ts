import { accountClient, type AccountClient } from '@landfall/clients/account';
import type { TlsFiles } from '@landfall/kit/grpc';
import type { World } from './command.js';
import { withOwner } from './owner.js';

const OAUTH = { service: 'oauth', variable: 'OAUTH_GRPC_URL', client: (address: string, tls: TlsFiles) => accountClient(address, { tls }) };

/** Asks the service and says what it answered, or why it refused. */
export const withAccounts = (world: World, ask: (accounts: AccountClient) => Promise<unknown>): Promise<number> =>
  withOwner(world, OAUTH, async (accounts) => world.out(`${JSON.stringify(await ask(accounts), null, 2)}\n`));

/** Far more than a person reads; nobody pages through a terminal. */
export const ALL = { number: 1, size: 1_000, after: '' };
