/** How much one carrier takes from one credential, and when to leave it alone. */
export type LimitPolicy = {
  /** Null: questions are not counted, and only the breaker says no. */
  perMinute: number | null;
  burst: number;
  /** So many faults in a row open the breaker. */
  breakAfter: number;
  openMs: number;
  longestOpenMs: number;
};

/** Shared by all replicas, so it is a row in the store and every change compares `revision`. */
export type LimitState = {
  id: string;
  /** When the bucket would be full again if nothing were asked any more (GCRA): one date instead of a counter and a clock. */
  emptyUntil: Date;
  faultsInARow: number;
  timesOpened: number;
  openUntil: Date | null;
  /** The carrier itself said when to come back. */
  blockedUntil: Date | null;
  revision: number;
};

export type Admission = { granted: number; state: LimitState; waitUntil: Date | null; because: 'rate' | 'breaker' | 'retry_after' | null };

export type AskedOutcome = { kind: 'answered' } | { kind: 'failed' } | { kind: 'throttled'; retryAfterMs: number | undefined };

const MINUTE_MS = 60_000;
const THROTTLED_MS = MINUTE_MS;
// A carrier that says "next month" is not taken at its word.
const LONGEST_BLOCK_MS = 24 * 60 * MINUTE_MS;

/** How long one probe of a half-open breaker may take before another replica tries. */
const PROBE_MS = 30_000;

export const freshLimits = (id: string): LimitState => ({ id, emptyUntil: new Date(0), faultsInARow: 0, timesOpened: 0, openUntil: null, blockedUntil: null, revision: 0 });

const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

const refused = (state: LimitState, waitUntil: Date, because: Admission['because']): Admission => ({ granted: 0, state, waitUntil, because });

/** How many of the wanted questions may be asked now; the same state where nothing has to be written. */
export const admit = (state: LimitState, policy: LimitPolicy, wanted: number, now: Date): Admission => {
  if (state.blockedUntil && state.blockedUntil > now) return refused(state, state.blockedUntil, 'retry_after');
  if (state.openUntil && state.openUntil > now) return refused(state, state.openUntil, 'breaker');

  // A breaker that was open lets one question through; its answer decides.
  const probing = state.openUntil !== null;
  if (policy.perMinute === null) return { granted: probing ? 1 : wanted, state: probing ? { ...state, openUntil: plus(now, PROBE_MS) } : state, waitUntil: null, because: null };

  const stepMs = MINUTE_MS / policy.perMinute;
  const roomMs = policy.burst * stepMs;
  const from = Math.max(state.emptyUntil.getTime(), now.getTime());
  const room = Math.floor((now.getTime() + roomMs - from) / stepMs + 1e-9);
  const granted = Math.max(0, Math.min(wanted, probing ? 1 : wanted, room));
  if (granted === 0) return refused(state, new Date(from - roomMs + stepMs), 'rate');
  const next = { ...state, emptyUntil: new Date(from + granted * stepMs), openUntil: probing ? plus(now, PROBE_MS) : null };
  return { granted, state: next, waitUntil: granted < wanted ? new Date(from + (granted + 1) * stepMs - roomMs) : null, because: granted < wanted ? 'rate' : null };
};

/** The state after an answer; the same object when nothing changed, so that a healthy carrier costs no write. */
export const afterAnswer = (state: LimitState, policy: LimitPolicy, outcome: AskedOutcome, now: Date): LimitState => {
  if (outcome.kind === 'answered') {
    const healthy = state.faultsInARow === 0 && state.openUntil === null && state.blockedUntil === null;
    return healthy ? state : { ...state, faultsInARow: 0, timesOpened: 0, openUntil: null, blockedUntil: null };
  }
  if (outcome.kind === 'throttled') {
    const waitMs = Math.min(outcome.retryAfterMs ?? THROTTLED_MS, LONGEST_BLOCK_MS);
    return { ...state, blockedUntil: plus(now, waitMs) };
  }
  const faultsInARow = state.faultsInARow + 1;
  if (faultsInARow < policy.breakAfter) return { ...state, faultsInARow };
  const openMs = Math.min(policy.openMs * 2 ** Math.min(state.timesOpened, 16), policy.longestOpenMs);
  return { ...state, faultsInARow, timesOpened: state.timesOpened + 1, openUntil: plus(now, openMs) };
};
