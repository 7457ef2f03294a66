import type { Page, PageInfo } from '@landfall/contracts/gen/common/v1/page';
import type { Account as AccountMessage, ApiKey as ApiKeyMessage, CreateApiKeyRequest, DemoAccount as DemoMessage, Principal as PrincipalMessage, UpdateAccountRequest, User as UserMessage } from '@landfall/contracts/gen/oauth/v1/oauth';
import type { Webhook as WebhookMessage } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { facts } from '@landfall/contracts/facts';
import { nameId } from '@landfall/kit/identity';
import { entry, type OutboxEntry } from '@landfall/kit/outbox';
import type { DemoAccount } from './app/demo-account.js';
import type { Account, AccountEdit } from './domain/account.js';
import type { ApiKey, NewApiKey } from './domain/api-key.js';
import type { Principal } from './domain/principal.js';
import type { Says } from './domain/says.js';
import type { User } from './domain/user.js';
import type { WebhookHealth } from './domain/webhook-health.js';

export const toAccount = ({ id, name, createdAt, rateLimits, closedAt }: Account): AccountMessage => ({ id, name, createdAt, rateLimits, closed: closedAt !== undefined });

/** Everything but the password, which never leaves this service. */
export const toUser = ({ accountId, id, email, createdAt, revokedAt }: User): UserMessage => ({ accountId, id, email, createdAt, revokedAt });

export const toApiKey = ({ hash: _hash, scopes, ...rest }: ApiKey, secret?: string): ApiKeyMessage => ({ ...rest, scopes: [...scopes], secret });

export const toPrincipal = ({ scopes, ...rest }: Principal): PrincipalMessage => ({ ...rest, scopes: [...scopes] });

export const toDemo = ({ accountId, email, password, apiKey, created }: DemoAccount): DemoMessage => ({ accountId, email, password, apiKey, created });

export const fromWebhook = ({ id, url, active, deactivatedReason, health }: WebhookMessage): WebhookHealth => ({
  id, url, active, deactivatedReason,
  breaker: health?.breaker === 'open' || health?.breaker === 'half_open' ? 'open' : 'closed',
  lastSuccessAt: health?.lastSuccessAt,
  lastFailureAt: health?.lastFailureAt,
  failingSince: health?.failingSince,
  recentAttempts: health?.recentAttempts ?? 0,
  recentFailures: health?.recentFailures ?? 0,
});

export const toPageInfo = ({ total, nextAfter }: { total: number; nextAfter?: string }): PageInfo => ({ total, nextAfter: nextAfter ?? '' });

export const fromPage = (page: Page | undefined) => ({ number: page?.number || 1, size: page?.size || 30, ...(page?.after ? { after: page.after } : {}) });

export const fromUpdateAccount = ({ name, rateLimits, closed }: UpdateAccountRequest): AccountEdit => ({ name, rateLimits, closed });

export const fromCreateApiKey = ({ accountId, name, scopes, expiresAt, userId }: CreateApiKeyRequest): NewApiKey => ({ accountId, name, scopes, expiresAt, userId });

/** The same change always makes the same fact, so a repeated write is heard once. */
export const toOutbox = (said: Says): OutboxEntry => {
  const { accountId, at } = said;
  const id = (...parts: string[]) => nameId(said.says, accountId, ...parts, at.toISOString());
  if (said.says === 'changed') return entry(facts.principal.changed, { accountId, changedAt: at }, id());
  const { credentialId, userId } = said;
  return entry(facts.principal.revoked, { accountId, credentialId, revokedAt: at, userId }, id(credentialId, userId ?? ''));
};
