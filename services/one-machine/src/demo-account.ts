import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './home.js';
import type { DemoAccount } from './panel.js';
import type { Ports } from './plan.js';

/**
 * The account of a first start (D-53). The service tells password and key once, so they are kept in the data folder;
 * undefined when there is no oauth service, or when somebody took the file away and nobody can tell them again.
 */
export async function demoAccount(home: string, ports: Ports): Promise<DemoAccount | undefined> {
  const port = ports['oauth.grpc'];
  if (port === undefined) return undefined;

  const file = join(home, 'demo-account.json');
  const { email, password, apiKey } = await ensured(port);
  // Told again means made anew: the store was emptied, and the file speaks of an account that is gone.
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
