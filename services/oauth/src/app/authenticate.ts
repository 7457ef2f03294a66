import { problem } from '@landfall/kit/problem';
import { isLive } from '../domain/api-key.js';
import { credentialKind, type Principal } from '../domain/principal.js';
import type { Ports } from './ports.js';

// One answer for missing, unknown, expired and revoked: a caller learns nothing about what might have worked.
const unauthorized = () => problem('unauthorized', 'Invalid or missing API token.');

const byApiKey = async ({ apiKeys, accounts, credentials, around }: Ports, secret: string): Promise<Principal> => {
  const now = around.now();
  const key = await apiKeys.findByHash(credentials.hashOf(secret));
  if (!key || !isLive(key, now)) throw unauthorized();
  const account = await accounts.find(key.accountId);
  if (!account || account.closedAt) throw unauthorized();
  apiKeys.used(key, now);
  const { id, scopes, expiresAt, createdByUserId } = key;
  return { accountId: account.id, accountName: account.name, kind: 'api_key', credentialId: id, userId: createdByUserId, scopes, expiresAt, rateLimits: account.rateLimits };
};

/** Who is it? `audience` says what is asked for: an access token is good for its own only, a key for both. */
export const authenticate =
  (ports: Ports) =>
  async (credential: string, audience: string): Promise<Principal> => {
    if (audience !== 'api' && audience !== 'mcp') throw problem('bad_request', 'The audience is api or mcp.');
    if (credentialKind(credential) === 'api_key') return byApiKey(ports, credential);
    throw unauthorized();
  };
