import { newId } from '@landfall/kit/identity';
import type { Artifact, Kept, Ports } from '../src/app/ports.js';
import type { Account } from '../src/domain/account.js';
import type { ApiKey } from '../src/domain/api-key.js';
import type { OAuthClient } from '../src/domain/client-registration.js';
import type { Grant } from '../src/domain/grant.js';
import type { Says } from '../src/domain/says.js';
import type { SigningKey } from '../src/domain/signing-key.js';
import type { User } from '../src/domain/user.js';
import { credentials } from '../src/outside/credentials.js';
import { keyPairs } from '../src/outside/key-pairs.js';
import { passwords } from '../src/outside/passwords.js';
import { derivedKey, sealing } from '../src/outside/sealing.js';
import { accessTokens } from '../src/store/artifacts.js';

export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

const listed = <Item>(items: Item[]) => ({ items, total: items.length });

const fakeAccounts = (said: Says[]): Ports['accounts'] => {
  const rows = new Map<string, Account>();
  return {
    add: async (account) => (rows.has(account.id) ? 'duplicate' : (rows.set(account.id, account), 'added')),
    find: async (id) => rows.get(id),
    list: async () => listed([...rows.values()]),
    save: async ({ account, says }) => {
      if (rows.get(account.id)?.revision !== account.revision - 1) return 'moved';
      rows.set(account.id, account);
      said.push(...says);
      return 'saved';
    },
  };
};

const fakeUsers = (said: Says[]): Ports['users'] => {
  const rows = new Map<string, User>();
  const find = async (accountId: string, id: string) => [rows.get(id)].find((user) => user?.accountId === accountId);
  const byEmail = (emailKey: string) => [...rows.values()].find((user) => user.emailKey === emailKey && !user.revokedAt);
  return {
    add: async (user) => (rows.has(user.id) || byEmail(user.emailKey) ? 'duplicate' : (rows.set(user.id, user), 'added')),
    find,
    findMany: async (accountId, ids) => [...rows.values()].filter((user) => user.accountId === accountId && ids.includes(user.id)),
    findByEmail: async (emailKey) => byEmail(emailKey),
    list: async (accountId) => listed([...rows.values()].filter((user) => user.accountId === accountId)),
    revoke: async (accountId, id, at, says) => {
      const user = await find(accountId, id);
      if (!user || user.revokedAt) return user;
      said.push(says);
      rows.set(id, { ...user, revokedAt: at });
      return rows.get(id);
    },
  };
};

const fakeApiKeys = (said: Says[]): Ports['apiKeys'] => {
  const rows = new Map<string, ApiKey>();
  const find = async (accountId: string, id: string) => [rows.get(id)].find((key) => key?.accountId === accountId);
  const of = (accountId: string) => [...rows.values()].filter((key) => key.accountId === accountId);
  return {
    add: async (key) => (rows.has(key.id) ? 'duplicate' : (rows.set(key.id, key), 'added')),
    find,
    findByHash: async (hash) => [...rows.values()].find((key) => key.hash === hash),
    countLive: async (accountId) => of(accountId).filter((key) => !key.revokedAt).length,
    list: async (accountId) => listed(of(accountId)),
    revoke: async (accountId, id, at, says) => {
      const key = await find(accountId, id);
      if (!key || key.revokedAt) return key;
      said.push(says);
      rows.set(id, { ...key, revokedAt: at });
      return rows.get(id);
    },
    used: (key, at) => void rows.set(key.id, { ...key, lastUsedAt: at }),
  };
};

