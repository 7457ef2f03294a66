import { problemRenderer, requestContext } from '@landfall/kit/http';
import { problem } from '@landfall/kit/problem';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { forward } from './forward.js';
import { PREFIX, type Gateway } from './gateway.js';
import { answerPreflight, setCommonHeaders } from './headers.js';
import { observeAnswer } from './observed.js';
import { refusalOf } from './refusal.js';
import type { Route } from './route.js';
import { serve } from './serve.js';

/** One wide line for each answer; never a body, never a credential. */
const watched = ({ log }: Gateway): RequestHandler => (req, res, next) => {
  const beganAt = performance.now();
  res.once('close', () => {
    const path = String((req.route as { path?: string } | undefined)?.path ?? (res.statusCode === 404 ? 'none' : req.baseUrl || 'none'));
    const durationMs = performance.now() - beganAt;
    observeAnswer(req.method, path, res.statusCode, durationMs);
    log.info({ method: req.method, route: path, path: req.originalUrl.split('?')[0], status: res.statusCode, account_id: res.locals['accountId'] as unknown, request_id: res.getHeader('X-Request-Id'), duration_ms: Math.round(durationMs) }, 'http.answered');
  });
  next();
};

const common = ({ corsOrigins }: Gateway): RequestHandler => (req, res, next) => {
  setCommonHeaders(corsOrigins, req, res);
  if (req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined) answerPreflight(res);
  else next();
};

const METHODS = { get: 'GET, HEAD', post: 'POST', patch: 'PATCH', delete: 'DELETE' } as const;

const notAllowed = (routes: readonly Route[]): RequestHandler => (_req, res) => {
  res.setHeader('Allow', [...routes.map(({ method }) => METHODS[method]), 'OPTIONS'].join(', '));
  throw problem('method_not_allowed', 'The path exists, the method does not.');
};

/** Fixed paths go before those with an id, so that `/webhooks/events` is no webhook. */
const bySpecificity = (a: string, b: string): number => {
  const shape = (path: string) => path.split('/').map((step) => (step.startsWith(':') ? '~' : step)).join('/');
  return shape(a) < shape(b) ? -1 : 1;
};

const mount = (app: Express, gateway: Gateway, routes: readonly Route[]): void => {
  const byPath = new Map<string, Route[]>();
  for (const route of routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  for (const [path, some] of [...byPath].sort(([a], [b]) => bySpecificity(a, b))) {
    const at = app.route(`${PREFIX}${path}`);
    for (const route of some) at[route.method](serve(gateway, route));
    at.all(notAllowed(some));
  }
};

const translated: ErrorRequestHandler = (thrown, _req, _res, next) => next(refusalOf(thrown));

/** The whole door. What other parts of the product serve lives at the same address and is handed on. */
export const api = (gateway: Gateway, routes: readonly Route[], pages: readonly (readonly [string, RequestHandler])[] = []): Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).set('case sensitive routing', true);
  app.use(requestContext(), watched(gateway));
  const { mcp, oauth } = gateway.forwards;
  // Before our own headers: what is handed on answers browsers itself, preflights too.
  app.use(['/mcp', '/api/mcp'], forward(mcp, gateway));
  app.use(['/oauth', '/.well-known', '/account'], forward(oauth, gateway));
  app.use(common(gateway));
  for (const [path, page] of pages) app.get(path, page);
  mount(app, gateway, routes);
  app.use(() => {
    throw problem('route_not_found', 'There is no such path.');
  });
  app.use(translated, problemRenderer(gateway.log));
  return app;
};
