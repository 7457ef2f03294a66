import { audienceOf } from '../domain/oauth-metadata.js';
import { createAccount, updateAccount } from './accounts.js';
import { createApiKey, revokeApiKey } from './api-keys.js';
import { authenticate, liveToken } from './authenticate.js';
import { ensureDemoAccount } from './demo-account.js';
import { activePerson, endGrant, revokeAllGrants, revokeGrant } from './grants.js';
import type { Ports } from './ports.js';
import { clientUsed, registerClient } from './register-client.js';
import { signIn } from './sign-in.js';
import { signing } from './signing-keys.js';
import { throttle } from './throttle.js';
import { createUser, revokeUser } from './users.js';

// The words of the protocol that the doors speak too.
export { applicationType, SCOPE, type ClientMetadata } from '../domain/client-registration.js';
export { SCOPES } from '../domain/api-key.js';
export { LIFETIMES } from '../domain/grant.js';
export { audienceOf, RESOURCE_PATHS, resourceMetadata, resourcesOf, serverMetadata } from '../domain/oauth-metadata.js';
export { isLoopback, redirectFault, redirectHost, redirectSource } from '../domain/redirect-uri.js';
export { parseSubject, subjectOf } from '../domain/subject.js';
export { shownUrl, verdictOf, type Verdict, type WebhookHealth } from '../domain/webhook-health.js';
export type { Limit } from '../domain/throttle.js';
export type { Artifact, FormTokens } from './ports.js';

export interface AppOptions {
  /** May a demo account be made? Only on one machine. */
  demoAccount: boolean;
  /** Where the world reaches us: the issuer of all tokens. */
  origin: string;
}

export const app = (ports: Ports, { demoAccount, origin }: AppOptions) => ({
  accounts: ports.accounts,
  users: ports.users,
  apiKeys: ports.apiKeys,
  grants: ports.grants,
  artifacts: ports.artifacts,
  clients: ports.clients,
  webhooks: ports.webhooks,
  now: ports.around.now,
  newId: ports.around.newId,
  authenticate: authenticate(ports, audienceOf(origin)),
  liveToken: liveToken(ports),
  activePerson: activePerson(ports),
  createAccount: createAccount(ports),
  updateAccount: updateAccount(ports),
  createUser: createUser(ports),
  revokeUser: revokeUser(ports),
  createApiKey: createApiKey(ports),
  revokeApiKey: revokeApiKey(ports),
  ensureDemoAccount: ensureDemoAccount(ports, { allowed: demoAccount }),
  signIn: signIn(ports),
  throttle: throttle(ports),
  signing: signing(ports),
  registerClient: registerClient(ports),
  clientUsed: clientUsed(ports),
  endGrant: endGrant(ports),
  revokeGrant: revokeGrant(ports),
  revokeAllGrants: revokeAllGrants(ports),
});

export type App = ReturnType<typeof app>;
