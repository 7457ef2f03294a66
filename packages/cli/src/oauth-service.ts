import { accountClient, type AccountClient } from '@landfall/clients/account';
import { toProblem } from '@landfall/kit/problem';
import type { World } from './command.js';
import { NOT_RUNNING, running } from './running.js';

/** Of the copy that runs here, or of the one that OAUTH_GRPC_URL names: production has no run.json. */
const addressOf = ({ home, env }: World): string | undefined => {
  const port = running(home)?.ports['oauth.grpc'];
  return env['OAUTH_GRPC_URL'] || (port === undefined ? undefined : `127.0.0.1:${port}`);
};

/** Asks the service and says what it answered, or why it refused. */
export async function withAccounts(world: World, ask: (accounts: AccountClient) => Promise<unknown>): Promise<number> {
  const address = addressOf(world);
  if (address === undefined) {
    world.err(`${NOT_RUNNING(world.home)}Or name the service of another machine with OAUTH_GRPC_URL=host:port.\n`);
    return 1;
  }
  const accounts = accountClient(address);
  try {
    world.out(`${JSON.stringify(await ask(accounts), null, 2)}\n`);
    return 0;
  } catch (thrown) {
    const { code, detail } = toProblem(thrown);
    world.err(`${code}: ${detail}\n`);
    return 1;
  } finally {
    accounts.close();
  }
}

export const badUse = ({ err }: World, text: string): number => {
  err(`${text}\n`);
  return 64;
};

/** Far more than a person reads; nobody pages through a terminal. */
export const ALL = { number: 1, size: 1_000, after: '' };
