import type { ServerResponse } from 'node:http';
import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import { problem } from '@landfall/kit/problem';
import { rateLimitHeaders } from '@landfall/rate-limit/headers';
import type { Limiter } from '@landfall/rate-limit/limiter';
import type { Bucket } from '../mcp/session.js';

/** Requests a minute, by bucket (D-10). */
export type Limits = Readonly<Record<Bucket, number>>;

const limitFor = ({ rateLimits: own }: Principal, bucket: Bucket, defaults: Limits): number =>
  ({ tracking_requests: own?.trackingRequests, infer: own?.infer, other: own?.other })[bucket] ?? defaults[bucket];

export type Count = (principal: Principal, bucket: Bucket, res?: ServerResponse) => Promise<void>;

/** Draws on the very buckets of REST: the keys are the same, and so is the store behind them. */
export const counter = (limiter: Limiter, defaults: Limits): Count => async (principal, bucket, res) => {
  const verdict = await limiter.take(`${principal.accountId}.${bucket}`, limitFor(principal, bucket, defaults));
  if (res !== undefined) for (const [name, value] of Object.entries(rateLimitHeaders(bucket, verdict))) res.setHeader(name, value);
  if (verdict.allowed) return;
  const retryAfter = Math.max(1, Math.ceil(verdict.resetMs / 1_000));
  throw problem('rate_limited', `More than ${verdict.limit} requests of the kind ${bucket} in 60 seconds.`, { meta: { retry_after: retryAfter, bucket, limit: verdict.limit } });
};
