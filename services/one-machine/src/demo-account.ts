import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './home.js';
import type { DemoAccount } from './panel.js';
import type { Ports } from './plan.js';

/**
 * The account of this machine (D-53), kept in the data folder. The service tells password and key at every start, so dying
 * before they were written down, or losing the file, loses nothing; undefined when there is no oauth service, or when they
 * were revoked and nobody kept them.
 */
export async function demoAccount(home: string, ports: Ports): Promise<DemoAccount | undefined> {
  const port = ports['oauth.grpc'];
  if (port === undefined) return undefined;

  const file = join(home, 'demo-account.json');
  const { email, password, apiKey } = await ensured(port);
  // What is told counts: the file may speak of an account that is gone, when the store was emptied.
  if (password && apiKey) writeWhole(file, { email, password, api_key: apiKey } satisfies DemoAccount);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoAccount) : undefined;
}

// Loaded only here: a start without the oauth service needs no gRPC in this process.
async function ensured(port: number) {
  const [{ AccountServiceService }, { grpcClient }] = await Promise.all([
    import('@landfall/contracts/gen/oauth/v1/oauth'),
    import('@landfall/kit/grpc-client'),
  ]);
  const accounts = grpcClient(AccountServiceService, `127.0.0.1:${port}`);
  try {
    return await accounts.ensureDemoAccount({});
  } finally {
    accounts.close();
  }
}
