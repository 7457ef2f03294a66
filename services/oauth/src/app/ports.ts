import type { PageRequest } from '@landfall/kit/page';
import type { Account, AccountChange } from '../domain/account.js';
import type { ApiKey, SecretTraces } from '../domain/api-key.js';
import type { OAuthClient } from '../domain/client-registration.js';
import type { AccessToken, Grant } from '../domain/grant.js';
import type { Says } from '../domain/says.js';
import type { SigningKey } from '../domain/signing-key.js';
import type { Tally } from '../domain/throttle.js';
import type { User } from '../domain/user.js';
import type { WebhookHealth } from '../domain/webhook-health.js';

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
  /** The same for the same name, as long as the installation keeps its key. */
  namedApiKey(name: string): { secret: string } & SecretTraces;
  namedPassword(name: string): string;
  newClientId(): string;
  hashOf(secret: string): string;
}

/** Anything the protocol hands out for a while: sessions, interactions, codes, tokens. Only a hash of `id` is kept. */
export interface Artifact {
  kind: string;
  id: string;
  /** How a session is found without its secret. */
  uid?: string | undefined;
  grantId?: string | undefined;
  subject?: string | undefined;
  /** What the protocol library wants back, without any secret in it. */
  payload: Record<string, unknown>;
  expiresAt?: Date | undefined;
}

export interface Kept {
  payload: Record<string, unknown>;
  consumedAt?: Date | undefined;
}

export interface Artifacts {
  /** Several in one write. */
  put(...artifacts: Artifact[]): Promise<void>;
  find(kind: string, id: string): Promise<Kept | undefined>;
  /** Also says by which name `put` and `destroy` know it, since nobody has its secret here. */
  findByUid(kind: string, uid: string): Promise<(Kept & { name: string }) | undefined>;
  /** True for exactly one caller. */
  consume(kind: string, id: string, at: Date): Promise<boolean>;
  /** By its secret, or by the name that `findByUid` gave. */
  destroy(kind: string, idOrName: string): Promise<void>;
  destroyByGrant(grantId: string): Promise<void>;
  destroyBySubject(subject: string): Promise<void>;
}

export interface AccessTokens {
  find(token: string): Promise<AccessToken | undefined>;
}

export interface Grants {
  /** Keeps what the library says of it; the rest stays. */
  put(grant: Pick<Grant, 'id' | 'accountId' | 'userId' | 'clientId' | 'createdAt' | 'expiresAt'>, payload: Record<string, unknown>): Promise<void>;
  /** What people recognise it by. */
  describe(accountId: string, id: string, words: Pick<Grant, 'clientName' | 'redirectHost'>): Promise<void>;
  find(id: string): Promise<Grant | undefined>;
  payload(id: string): Promise<Record<string, unknown> | undefined>;
  listLive(accountId: string, userId: string, now: Date): Promise<Grant[]>;
  used(grant: Grant, at: Date): void;
  /** True when it was live until now; the fact is told once. */
  revoke(accountId: string, id: string, at: Date, says: Says): Promise<boolean>;
}

export interface OAuthClients {
  add(client: OAuthClient): Promise<void>;
  find(id: string, now: Date): Promise<OAuthClient | undefined>;
  /** It got tokens, so it lives on. */
  keepUntil(id: string, expiresAt: Date): Promise<void>;
}

export interface SigningKeys {
  all(): Promise<SigningKey[]>;
  /** `taken`: another replica made one in the same period. */
  add(key: SigningKey, period: number): Promise<'added' | 'taken'>;
  drop(ids: readonly string[]): Promise<void>;
}

/** Encrypts what must be read again, so cannot be hashed. */
export interface Sealing {
  /** `name` is bound in: what is copied under another name does not open. */
  seal(plain: string, name: string): string;
  open(sealed: string, name: string): string;
}

/** How the endpoints of an account have been doing, as their owner says; undefined when it does not answer. */
export interface Webhooks {
  list(accountId: string): Promise<WebhookHealth[] | undefined>;
}

export interface KeyPairs {
  /** A fresh private key as a JWK. */
  make(): Promise<Record<string, unknown>>;
  publicHalf(privateKey: Record<string, unknown>): Record<string, unknown>;
  sign(privateKey: Record<string, unknown>, claims: Record<string, unknown>): Promise<string>;
}

export interface FormTokens {
  /** Proves that we showed this very form to this very browser. */
  issue(...parts: readonly string[]): string;
  matches(token: unknown, ...parts: readonly string[]): boolean;
}

export interface Throttles {
  /** Counts one more, or `by` more, and says how many that makes in the running window. */
  hit(bucket: string, windowMs: number, now: Date, by?: number): Promise<Tally>;
  forget(bucket: string): Promise<void>;
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
  artifacts: Artifacts;
  accessTokens: AccessTokens;
  grants: Grants;
  clients: OAuthClients;
  signingKeys: SigningKeys;
  sealing: Sealing;
  keyPairs: KeyPairs;
  throttles: Throttles;
  webhooks: Webhooks;
  around: Surroundings;
}
