import type { ApiKey } from '@landfall/contracts/gen/oauth/v1/oauth';
import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { resourceBody } from './body.js';
import { line } from './fields.js';
import { listed, many, one, pageOf } from './lists.js';
import { route, type Call, type Route } from './route.js';

const tag = 'Account';
const SCOPES = ['read', 'write', 'webhooks:write', 'admin'] as const;
const NewKey = z.strictObject({
  name: line(100),
  scopes: z.array(z.enum(SCOPES, { error: `must be one of ${SCOPES.join(', ')}` })).min(1).max(SCOPES.length),
  expires_at: z.iso.datetime({ offset: true, error: 'must be a date-time' }).transform((value) => new Date(value)).nullish(),
});

const of = (call: Call) => ({ accountId: call.accountId, id: call.params['id'] ?? '' });

// Whatever the owner sends: a key is shown in the answer that made it and in no other.
const covered = (key: ApiKey): ApiKey => ({ ...key, secret: undefined });

export const accountRoutes = ({ accounts }: Owners): Route[] => [
  route({
    method: 'get', path: '/me', name: 'getCredential', says: 'Tells who is asking.', tag, gives: { one: 'credential' },
    handle: async ({ principal }) => one(principal),
  }),
  route({
    method: 'get', path: '/api_keys', name: 'listApiKeys', says: 'Lists API keys.', tag, scope: 'admin', gives: { many: 'api_key' }, list: listed(),
    handle: async (call) => {
      const { items, page } = await accounts.listApiKeys({ accountId: call.accountId, page: pageOf(call) });
      return many({ items: items.map(covered), page });
    },
  }),
  route({
    method: 'get', path: '/api_keys/:id', name: 'getApiKey', says: 'Reads an API key.', tag, scope: 'admin', gives: { one: 'api_key' },
    handle: async (call) => one(covered(await accounts.getApiKey(of(call)))),
  }),
  route({
    method: 'post', path: '/api_keys', name: 'createApiKey', says: 'Makes an API key; only this answer shows it.', tag, scope: 'admin', gives: { one: 'api_key' }, status: 201,
    body: resourceBody({ type: 'api_key', id: 'never', attributes: NewKey }),
    handle: async ({ accountId, principal, body: { attributes } }) => {
      const made = await accounts.createApiKey({ accountId, name: attributes.name, scopes: attributes.scopes, expiresAt: attributes.expires_at ?? undefined, userId: principal.userId });
      return { is: 'one', message: made, created: `/v2/api_keys/${made.id}`, isSecret: true };
    },
  }),
  route({
    method: 'delete', path: '/api_keys/:id', name: 'revokeApiKey', says: 'Revokes an API key.', tag, scope: 'admin', gives: { one: 'api_key' },
    handle: async (call) => one(covered(await accounts.revokeApiKey(of(call)))),
  }),
];
