import type { IncomingMessage } from 'node:http';
import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import { problem } from '@landfall/kit/problem';
import type { PrincipalCache } from '../app/principals.js';
import type { Scope } from './route.js';

/** `Token <key>` as the original has it, `Bearer <key or token>` as everybody else. */
const SCHEME = /^(?:token|bearer) +([\x21-\x7e]{8,4096})$/i;

export const credentialOf = (req: IncomingMessage): string | undefined => SCHEME.exec(req.headers.authorization ?? '')?.[1];

/** Whoever may write may read; `admin` may all. Webhooks are apart, because they show secrets. */
const GRANTED_BY: Readonly<Record<Scope, readonly string[]>> = {
  read: ['read', 'write', 'admin'],
  write: ['write', 'admin'],
  'webhooks:write': ['webhooks:write', 'admin'],
  admin: ['admin'],
};

export const maySeeSecrets = ({ scopes }: Principal): boolean => holds(scopes, 'webhooks:write');

export const holds = (scopes: readonly string[], scope: Scope): boolean => GRANTED_BY[scope].some((one) => scopes.includes(one));

/** Who is asking. An account named by a header must be the one that the credential belongs to. */
export const authenticate = async (req: IncomingMessage, principals: PrincipalCache): Promise<Principal> => {
  const credential = credentialOf(req);
  if (credential === undefined) throw problem('unauthorized', 'Invalid or missing API token.');
  const principal = await principals.of(credential);
  const named = req.headers['x-account-id'];
  if (named !== undefined && named !== principal.accountId) throw problem('forbidden', 'The credential belongs to another account than X-Account-Id names.');
  return principal;
};

export const requireScope = ({ scopes }: Principal, scope: Scope | undefined): void => {
  if (scope === undefined || holds(scopes, scope)) return;
  throw problem('insufficient_scope', `This needs the scope ${scope}.`, { meta: { required_scope: scope, scopes } });
};
