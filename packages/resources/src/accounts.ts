import type { Account, ApiKey, Principal, User } from '@landfall/contracts/gen/oauth/v1/oauth';
import { at, flag, label, mapOf, moment, objectOf, orNull, text, texts, uuid } from './json.js';
import { one, resource } from './resource.js';

export const account = resource<Account>('account', {
  fields: { company_name: text },
  attributes: (a) => ({ company_name: a.name }),
});

export const user = resource<User>('user', {
  fields: { email: text, created_at: moment },
  attributes: (u) => ({ email: u.email, created_at: at(u.createdAt) }),
});

export const apiKey = resource<ApiKey>('api_key', {
  fields: {
    name: text,
    prefix: text,
    scopes: texts,
    created_at: moment,
    expires_at: moment,
    revoked_at: moment,
    last_used_at: moment,
    secret: label,
  },
  attributes: (k) => ({
    name: k.name,
    prefix: k.prefix,
    scopes: k.scopes,
    created_at: at(k.createdAt),
    expires_at: at(k.expiresAt),
    revoked_at: at(k.revokedAt),
    last_used_at: at(k.lastUsedAt),
    // Only the answer that made the key shows it (D-50).
    secret: k.secret ?? null,
  }),
  relationships: { user: one('user', (k) => k.createdByUserId) },
});

/** Nothing is sold apart here: every feature of the original is on for every account. */
const FEATURES = { containers_map: true, routing_data: true, vessel_positions: true, refresh: true, webhooks: true, mcp: true };

/** Who is asking, for `/me`. */
export const credential = resource<Principal>('credential', {
  id: (p) => p.credentialId,
  fields: {
    kind: text,
    channel: text,
    scopes: texts,
    expires_at: moment,
    account: objectOf({ id: uuid, name: text }),
    user: orNull(objectOf({ id: uuid, email: label })),
    features: mapOf(flag),
  },
  attributes: (p) => ({
    kind: p.kind,
    channel: 'api',
    scopes: p.scopes,
    expires_at: at(p.expiresAt),
    account: { id: p.accountId, name: p.accountName },
    user: p.userId === undefined ? null : { id: p.userId, email: p.userEmail ?? null },
    features: FEATURES,
  }),
});
