import type { RequestHandler } from 'express';
import { SCOPE } from '../app/index.js';

const one = (query: URLSearchParams, name: string): string | undefined => (query.getAll(name).length === 1 ? (query.get(name) ?? undefined) : undefined);

/**
 * What the library would take otherwise than we do. A request without scope asks for the one there is (RFC 6749 3.3); of
 * several scopes the known one is asked for, and the token answer says which it was; callbacks are answered by query
 * only, because the library's form_post page runs a script.
 */
export const authorizeRequest = (): RequestHandler => (req, _res, next) => {
  const { pathname, searchParams: query } = new URL(req.url, 'http://here');
  if (!query.has('scope')) query.set('scope', SCOPE);
  else if (one(query, 'scope')?.split(' ').includes(SCOPE)) query.set('scope', SCOPE);
  const mode = one(query, 'response_mode');
  if (mode !== undefined && mode !== 'query') query.set('response_mode', 'unsupported');
  req.url = `${pathname}?${query}`;
  req.originalUrl = req.url;
  next();
};
