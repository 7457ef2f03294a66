import { requestContext } from '@landfall/kit/http';
import type { Log } from '@landfall/kit/log';
import { toProblem } from '@landfall/kit/problem';
import { ERRORS } from '@landfall/contracts/errors';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { App, FormTokens, Limit } from '../app/index.js';
import { account } from './account.js';
import { noteArrival } from './arrivals.js';
import { authorizeRequest } from './authorize-request.js';
import { browserSession } from './browser-session.js';
import { openToScripts, pageHeaders, pinOrigin, refuseCrossSite, sendPage } from './headers.js';
import { interaction } from './interaction.js';
import { introspection } from './introspection.js';
import { metadata } from './metadata.js';
import { oidcConfiguration, type FetchDocument } from './oidc-configuration.js';
import { messagePage } from './pages/message-page.js';
import { registration } from './registration.js';
import { STYLESHEET, stylesheet } from './stylesheet.js';
import { throttled } from './throttled.js';

export interface WebAppOptions {
  app: App;
  forms: FormTokens;
  fetchDocument: FetchDocument;
  log: Log;
  origin: string;
  cookieKeys: readonly string[];
  /** Whose X-Forwarded-* is believed: the gateway's. */
  trustedProxies: string;
  limits: Record<'authorize' | 'token' | 'register', Limit>;
}

/** Errors of people are pages, errors of programs are JSON. */
const renderError = (ctx: KoaContextWithOIDC, out: { error: string; error_description?: string | undefined }) => {
  if (!ctx.path.startsWith('/oauth/authorize')) {
    ctx.body = out;
    return;
  }
  ctx.set(pageHeaders());
  ctx.body = messagePage({ stylesheet: STYLESHEET, title: 'That did not work', text: out.error_description ?? 'The client asked for something that is not possible.', code: out.error });
};

const authorizationServer = ({ app, log, origin, fetchDocument, cookieKeys }: WebAppOptions): Provider => {
  const configuration = oidcConfiguration({ app, origin, fetchDocument, renderError });
  const provider = new Provider(origin, { ...configuration, cookies: { ...configuration.cookies, keys: [...cookieKeys] } });
  // The origin is pinned before a request comes here, so the forwarded protocol is ours.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'oauth.failed'));
  provider.on('grant.success', ({ oidc }) => {
    const id = oidc.client?.clientId;
    if (id) app.clientUsed(id).catch((error: unknown) => log.warn({ err: error }, 'client.use_not_noted'));
  });
  return provider;
};

const only = (method: string): RequestHandler => (req, res, next) => {
  if (req.method === method || req.method === 'OPTIONS') next();
  else res.status(405).set('Allow', method).json({ error: 'invalid_request', error_description: `Use ${method}.` });
};

const lastLine = (log: Log): ErrorRequestHandler => (thrown: { statusCode?: number; status?: number; error?: string; message?: string }, _req, res, next) => {
  if (res.headersSent) return next(thrown);
  const { code } = toProblem(thrown);
  // The library and the body parsers say by a status what the caller did wrong; everything else is ours.
  const status = thrown.statusCode ?? thrown.status ?? ERRORS[code].http;
  if (status >= 500) log.error({ err: thrown }, 'oauth.failed');
  const text = status >= 500 ? 'Something here failed. Try again later.' : 'This page is out of date. Go back to where you came from and start once more.';
  return sendPage(res, status, messagePage({ stylesheet: STYLESHEET, title: 'That did not work', text, code: status >= 500 ? code : (thrown.error ?? code) }));
};

/** Everything that the gateway forwards to us: discovery, the OAuth endpoints, and the pages for people. */
export const webApp = (options: WebAppOptions): Express => {
  const { app, forms, log, origin, limits, trustedProxies } = options;
  const isSecure = origin.startsWith('https:');
  const provider = authorizationServer(options);
  const session = browserSession(app, provider, isSecure);
  const library = provider.callback();

  const web = express().disable('x-powered-by').disable('etag').set('trust proxy', trustedProxies.split(','));
  web.use(requestContext(), noteArrival());
  web.use(stylesheet(), metadata(app, origin), registration(app, limits.register), introspection(app, limits.token, origin));
  web.use(pinOrigin(origin));
  web.all('/oauth/token', only('POST'), openToScripts('POST, OPTIONS'), throttled(app, 'token', limits.token), library);
  web.all('/oauth/revoke', only('POST'), openToScripts('POST, OPTIONS'), throttled(app, 'token', limits.token), library);
  web.all('/oauth/authorize', only('GET'), throttled(app, 'authorize', limits.authorize), authorizeRequest(), library);
  web.get('/oauth/authorize/:uid', library);
  web.use(refuseCrossSite(origin), interaction({ app, provider, session, forms, origin }), account({ app, session, forms, isSecure }));
  web.use((_req, res) => sendPage(res, 404, messagePage({ stylesheet: STYLESHEET, title: 'There is no such page', text: 'Check the address.', link: { href: '/account', text: 'Account settings' } })));
  web.use(lastLine(log));
  return web;
};
