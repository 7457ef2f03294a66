import { problem } from '@landfall/kit/problem';
import { emailKeyOf, parseEmail, passwordRefusal, type User } from '../domain/user.js';
import { missingAccount } from './accounts.js';
import { endSessions, revokeAllGrants } from './grants.js';
import type { Ports } from './ports.js';
import { refuse } from './refuse.js';

export interface NewUser {
  accountId: string;
  email: string;
  password: string;
}

export const createUser =
  ({ accounts, users, passwords, around }: Ports) =>
  async ({ accountId, email: givenEmail, password }: NewUser): Promise<User> => {
    const email = parseEmail(givenEmail);
    if (typeof email !== 'string') throw refuse(email);
    const refusal = passwordRefusal(password);
    if (refusal) throw refuse(refusal);
    if (!(await accounts.find(accountId))) throw missingAccount(accountId);

    const user = { accountId, id: around.newId(), email, emailKey: emailKeyOf(email), passwordHash: await passwords.hash(password), createdAt: around.now() };
    if ((await users.add(user)) === 'duplicate') throw problem('duplicate', `Somebody signs in as ${email} already.`, { pointer: '/data/attributes/email' });
    return user;
  };

export const revokeUser =
  (ports: Ports) =>
  async (accountId: string, id: string): Promise<User> => {
    const at = ports.around.now();
    const user = await ports.users.revoke(accountId, id, at, { says: 'revoked', accountId, credentialId: '', userId: id, at });
    if (!user) throw problem('not_found', `No user has the id ${id}.`);
    await revokeAllGrants(ports)({ accountId, userId: id });
    await endSessions(ports)({ accountId, userId: id });
    return user;
  };
