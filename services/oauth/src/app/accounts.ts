import { problem } from '@landfall/kit/problem';
import { retrying } from '@landfall/kit/retrying';
import { editAccount, openAccount, type Account, type AccountEdit } from '../domain/account.js';
import type { Ports } from './ports.js';
import { accepted } from './refuse.js';

export const missingAccount = (id: string) => problem('not_found', `No account has the id ${id}.`);

export const createAccount =
  ({ accounts, around }: Ports) =>
  async (name: string): Promise<Account> => {
    const account = accepted(openAccount(name, around.now(), around.newId()));
    await accounts.add(account);
    return account;
  };

/** Reads, decides and saves against what was read; the loser of a race reads again. */
export const updateAccount =
  ({ accounts, around }: Ports) =>
  (id: string, edit: AccountEdit): Promise<Account> =>
    retrying(async () => {
      const account = await accounts.find(id);
      if (!account) throw missingAccount(id);
      const change = accepted(editAccount(account, edit, around.now()));
      if ((await accounts.save(change)) === 'saved') return change.account;
      throw problem('revision_conflict', `The account ${id} kept changing meanwhile.`);
    });
