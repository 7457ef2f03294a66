import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import { problem, toProblem, type Problem } from '@landfall/kit/problem';
import type { Request, RequestHandler, Response } from 'express';
import { mayRead, TOOL_SCOPE } from '../domain/grants.js';

/** `Bearer` for access tokens and keys, `Token` for keys as REST has it. */
const SCHEME = /^(?:token|bearer) +([\x21-\x7e]{8,4096})$/i;

/** The form of a challenge in RFC 6750 and RFC 9728; it tells a client where to sign in, and what to ask for. */
const challenge = (metadataUrl: string, error?: string): string =>
  ['Bearer', [...(error === undefined ? [] : [`error="${error}"`]), `resource_metadata="${metadataUrl}"`, `scope="${TOOL_SCOPE}"`].join(', ')].join(' ');

const errorOf = (failure: Problem, hadCredential: boolean): string | undefined => {
  if (failure.code === 'insufficient_scope') return 'insufficient_scope';
  // Without a credential there is nothing wrong with it (RFC 6750, 3.1).
  return failure.code === 'unauthorized' && hadCredential ? 'invalid_token' : undefined;
};

export interface Gate {
  readonly principalOf: (credential: string) => Promise<Principal>;
  /** Scheme and host under which the world knows us. */
  readonly origin: string;
}

const ACCOUNT = 'accountId';
const PRINCIPAL = 'principal';

export const principalIn = (res: Response): Principal => res.locals[PRINCIPAL] as Principal;

const authenticate = async ({ principalOf }: Gate, credential: string | undefined): Promise<Principal> => {
  if (credential === undefined) throw problem('unauthorized', 'Invalid or missing credentials.');
  const principal = await principalOf(credential);
  if (!mayRead(principal.scopes)) throw problem('insufficient_scope', `This needs the scope ${TOOL_SCOPE}, or an API key that may read.`);
  return principal;
};

const metadataUrl = ({ origin }: Gate, req: Request): string => `${origin}/.well-known/oauth-protected-resource${req.path}`;

/** Lets nobody in without a credential of an account; what it may do is the tools' business. */
export const credentialGate = (gate: Gate): RequestHandler => async (req, res, next) => {
  const credential = SCHEME.exec(req.headers.authorization ?? '')?.[1];
  try {
    const principal = await authenticate(gate, credential);
    res.locals[PRINCIPAL] = principal;
    res.locals[ACCOUNT] = principal.accountId;
  } catch (error) {
    const failure = toProblem(error);
    const isChallenge = failure.code === 'unauthorized' || failure.code === 'insufficient_scope';
    if (isChallenge) res.setHeader('WWW-Authenticate', challenge(metadataUrl(gate, req), errorOf(failure, credential !== undefined)));
    throw failure;
  }
  next();
};
