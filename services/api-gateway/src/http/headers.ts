import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** What every answer carries for browsers: bytes are data, never a page, and never in a frame. */
const SECURITY = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
});

/** helmet's headers never differ from answer to answer, so they are asked for once. */
const securityHeaders = (): [string, string][] => {
  const headers = new Map<string, string>();
  const res = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader: (name: string) => headers.delete(name) };
  SECURITY({} as IncomingMessage, res as unknown as ServerResponse, () => undefined);
  return [...headers];
};

const EXPOSED = ['ETag', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id', 'Idempotent-Replayed', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const ALLOWED = ['Authorization', 'Content-Type', 'Accept', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Request-Id', 'X-Account-Id', 'Last-Event-ID', 'traceparent', 'tracestate'];
const METHODS = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';

const FIXED: readonly [string, string][] = [
  ...securityHeaders(),
  ['Vary', 'Accept, Authorization, Accept-Encoding, Origin'],
  ['Access-Control-Expose-Headers', EXPOSED.join(', ')],
];

/** Callers prove themselves by a header that browsers never add on their own, so any origin may ask unless told otherwise. */
export const allowedOrigin = (origins: readonly string[], origin: string | undefined): string | undefined =>
  origins.includes('*') ? '*' : origin !== undefined && origins.includes(origin) ? origin : undefined;

export const setCommonHeaders = (origins: readonly string[], req: IncomingMessage, res: ServerResponse): void => {
  for (const [name, value] of FIXED) res.setHeader(name, value);
  const origin = allowedOrigin(origins, req.headers.origin);
  if (origin !== undefined) res.setHeader('Access-Control-Allow-Origin', origin);
};

const PREFLIGHT_SECONDS = 600;

/** The browser's question before the real one. */
export const answerPreflight = (res: ServerResponse): void => {
  res.writeHead(204, { 'Access-Control-Allow-Methods': METHODS, 'Access-Control-Allow-Headers': ALLOWED.join(', '), 'Access-Control-Max-Age': PREFLIGHT_SECONDS });
  res.end();
};
