import { newId } from '@landfall/kit/identity';
import { testMongo, withIndexes } from '@landfall/testkit/test-mongo';
import type { Connection } from 'mongoose';
import type { Ports } from '../src/app/ports.js';
import { credentials } from '../src/outside/credentials.js';
import { keyPairs } from '../src/outside/key-pairs.js';
import { passwords } from '../src/outside/passwords.js';
import { derivedKey, sealing } from '../src/outside/sealing.js';
import { accounts } from '../src/store/accounts.js';
import { apiKeys } from '../src/store/api-keys.js';
import { accessTokens, artifacts } from '../src/store/artifacts.js';
import { grants } from '../src/store/grants.js';
import { oauthClients } from '../src/store/oauth-clients.js';
import { signingKeys } from '../src/store/signing-keys.js';
import { throttles } from '../src/store/throttles.js';
import { users } from '../src/store/users.js';
import { MASTER_KEY } from './fakes.js';

export interface TestPorts {
  ports: Ports;
  connection: Connection;
  /** Every document of every collection, as whoever steals the disk would read it. */
  dump(): Promise<string>;
  stop(): Promise<void>;
}

/** All backs on a real store of their own. */
export const testPorts = async (): Promise<TestPorts> => {
  const { connection, stop } = await testMongo();
  const kept = artifacts(connection);
  const ports: Ports = {
    accounts: accounts(connection), users: users(connection), apiKeys: apiKeys(connection), artifacts: kept, accessTokens: accessTokens(kept), grants: grants(connection),
    clients: oauthClients(connection), signingKeys: signingKeys(connection), throttles: throttles(connection),
    passwords: passwords(), credentials: credentials(derivedKey(MASTER_KEY, 'named')), sealing: sealing(MASTER_KEY), keyPairs: keyPairs(), webhooks: { list: async () => [] }, around: { now: () => new Date(), newId },
  };
  await withIndexes(connection);
  const dump = async () => {
    const collections = (await connection.db?.listCollections().toArray()) ?? [];
    const rows = await Promise.all(collections.map(({ name }) => connection.collection(name).find({}).toArray()));
    return JSON.stringify(rows);
  };
  return { ports, connection, dump, stop };
};
