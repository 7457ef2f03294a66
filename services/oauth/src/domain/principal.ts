import type { RateLimits } from './account.js';

/** Who asks, as the gateways keep it. */
export interface Principal {
  accountId: string;
  accountName: string;
  kind: 'api_key' | 'user';
  /** The key's or the grant's id: what a revocation names. */
  credentialId: string;
  userId?: string | undefined;
  userEmail?: string | undefined;
  scopes: readonly string[];
  expiresAt?: Date | undefined;
  rateLimits: RateLimits;
}

/** The kinds of credential look different, so one is never tried as the other. */
export const credentialKind = (credential: string): 'api_key' | 'access_token' | 'neither' => {
  if (/^lf_[0-9A-Za-z]{43}$/.test(credential)) return 'api_key';
  return /^[\w-]{43}$/.test(credential) ? 'access_token' : 'neither';
};
