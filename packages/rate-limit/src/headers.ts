import { WINDOW_MS, type Verdict } from './window.js';

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1_000));

/** The two fields of draft-ietf-httpapi-ratelimit-headers, and the older three that many clients read. */
export const rateLimitHeaders = (bucket: string, { limit, remaining, resetMs, allowed }: Verdict): Record<string, string> => ({
  'RateLimit-Policy': `"${bucket}";q=${limit};w=${WINDOW_MS / 1_000}`,
  RateLimit: `"${bucket}";r=${remaining};t=${seconds(resetMs)}`,
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(seconds(resetMs)),
  ...(!allowed && { 'Retry-After': String(Math.max(1, seconds(resetMs))) }),
});