const fakeArtifacts = (): Ports['artifacts'] => {
  const rows = new Map<string, Artifact & Kept>();
  const named = (kind: string, idOrName: string) => (idOrName.startsWith('name:') ? idOrName.slice(5) : `${kind}:${idOrName}`);
  const drop = (is: (row: Artifact) => boolean) => rows.forEach((row, key) => is(row) && rows.delete(key));
  const copy = ({ payload, consumedAt }: Kept): Kept => ({ payload: structuredClone(payload), ...(consumedAt ? { consumedAt } : {}) });
  return {
    put: async (...given) => given.forEach((artifact) => rows.set(named(artifact.kind, artifact.id), structuredClone(artifact))),
    find: async (kind, id) => [rows.get(`${kind}:${id}`)].map((row) => row && copy(row))[0],
    findByUid: async (kind, uid) => [...rows].filter(([, row]) => row.kind === kind && row.uid === uid).map(([key, row]) => ({ ...copy(row), name: `name:${key}` }))[0],
    consume: async (kind, id, at) => {
      const row = rows.get(named(kind, id));
      if (!row || row.consumedAt) return false;
      row.consumedAt = at;
      return true;
    },
    destroy: async (kind, idOrName) => void rows.delete(named(kind, idOrName)),
    destroyByGrant: async (grantId) => drop((row) => row.grantId === grantId),
    destroyBySubject: async (subject) => drop((row) => row.subject === subject),
  };
};

const fakeGrants = (said: Says[]): Ports['grants'] => {
  const rows = new Map<string, Grant & { payload: Record<string, unknown> }>();
  return {
    put: async (grant, payload) => void rows.set(grant.id, { clientName: '', redirectHost: '', ...rows.get(grant.id), ...grant, payload }),
    describe: async (_accountId, id, words) => void Object.assign(rows.get(id) ?? {}, words),
    find: async (id) => rows.get(id),
    payload: async (id) => [rows.get(id)].find((grant) => grant && !grant.revokedAt)?.payload,
    listLive: async (accountId, userId, now) => [...rows.values()].filter((grant) => grant.accountId === accountId && grant.userId === userId && !grant.revokedAt && grant.expiresAt > now),
    used: ({ id }, at) => void Object.assign(rows.get(id) ?? {}, { lastUsedAt: at }),
    revoke: async (accountId, id, at, says) => {
      const grant = rows.get(id);
      if (!grant || grant.accountId !== accountId || grant.revokedAt) return false;
      grant.revokedAt = at;
      said.push(says);
      return true;
    },
  };
};

const fakeClients = (): Ports['clients'] => {
  const rows = new Map<string, OAuthClient>();
  return {
    add: async (client) => void rows.set(client.id, client),
    find: async (id, now) => [rows.get(id)].find((client) => client && client.expiresAt > now),
    keepUntil: async (id, expiresAt) => void Object.assign(rows.get(id) ?? {}, { expiresAt }),
  };
};

const fakeSigningKeys = (): Ports['signingKeys'] => {
  const rows = new Map<number, SigningKey>();
  return {
    all: async () => [...rows.values()],
    add: async (key, period) => (rows.has(period) ? 'taken' : (rows.set(period, key), 'added')),
    drop: async (ids) => rows.forEach((key, period) => ids.includes(key.id) && rows.delete(period)),
  };
};

const fakeThrottles = (): Ports['throttles'] => {
  const rows = new Map<string, { count: number; resetAt: Date }>();
  return {
    hit: async (bucket, windowMs, now, by = 1) => {
      const running = rows.get(bucket);
      const row = running && running.resetAt > now ? running : { count: 0, resetAt: new Date(now.getTime() + windowMs) };
      row.count += by;
      rows.set(bucket, row);
      return { ...row };
    },
    forget: async (bucket) => void rows.delete(bucket),
  };
};

export interface Fakes extends Ports {
  /** Every fact that was told, in order. */
  said: Says[];
  /** The clock, which stands until it is moved. */
  clock: { now: Date };
}

/** Everything in memory and the real cryptography: for rules, not for what a store promises. */
export const fakes = (now = new Date('2026-11-21T10:00:00Z')): Fakes => {
  const said: Says[] = [];
  const clock = { now };
  const artifacts = fakeArtifacts();
  return {
    said, clock, artifacts, accessTokens: accessTokens(artifacts),
    accounts: fakeAccounts(said), users: fakeUsers(said), apiKeys: fakeApiKeys(said), grants: fakeGrants(said),
    clients: fakeClients(), signingKeys: fakeSigningKeys(), throttles: fakeThrottles(),
    passwords: passwords(), credentials: credentials(derivedKey(MASTER_KEY, 'named')), sealing: sealing(MASTER_KEY), keyPairs: keyPairs(), webhooks: { list: async () => [] },
    around: { now: () => clock.now, newId },
  };
};
