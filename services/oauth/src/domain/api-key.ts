import { parseName } from './account.js';
import type { Refusal } from './says.js';

/** What a key may do; `admin` is for keys that make keys. */
export const SCOPES = ['read', 'write', 'webhooks:write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface ApiKey {
  accountId: string;
  id: string;
  name: string;
  scopes: readonly Scope[];
  createdAt: Date;
  expiresAt?: Date | undefined;
  revokedAt?: Date | undefined;
  lastUsedAt?: Date | undefined;
  /** The first characters, to recognise it by; far too few to guess the rest from. */
  prefix: string;
  /** SHA-256 of the key. 256 random bits need no slow hash. */
  hash: string;
  createdByUserId?: string | undefined;
}

export interface NewApiKey {
  accountId: string;
  name: string;
  scopes: readonly string[];
  expiresAt?: Date | undefined;
  userId?: string | undefined;
}

/** What stands for a fresh secret; the secret itself never comes here. */
export interface SecretTraces {
  hash: string;
  prefix: string;
}

/** More than this and nobody knows any longer which are in use. */
export const MOST_LIVE_KEYS = 100;

const isScope = (scope: string): scope is Scope => (SCOPES as readonly string[]).includes(scope);

const parseScopes = (given: readonly string[]): Scope[] | Refusal => {
  if (given.length === 0) return { refused: 'blank', attribute: 'scopes', detail: 'At least one scope is required.' };
  if (!given.every(isScope)) return { refused: 'invalid', attribute: 'scopes', detail: `The scopes are ${SCOPES.join(', ')}.` };
  return SCOPES.filter((scope) => given.includes(scope));
};

export const makeApiKey = ({ accountId, name: givenName, scopes: givenScopes, expiresAt, userId }: NewApiKey, traces: SecretTraces, now: Date, id: string): ApiKey | Refusal => {
  const name = parseName(givenName);
  if (typeof name !== 'string') return name;
  const scopes = parseScopes(givenScopes);
  if ('refused' in scopes) return scopes;
  if (expiresAt && expiresAt <= now) return { refused: 'invalid', attribute: 'expires_at', detail: 'The expiry lies in the past.' };
  return { accountId, id, name, scopes, createdAt: now, expiresAt, createdByUserId: userId, ...traces };
};

/** To the millisecond: a key is dead in the instant that it expires. */
export const isLive = ({ revokedAt, expiresAt }: ApiKey, now: Date): boolean => revokedAt === undefined && (expiresAt === undefined || now < expiresAt);
