/** What a person allowed a client, once; every token of that sign-in hangs on it and dies with it. */
export interface Grant {
  id: string;
  accountId: string;
  userId: string;
  clientId: string;
  clientName: string;
  /** Where the code was sent. */
  redirectHost: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt?: Date | undefined;
  revokedAt?: Date | undefined;
}

export interface AccessToken {
  grantId: string;
  subject: string;
  clientId: string;
  audience: string;
  scopes: readonly string[];
  issuedAt: Date;
  expiresAt: Date;
}

/** Lifetimes in seconds, as the protocol counts them (D-52). */
export const LIFETIMES = {
  code: 60,
  accessToken: 3_600,
  refreshToken: 30 * 86_400,
  // However often it is refreshed, once a year a person is asked again.
  grant: 365 * 86_400,
  interaction: 30 * 60,
  session: 14 * 86_400,
} as const;

export const isLiveGrant = ({ revokedAt, expiresAt }: Grant, now: Date): boolean => revokedAt === undefined && now < expiresAt;
