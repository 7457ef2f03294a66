import type { PageRequest } from '@landfall/kit/page';
import type { Account, AccountChange } from '../domain/account.js';
import type { ApiKey, SecretTraces } from '../domain/api-key.js';
import type { Says } from '../domain/says.js';
import type { User } from '../domain/user.js';

export interface Listed<Item> {
  items: Item[];
  total: number;
  nextAfter?: string;
}

export interface Accounts {
  add(account: Account): Promise<'added' | 'duplicate'>;
  find(id: string): Promise<Account | undefined>;
  list(page: PageRequest): Promise<Listed<Account>>;
  /** Saves against the revision that was read; `moved` means that somebody else was faster. */
  save(change: AccountChange): Promise<'saved' | 'moved'>;
}

export interface Users {
  /** `duplicate`: the id exists, or another person signs in with this e-mail. */
  add(user: User): Promise<'added' | 'duplicate'>;
  find(accountId: string, id: string): Promise<User | undefined>;
  findMany(accountId: string, ids: readonly string[]): Promise<User[]>;
  /** Of all accounts, for sign-in: an e-mail belongs to one active person. */
  findByEmail(emailKey: string): Promise<User | undefined>;
  list(accountId: string, page: PageRequest): Promise<Listed<User>>;
  /** Answers the person as they are now; repeating it changes and tells nothing. */
  revoke(accountId: string, id: string, at: Date, says: Says): Promise<User | undefined>;
}

export interface ApiKeys {
  add(key: ApiKey): Promise<'added' | 'duplicate'>;
  find(accountId: string, id: string): Promise<ApiKey | undefined>;
  /** Of all accounts: the hash is what names the account. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  countLive(accountId: string): Promise<number>;
  list(accountId: string, page: PageRequest): Promise<Listed<ApiKey>>;
  revoke(accountId: string, id: string, at: Date, says: Says): Promise<ApiKey | undefined>;
  /** Notes a use, at most once a minute, and never fails: it is a courtesy that must not refuse a good key. */
  used(key: ApiKey, at: Date): void;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time whether or not there is a hash to compare with. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
}

export interface Credentials {
  newApiKey(): { secret: string } & SecretTraces;
  newPassword(): string;
  hashOf(secret: string): string;
}

/** Time and identity, handed in so that the rules stay functions. */
export interface Surroundings {
  now(): Date;
  newId(): string;
}

export interface Ports {
  accounts: Accounts;
  users: Users;
  apiKeys: ApiKeys;
  passwords: Passwords;
  credentials: Credentials;
  around: Surroundings;
}
