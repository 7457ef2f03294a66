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
  /** The last warning of this trouble that its owner got. */
  warnedPercent?: number | undefined;
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

const NO_TROUBLE = { failingSince: undefined, failuresInARow: 0, openUntil: undefined, warnedPercent: undefined };

/** Switched on again by its owner: what was is forgiven, and the days count anew. */
export const forgiven = (health: Health): Health => ({ ...health, ...NO_TROUBLE });

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
  if (tally.successes > 0) return { ...next, lastSuccessAt: now, ...(tally.failures > 0 ? { lastFailureAt: now } : {}), ...NO_TROUBLE };

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

/** The owner hears so far on the way to switching off; the whole way is told by switching off itself. */
const WARNINGS = [50, 70, 90];

const percentOfFailures = (failures: number): number => (100 * failures) / LEAST_FAILURES;

/** D-44 asks for both, the days and the failures, so the lesser share is how far it is. */
const percentOf = ({ failingSince, failuresInARow }: Health, now: Date): number =>
  failingSince === undefined ? 0 : Math.min((100 * (now.getTime() - failingSince.getTime())) / DAYS_OF_FAILURE_MS, percentOfFailures(failuresInARow));

/** Which warning is to be given now. Those that were passed meanwhile would be untrue, so only the greatest is. */
export const warningOf = (health: Health, now: Date): number | undefined =>
  WARNINGS.filter((percent) => percent <= percentOf(health, now) && percent > (health.warnedPercent ?? 0)).at(-1);

/** When to look at it next. Where failures are too few for the next warning, only another one can make it due. */
export const warningDue = ({ failingSince, failuresInARow, warnedPercent = 0 }: Health): Date | undefined => {
  const next = WARNINGS.find((percent) => percent > warnedPercent && percent <= percentOfFailures(failuresInARow));
  return failingSince && next !== undefined ? new Date(failingSince.getTime() + (DAYS_OF_FAILURE_MS * next) / 100) : undefined;
};

/** Unless that trouble is over meanwhile. */
export const warned = (health: Health, failingSince: Date | undefined, percent: number): Health =>
  health.failingSince?.getTime() === failingSince?.getTime() ? { ...health, warnedPercent: percent } : health;
