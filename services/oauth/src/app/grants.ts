import { problem } from '@landfall/kit/problem';
import { parseSubject, subjectOf, type Subject } from '../domain/subject.js';
import type { User } from '../domain/user.js';
import type { Account } from '../domain/account.js';
import type { Ports } from './ports.js';

/** The person behind a token, if they may still act. */
export const activePerson =
  ({ users, accounts }: Ports) =>
  async (subject: string): Promise<{ user: User; account: Account } | undefined> => {
    const parsed = parseSubject(subject);
    if (!parsed) return undefined;
    const [user, account] = await Promise.all([users.find(parsed.accountId, parsed.userId), accounts.find(parsed.accountId)]);
    return user && !user.revokedAt && account && !account.closedAt ? { user, account } : undefined;
  };

/** Ends a grant with everything that hangs on it. Safe to repeat. */
export const endGrant =
  ({ grants, artifacts, around }: Ports) =>
  async (id: string): Promise<void> => {
    const grant = await grants.find(id);
    if (!grant) return;
    const at = around.now();
    // The grant first: from then on no token of it is good, whatever happens to the rest.
    await grants.revoke(grant.accountId, id, at, { says: 'revoked', accountId: grant.accountId, credentialId: id, at });
    await artifacts.destroyByGrant(id);
  };

/** For the person who gave it; others' grants read as missing. */
export const revokeGrant =
  (ports: Ports) =>
  async ({ accountId, userId }: Subject, id: string): Promise<void> => {
    const grant = await ports.grants.find(id);
    if (!grant || grant.accountId !== accountId || grant.userId !== userId) throw problem('not_found', 'There is no such client.');
    await endGrant(ports)(id);
  };

export const revokeAllGrants =
  (ports: Ports) =>
  async ({ accountId, userId }: Subject): Promise<void> => {
    const live = await ports.grants.listLive(accountId, userId, ports.around.now());
    for (const { id } of live) await endGrant(ports)(id);
  };

/** A person who is gone has no sessions either. */
export const endSessions =
  ({ artifacts }: Ports) =>
  (subject: Subject): Promise<void> =>
    artifacts.destroyBySubject(subjectOf(subject));
