/** One endpoint of an account, as far as a person wants to know how it is doing. */
export interface WebhookHealth {
  id: string;
  url: string;
  active: boolean;
  deactivatedReason?: string | undefined;
  /** `open`: nothing is sent for a moment, since most of it failed. */
  breaker: 'open' | 'closed';
  lastSuccessAt?: Date | undefined;
  lastFailureAt?: Date | undefined;
  failingSince?: Date | undefined;
  recentAttempts: number;
  recentFailures: number;
}

export type Verdict = 'off' | 'paused' | 'failing' | 'unused' | 'healthy';

/** The one word for it; what needs a person most comes first. */
export const verdictOf = ({ active, breaker, failingSince, lastSuccessAt, recentAttempts }: WebhookHealth): Verdict => {
  if (!active) return 'off';
  if (breaker === 'open') return 'paused';
  if (failingSince !== undefined) return 'failing';
  return lastSuccessAt === undefined && recentAttempts === 0 ? 'unused' : 'healthy';
};

/** Some receivers are addressed by a secret; it need not be on a page, which may be seen by whoever stands by. */
export const shownUrl = (url: string): string => url.replace(/\?.*$/, '?…');
