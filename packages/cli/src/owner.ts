import { tlsOf, type TlsFiles } from '@landfall/kit/grpc';
import { toProblem } from '@landfall/kit/problem';
import type { World } from './command.js';
import { NOT_RUNNING, running } from './running.js';

/** A service that answers for something, and the variable that names it where there is no run.json. */
export type Owner<Client> = { service: string; variable: string; client: (address: string, tls: TlsFiles) => Client };

type Closing = { close(): void };

/** Of the copy that runs here, or of the one that the variable names: production has no run.json. */
const addressOf = ({ home, env }: World, { service, variable }: Owner<unknown>): string | undefined => {
  const port = running(home)?.ports[`${service}.grpc`];
  return env[variable] || (port === undefined ? undefined : `127.0.0.1:${port}`);
};

/** Production speaks mutual TLS, with the variables that its services read. */
const tlsIn = ({ env }: World): TlsFiles =>
  tlsOf({ GRPC_TLS_CA_PATH: env['GRPC_TLS_CA_PATH'], GRPC_TLS_CERT_PATH: env['GRPC_TLS_CERT_PATH'], GRPC_TLS_PRIVATE_KEY_PATH: env['GRPC_TLS_PRIVATE_KEY_PATH'] });

/** Asks the owner; what it refuses is told, and ends the command. */
export async function withOwner<Client extends Closing>(world: World, owner: Owner<Client>, work: (client: Client) => Promise<void>): Promise<number> {
  const address = addressOf(world, owner);
  if (address === undefined) {
    world.err(`${NOT_RUNNING(world.home)}Or name the service of another machine with ${owner.variable}=host:port.\n`);
    return 1;
  }
  const client = owner.client(address, tlsIn(world));
  try {
    await work(client);
    return 0;
  } catch (thrown) {
    const { code, detail } = toProblem(thrown);
    world.err(`${code}: ${detail}\n`);
    return 1;
  } finally {
    client.close();
  }
}

export const badUse = ({ err }: World, text: string): number => {
  err(`${text}\n`);
  return 64;
};
