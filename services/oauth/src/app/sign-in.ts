import { emailKeyOf, PASSWORD_MOST, type User } from '../domain/user.js';
import { SIGN_IN, waitSeconds, type Limit } from '../domain/throttle.js';
import type { Ports } from './ports.js';

export interface SignInAttempt {
  email: string;
  password: string;
  /** Where it comes from. */
  address: string;
}

export type SignInOutcome = { user: User } | { refused: true } | { waitSeconds: number };

const buckets = ({ credentials }: Ports, { email, address }: SignInAttempt): [string, Limit][] => {
  // The store need not learn who tried; and a key is short, whatever was typed.
  const key = credentials.hashOf(emailKeyOf(email));
  return [
    [`sign-in:pair:${key}:${address}`, SIGN_IN.pair],
    [`sign-in:email:${key}`, SIGN_IN.email],
    [`sign-in:address:${address}`, SIGN_IN.address],
  ];
};

/** Wrong person, wrong password, revoked and closed look alike from outside, in words, in time and in throttling. */
export const signIn =
  (ports: Ports) =>
  async (attempt: SignInAttempt): Promise<SignInOutcome> => {
    const { users, accounts, passwords, throttles, around } = ports;
    const now = around.now();
    const tried = buckets(ports, attempt);
    const waits = await Promise.all(tried.map(async ([bucket, limit]) => waitSeconds(await throttles.hit(bucket, limit.windowMs, now), limit, now) ?? 0));
    const wait = Math.max(...waits);
    if (wait > 0) return { waitSeconds: wait };

    const user = await users.findByEmail(emailKeyOf(attempt.email));
    const isRight = await passwords.matches(attempt.password.slice(0, PASSWORD_MOST + 1), user?.passwordHash);
    const account = user && (await accounts.find(user.accountId));
    if (!user || !isRight || !account || account.closedAt) return { refused: true };
    // Only what counts tries of this person is forgotten: success must not clear the way for guessing others'.
    await Promise.all(tried.slice(0, 2).map(([bucket]) => throttles.forget(bucket)));
    return { user };
  };
