import type { RequestHandler, Response } from 'express';

/** Where a form of the page may end, besides here: browsers hold redirects after a form to this too. */
export const pageHeaders = (formTargets: readonly string[] = []): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self' ${formTargets.join(' ')}`.trim() + "; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
});

export const sendPage = (res: Response, status: number, markup: string, formTargets: readonly string[] = []): void => {
  res.status(status).set(pageHeaders(formTargets)).end(markup);
};

/**
 * The library builds its URLs from the Host of a request. Whatever a caller claims in Host or X-Forwarded-*, from here on
 * the request is one to our public origin.
 */
export const pinOrigin = (origin: string): RequestHandler => {
  const { host, protocol } = new URL(origin);
  return (req, _res, next) => {
    req.headers.host = host;
    req.headers['x-forwarded-host'] = host;
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    next();
  };
};

/** Metadata, registration, token and revocation are for scripts of any origin: they read no cookie. */
export const openToScripts = (methods: string): RequestHandler => (req, res, next) => {
  res.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': methods, 'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version', 'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After', 'Access-Control-Max-Age': '3600' });
  if (req.method === 'OPTIONS') res.status(204).end();
  else next();
};

/** A form of ours comes from a page of ours; browsers say where from. */
export const refuseCrossSite = (origin: string): RequestHandler => (req, res, next) => {
  const site = req.get('sec-fetch-site');
  // A page without referrer sends the Origin "null" with its own forms, so that says nothing; the form's token does.
  const from = req.get('origin');
  const isOurs = site === undefined ? from === undefined || from === 'null' || from === origin : site === 'same-origin' || site === 'none';
  if (req.method === 'GET' || req.method === 'HEAD' || isOurs) next();
  else res.status(403).set(pageHeaders()).end('<!DOCTYPE html><title>Refused</title><p>This form was sent from another site.</p>');
};
