import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import { problem } from '@landfall/kit/problem';
import type { RequestHandler } from 'express';
import type { Gateway } from './gateway.js';
import { setCommonHeaders } from './headers.js';

/** Headers that speak of one connection only (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

const passedOn = (headers: IncomingHttpHeaders): Record<string, string | string[]> => {
  const named = new Set(String(headers.connection ?? '').toLowerCase().split(',').map((name) => name.trim()));
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined && !HOP_BY_HOP.has(name) && !named.has(name)) kept[name] = value;
  return kept;
};

const forwarded = (req: IncomingMessage, res: ServerResponse, origin: URL): Record<string, string | string[]> => ({
  ...passedOn(req.headers),
  'x-request-id': String(res.getHeader('X-Request-Id') ?? ''),
  'x-forwarded-for': [req.headers['x-forwarded-for'], req.socket.remoteAddress].filter((one) => one !== undefined).join(', '),
  // The host of our public address: whoever builds links behind us must not believe the caller's Host.
  'x-forwarded-host': origin.host,
  'x-forwarded-proto': origin.protocol.replace(':', ''),
});

/** The part behind us speaks for itself: our own policies would contradict the ones of its pages. */
const takeOver = (res: ServerResponse, upstream: IncomingMessage): void => {
  for (const name of res.getHeaderNames()) if (name !== 'x-request-id') res.removeHeader(name);
  res.writeHead(upstream.statusCode ?? 502, passedOn(upstream.headers));
  // An event stream may say nothing for a while; its reader wants to know at once that it is there.
  res.flushHeaders();
};

/** The kit, the log, the streams and we ourselves all wait for the end of an answer: eleven, where Node warns of more than ten. */
const MOST_WAITING = 16;

/** Hands the request to another part of the product and its answer back, byte by byte, holding neither. */
export const forward = (target: string | undefined, { origin, corsOrigins }: Pick<Gateway, 'origin' | 'corsOrigins'>): RequestHandler => (req, res, next) => {
  const away = (cause?: unknown) => {
    setCommonHeaders(corsOrigins, req, res);
    next(problem('unavailable', 'The part that serves this does not answer just now.', { cause }));
  };
  if (target === undefined) return away();
  const url = new URL(req.originalUrl, target);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send(url, { method: req.method, headers: forwarded(req, res, new URL(origin)) });
  outgoing.once('response', (upstream) => {
    takeOver(res, upstream);
    // An end without a proper close on either side destroys the other, which is all that can be said by then.
    pipeline(upstream, res, () => undefined);
  });
  outgoing.once('error', (error) => (res.headersSent ? res.destroy() : away(error)));
  res.setMaxListeners(MOST_WAITING).once('close', () => outgoing.destroy());
  req.pipe(outgoing);
  return undefined;
};
