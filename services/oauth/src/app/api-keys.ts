import { problem } from '@landfall/kit/problem';
import { makeApiKey, MOST_LIVE_KEYS, type ApiKey, type NewApiKey } from '../domain/api-key.js';
import { missingAccount } from './accounts.js';
import type { Ports } from './ports.js';
import { accepted } from './refuse.js';

/** The key and its secret, which is told here and never again. */
export const createApiKey =
  ({ accounts, apiKeys, credentials, around }: Ports) =>
  async (wanted: NewApiKey, id = around.newId()): Promise<{ key: ApiKey; secret: string }> => {
    const { secret, ...traces } = credentials.newApiKey();
    const key = accepted(makeApiKey(wanted, traces, around.now(), id));
    const [account, live] = await Promise.all([accounts.find(key.accountId), apiKeys.countLive(key.accountId)]);
    if (!account) throw missingAccount(key.accountId);
    if (live >= MOST_LIVE_KEYS) throw problem('limit_reached', `An account has at most ${MOST_LIVE_KEYS} API keys; revoke one first.`);
    // A form that is sent twice brings its id along; the second time nothing is made.
    if ((await apiKeys.add(key)) === 'duplicate') throw problem('duplicate', 'This key was made already.');
    return { key, secret };
  };

export const revokeApiKey =
  ({ apiKeys, around }: Ports) =>
  async (accountId: string, id: string): Promise<ApiKey> => {
    const at = around.now();
    const key = await apiKeys.revoke(accountId, id, at, { says: 'revoked', accountId, credentialId: id, at });
    if (!key) throw problem('not_found', `No API key has the id ${id}.`);
    return key;
  };
