import { problem } from '@landfall/kit/problem';
import { makeApiKey, SCOPES } from '../domain/api-key.js';
import { emailKeyOf } from '../domain/user.js';
import type { Ports } from './ports.js';
import { accepted } from './refuse.js';

export interface DemoAccount {
  accountId: string;
  email: string;
  /** Told by the call that made them and never again. */
  password?: string;
  apiKey?: string;
}

/** The ids never change, so that any number of starts, also at once, make one account, one person and one key. */
const DEMO = {
  accountId: '0d3a0000-0000-7000-8000-00000000ac01',
  userId: '0d3a0000-0000-7000-8000-00000000ac02',
  keyId: '0d3a0000-0000-7000-8000-00000000ac03',
  email: 'demo@landfall.local',
} as const;

const demoUser = async ({ users, passwords, credentials, around }: Ports) => {
  if (await users.find(DEMO.accountId, DEMO.userId)) return undefined;
  const password = credentials.newPassword();
  const user = { accountId: DEMO.accountId, id: DEMO.userId, email: DEMO.email, emailKey: emailKeyOf(DEMO.email), passwordHash: await passwords.hash(password), createdAt: around.now() };
  return (await users.add(user)) === 'added' ? password : undefined;
};

const demoKey = async ({ apiKeys, credentials, around }: Ports) => {
  const { secret, ...traces } = credentials.newApiKey();
  const wanted = { accountId: DEMO.accountId, name: 'Demo key', scopes: SCOPES, userId: DEMO.userId };
  const key = accepted(makeApiKey(wanted, traces, around.now(), DEMO.keyId));
  return (await apiKeys.add(key)) === 'added' ? secret : undefined;
};

/** The account, person and key of a first start on one machine (D-53). */
export const ensureDemoAccount =
  (ports: Ports, { allowed }: { allowed: boolean }) =>
  async (): Promise<DemoAccount> => {
    if (!allowed) throw problem('forbidden', 'There is no demo account here: DEMO_ACCOUNT is not true.');
    await ports.accounts.add({ id: DEMO.accountId, name: 'Demo', createdAt: ports.around.now(), rateLimits: {}, revision: 1 });
    const password = await demoUser(ports);
    const apiKey = await demoKey(ports);
    return { accountId: DEMO.accountId, email: DEMO.email, ...(password ? { password } : {}), ...(apiKey ? { apiKey } : {}) };
  };
