/** How an endpoint has been doing: a window of minutes for the breaker, and the length of its trouble for switching off. */
export interface Health {
  webhookId: string;
  accountId: string;
  minutes: readonly { minute: number; attempts: number; failures: number }[];
  lastSuccessAt?: Date | undefined;
  lastFailureAt?: Date | undefined;
  /** The first failure since the last success. */
  failingSince?: Date | undefined;
  failuresInARow: number;
  /** The breaker is open until then; afterwards one attempt tries. */
  openUntil?: Date | undefined;
}

const MINUTE_MS = 60_000;
const WINDOW_MINUTES = 5;
/** D-44: opens at 70 % failures of at least 10 attempts in 5 minutes. */
const OPENS_AT = 0.7;
const LEAST_ATTEMPTS = 10;
const OPEN_MS = 30_000;
/** D-44: only failures for 5 days and at least 20 attempts. */
const DAYS_OF_FAILURE_MS = 5 * 86_400_000;
const LEAST_FAILURES = 20;

export const unknownHealth = (accountId: string, webhookId: string): Health => ({ accountId, webhookId, minutes: [], failuresInARow: 0 });

const minuteOf = (now: Date): number => Math.floor(now.getTime() / MINUTE_MS);

export const recent = ({ minutes }: Health, now: Date): { attempts: number; failures: number } =>
  minutes
    .filter(({ minute }) => minute > minuteOf(now) - WINDOW_MINUTES)
    .reduce((sum, each) => ({ attempts: sum.attempts + each.attempts, failures: sum.failures + each.failures }), { attempts: 0, failures: 0 });

export interface Tally {
  successes: number;
  failures: number;
}

const counted = (health: Health, { successes, failures }: Tally, now: Date): Health['minutes'] => {
  const current = minuteOf(now);
  const kept = health.minutes.filter(({ minute }) => minute > current - WINDOW_MINUTES && minute !== current);
  const old = health.minutes.find(({ minute }) => minute === current) ?? { minute: current, attempts: 0, failures: 0 };
  return [...kept, { minute: current, attempts: old.attempts + successes + failures, failures: old.failures + failures }];
};

/** A success closes the breaker and ends the trouble; failures open it when they are most of what happened. */
export const afterTally = (health: Health, tally: Tally, now: Date): Health => {
  const minutes = tally.successes > 0 && health.openUntil ? counted({ ...health, minutes: [] }, tally, now) : counted(health, tally, now);
  const next = { ...health, minutes };
  if (tally.successes > 0) return { ...next, lastSuccessAt: now, ...(tally.failures > 0 ? { lastFailureAt: now } : {}), failingSince: undefined, failuresInARow: 0, openUntil: undefined };

  const failing = { ...next, lastFailureAt: now, failingSince: health.failingSince ?? now, failuresInARow: health.failuresInARow + tally.failures };
  const { attempts, failures } = recent(failing, now);
  // A probe that fails after a break opens the breaker anew, however few attempts that was.
  const opens = health.openUntil !== undefined || (attempts >= LEAST_ATTEMPTS && failures / attempts >= OPENS_AT);
  return opens ? { ...failing, openUntil: new Date(now.getTime() + OPEN_MS) } : failing;
};

export const isHealthy = ({ openUntil }: Health, now: Date): boolean => openUntil === undefined || openUntil <= now;

/** After a break, one attempt at a time until one succeeds. */
export const mayTryAtOnce = (health: Health | undefined, usual: number): number => (health?.openUntil === undefined ? usual : 1);

/** Did these results end the trouble? */
export const isRelieved = (before: Health, after: Health): boolean => before.openUntil !== undefined && after.openUntil === undefined;

export const breakerOf = (health: Health, now: Date): 'closed' | 'open' | 'half_open' => (health.openUntil === undefined ? 'closed' : isHealthy(health, now) ? 'half_open' : 'open');

export const shouldDeactivate = ({ failingSince, failuresInARow }: Health, now: Date): boolean =>
  failingSince !== undefined && now.getTime() - failingSince.getTime() >= DAYS_OF_FAILURE_MS && failuresInARow >= LEAST_FAILURES;
