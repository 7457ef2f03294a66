import { problem } from '@landfall/kit/problem';
import { isLive } from '../domain/api-key.js';
import { SCOPE } from '../domain/client-registration.js';
import { isLiveGrant } from '../domain/grant.js';
import { credentialKind, type Principal } from '../domain/principal.js';
import { activePerson } from './grants.js';
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

/** A token that is good now, with the grant and the person it hangs on; nothing says why another is not. */
export const liveToken =
  (ports: Ports) =>
  async (token: string) => {
    const { accessTokens, grants, around } = ports;
    const now = around.now();
    const found = await accessTokens.find(token);
    if (!found || found.expiresAt <= now) return undefined;
    const [grant, person] = await Promise.all([grants.find(found.grantId), activePerson(ports)(found.subject)]);
    if (!grant || !isLiveGrant(grant, now) || !person || grant.accountId !== person.account.id || grant.userId !== person.user.id) return undefined;
    return { token: found, grant, ...person };
  };

const byAccessToken = async (ports: Ports, audience: string, secret: string): Promise<Principal> => {
  const live = await liveToken(ports)(secret);
  if (!live || live.token.audience !== audience) throw unauthorized();
  const { token, grant, user, account } = live;
  if (!token.scopes.includes(SCOPE)) throw problem('insufficient_scope', `The access token lacks the scope ${SCOPE}.`, { meta: { scope: SCOPE } });
  ports.grants.used(grant, ports.around.now());
  return { accountId: account.id, accountName: account.name, kind: 'user', credentialId: grant.id, userId: user.id, userEmail: user.email, scopes: token.scopes, expiresAt: token.expiresAt, rateLimits: account.rateLimits };
};

/** Who is it? `audience` says what is asked for: an access token is good for its own only, a key for both. */
export const authenticate =
  (ports: Ports, mcpAudience: string) =>
  async (credential: string, audience: string): Promise<Principal> => {
    if (audience !== 'api' && audience !== 'mcp') throw problem('bad_request', 'The audience is api or mcp.');
    if (credentialKind(credential) === 'api_key') return byApiKey(ports, credential);
    if (audience === 'mcp' && credentialKind(credential) === 'access_token') return byAccessToken(ports, mcpAudience, credential);
    throw unauthorized();
  };
