import { problem } from '@landfall/kit/problem';
import { isLive, makeApiKey, SCOPES } from '../domain/api-key.js';
import { emailKeyOf, isActive } from '../domain/user.js';
import type { Ports } from './ports.js';
import { accepted } from './refuse.js';

export interface DemoAccount {
  accountId: string;
  email: string;
  /** Left out when the person has another by now, or is gone. */
  password?: string;
  apiKey?: string;
  /** Did this call make it? */
  created: boolean;
}

/** The ids never change, so that any number of starts, also at once, make one account, one person and one key. */
const DEMO = {
  accountId: '0d3a0000-0000-7000-8000-00000000ac01',
  userId: '0d3a0000-0000-7000-8000-00000000ac02',
  keyId: '0d3a0000-0000-7000-8000-00000000ac03',
  email: 'demo@landfall.local',
} as const;

/**
 * Told at every start, not at the first alone: whoever dies between being told and writing it down asks again. So they are
 * made from the key of the installation, and the store keeps no more of them than of any other.
 */
const demoPassword = async ({ users, passwords, credentials, around }: Ports) => {
  const password = credentials.namedPassword(DEMO.userId);
  const known = await users.find(DEMO.accountId, DEMO.userId);
  if (known) return isActive(known) && (await passwords.matches(password, known.passwordHash)) ? { password, created: false } : undefined;
  const user = { accountId: DEMO.accountId, id: DEMO.userId, email: DEMO.email, emailKey: emailKeyOf(DEMO.email), passwordHash: await passwords.hash(password), createdAt: around.now() };
  return { password, created: (await users.add(user)) === 'added' };
};

const demoKey = async ({ apiKeys, credentials, around }: Ports): Promise<string | undefined> => {
  const { secret, ...traces } = credentials.namedApiKey(DEMO.keyId);
  const now = around.now();
  const wanted = { accountId: DEMO.accountId, name: 'Demo key', scopes: SCOPES, userId: DEMO.userId };
  await apiKeys.add(accepted(makeApiKey(wanted, traces, now, DEMO.keyId)));
  const key = await apiKeys.find(DEMO.accountId, DEMO.keyId);
  return key && key.hash === traces.hash && isLive(key, now) ? secret : undefined;
};

/** The account, person and key of one machine (D-53). */
export const ensureDemoAccount =
  (ports: Ports, { allowed }: { allowed: boolean }) =>
  async (): Promise<DemoAccount> => {
    if (!allowed) throw problem('forbidden', 'There is no demo account here: DEMO_ACCOUNT is not true.');
    await ports.accounts.add({ id: DEMO.accountId, name: 'Demo', createdAt: ports.around.now(), rateLimits: {}, revision: 1 });
    const person = await demoPassword(ports);
    const apiKey = await demoKey(ports);
    return { accountId: DEMO.accountId, email: DEMO.email, created: person?.created ?? false, ...(person && { password: person.password }), ...(apiKey !== undefined && { apiKey }) };
  };
