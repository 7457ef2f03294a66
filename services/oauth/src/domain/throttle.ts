/** How many in which time; the window starts with the first try and ends as a whole. */
export interface Limit {
  most: number;
  windowMs: number;
}

const MINUTE = 60_000;

/**
 * Sign-in is held per e-mail and address first, so that a stranger elsewhere cannot lock a person out; the wider limits
 * stop guessing one person's password from many addresses, and many persons' from one.
 */
export const SIGN_IN = {
  pair: { most: 10, windowMs: 15 * MINUTE },
  email: { most: 100, windowMs: 15 * MINUTE },
  address: { most: 100, windowMs: 15 * MINUTE },
} as const satisfies Record<string, Limit>;

export interface Tally {
  count: number;
  resetAt: Date;
}

/** Seconds to wait, or nothing when the try is allowed. */
export const waitSeconds = ({ count, resetAt }: Tally, { most }: Limit, now: Date): number | undefined =>
  count <= most ? undefined : Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1_000));
