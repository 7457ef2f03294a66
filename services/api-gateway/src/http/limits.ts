import type { ServerResponse } from 'node:http';
import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import { problem } from '@landfall/kit/problem';
import { bucketKey, limitOf, type Bucket, type Limits } from '@landfall/rate-limit/bucket';
import { rateLimitHeaders } from '@landfall/rate-limit/headers';
import type { Limiter } from '@landfall/rate-limit/limiter';
import type { Verdict } from '@landfall/rate-limit/window';

export interface Counter {
  /** Counts the request and says so in its headers; over the limit it is refused. */
  count(res: ServerResponse, principal: Principal, bucket: Bucket, cost?: number): Promise<void>;
  /** Says where the caller stands without counting. */
  tell(res: ServerResponse, principal: Principal, bucket: Bucket): void;
  uncount(principal: Principal, bucket: Bucket): void;
}

export const counter = (limiter: Limiter, defaults: Limits): Counter => {
  const keyOf = (principal: Principal, bucket: Bucket) => bucketKey(principal.accountId, bucket);
  const limitFor = (principal: Principal, bucket: Bucket) => limitOf(bucket, defaults, principal.rateLimits);
  const say = (res: ServerResponse, bucket: Bucket, verdict: Verdict) => {
    for (const [name, value] of Object.entries(rateLimitHeaders(bucket, verdict))) res.setHeader(name, value);
  };
  return {
    count: async (res, principal, bucket, cost = 1) => {
      const verdict = await limiter.take(keyOf(principal, bucket), limitFor(principal, bucket), cost);
      say(res, bucket, verdict);
      if (verdict.allowed) return;
      const retryAfter = Math.max(1, Math.ceil(verdict.resetMs / 1_000));
      throw problem('rate_limited', `More than ${verdict.limit} requests of the kind ${bucket} in 60 seconds.`, { meta: { retry_after: retryAfter, bucket, limit: verdict.limit } });
    },
    tell: (res, principal, bucket) => say(res, bucket, limiter.peek(keyOf(principal, bucket), limitFor(principal, bucket))),
    uncount: (principal, bucket) => limiter.giveBack(keyOf(principal, bucket)),
  };
};
