import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { logger } from '@landfall/kit/log';
import { listening } from '@landfall/testkit/listening';
import { app as makeApp, type App } from '../../src/app/index.js';
import type { Ports } from '../../src/app/ports.js';
import type { WebAppOptions } from '../../src/http/web-app.js';
import { webApp } from '../../src/http/web-app.js';
import { derivedKey, formTokens } from '../../src/outside/sealing.js';
import { MASTER_KEY } from '../fakes.js';
import { testPorts, type TestPorts } from '../test-ports.js';

export const PASSWORD = 'correct horse battery';
export const CALLBACK = 'https://client.example/callback';

const MINUTE = 60_000;
const WIDE = { most: 10_000, windowMs: MINUTE };

export interface World {
  origin: string;
  app: App;
  ports: Ports;
  store: TestPorts;
  person: { accountId: string; userId: string; email: string };
  stop(): Promise<void>;
}

export interface WorldOptions {
  /** Somebody else's, who stops it too; otherwise one of its own. */
  store?: TestPorts;
  limits?: Partial<WebAppOptions['limits']>;
  fetchDocument?: WebAppOptions['fetchDocument'];
  trustedProxies?: string;
  email?: string;
  /** The public origin, when it is not where the server listens. */
  origin?: string;
}

/** The whole web door on a real socket over a real store, with one account and one person in it. */
export const world = async ({ store: lent, limits = {}, fetchDocument, trustedProxies = 'loopback', email = 'ann@acme.example', origin: given }: WorldOptions = {}): Promise<World> => {
  const store = lent ?? (await testPorts());
  const { ports } = store;
  const server = createServer();
  const door = await listening(server);
  const listensAt = `http://localhost:${door.port}`;
  const origin = given ?? listensAt;
  const app = makeApp(ports, { demoAccount: true, origin });
  const web = webApp({
    app, origin, trustedProxies,
    log: logger('test', 'silent'),
    forms: formTokens(MASTER_KEY),
    cookieKeys: [derivedKey(MASTER_KEY, 'cookies').toString('base64url')],
    fetchDocument: fetchDocument ?? (() => Promise.reject(new Error('no document is fetched in this test'))),
    limits: { authorize: WIDE, token: WIDE, register: WIDE, ...limits },
  });
  server.on('request', web);
  const account = await app.createAccount('Acme');
  const user = await app.createUser({ accountId: account.id, email, password: PASSWORD });
  const stop = async () => {
    await door.stop();
    if (!lent) await store.stop();
  };
  return { origin: listensAt, app, ports, store, person: { accountId: account.id, userId: user.id, email: user.email }, stop };
};

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  location: string;
}

/** What a browser does, as far as the protocol sees it: keeps cookies, sends forms, does not follow by itself. */
export const browser = (origin: string) => {
  const jar = new Map<string, { value: string; path: string }>();
  const cookiesFor = (path: string) => [...jar].filter(([, { path: scope }]) => path === scope || path.startsWith(scope.endsWith('/') ? scope : `${scope}/`)).map(([name, { value }]) => `${name}=${value}`).join('; ');
  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const path = attributes.find((each) => each.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
    if (value === '') jar.delete(name);
    else jar.set(name, { value, path });
  };
  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const url = new URL(path, origin);
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { accept: 'text/html', cookie: cookiesFor(url.pathname), ...(init.headers as Record<string, string>) } });
    response.headers.getSetCookie().forEach(keep);
    return { status: response.status, headers: response.headers, text: await response.text(), location: response.headers.get('location') ?? '' };
  };
  const post = (path: string, fields: Record<string, string | string[]>, headers: Record<string, string> = {}) => {
    return send(path, { method: 'POST', body: formOf(fields), headers: { 'sec-fetch-site': 'same-origin', ...headers } });
  };
  return { jar, get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }), post };
};

export type Browser = ReturnType<typeof browser>;

export const formToken = (page: string): string => /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';

export interface Registered {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  clientId: string;
}

export const register = async (origin: string, metadata: Record<string, unknown> = {}): Promise<Registered> => {
  const response = await fetch(`${origin}/oauth/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ client_name: 'Test client', redirect_uris: [CALLBACK], ...metadata }) });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body, clientId: String(body['client_id']) };
};

export const verifier = () => randomBytes(32).toString('base64url');
export const challengeOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A form body; what is undefined is left out. */
const formOf = (fields: Record<string, string | string[] | undefined>): URLSearchParams => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const each of [value ?? []].flat()) form.append(name, each);
  return form;
};

/** A request as a good client makes it; what is given replaces or, when undefined, takes away. */
export const authorizePath = (clientId: string, codeVerifier: string, more: Record<string, string | undefined> = {}): string => {
  const fields = { client_id: clientId, response_type: 'code', redirect_uri: CALLBACK, scope: 'mcp', state: 'st-1', code_challenge: challengeOf(codeVerifier), code_challenge_method: 'S256', ...more };
  return `/oauth/authorize?${formOf(fields)}`;
};

const pathOf = (location: string): string => {
  const { pathname, search } = new URL(location, 'http://here');
  return `${pathname}${search}`;
};

/** Follows our own redirects until a page or a foreign address comes. */
export const follow = async (b: Browser, origin: string, answer: Answer): Promise<Answer> => {
  let current = answer;
  while (current.status >= 300 && current.status < 400 && new URL(current.location, origin).origin === origin) current = await b.get(pathOf(current.location));
  return current;
};

export const actionOf = (page: string): string => /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? '';

/** Answers the sign-in page. */
export const signIn = async (b: Browser, origin: string, page: Answer, fields: { email?: string; password?: string } = {}): Promise<Answer> =>
  follow(b, origin, await b.post(pathOf(actionFor(page.text, 'sign-in')), { form_token: formToken(page.text), email: 'ann@acme.example', password: PASSWORD, ...fields }));

export const actionFor = (page: string, last: string): string => [...page.matchAll(/action="([^"]+)"/g)].map(([, action]) => action ?? '').find((action) => action.endsWith(`/${last}`)) ?? '';

/** Answers the consent page. */
export const decide = async (b: Browser, origin: string, page: Answer, decision: 'allow' | 'deny' = 'allow'): Promise<Answer> =>
  follow(b, origin, await b.post(actionFor(page.text, 'consent'), { form_token: formToken(page.text), decision }));

/** From the request to the client's callback, through the real pages. */
export const authorize = async (b: Browser, origin: string, path: string): Promise<URL> => {
  let page = await follow(b, origin, await b.get(path));
  if (page.text.includes('type="password"')) page = await signIn(b, origin, page);
  if (page.status === 200) page = await decide(b, origin, page);
  return new URL(page.location);
};

export interface Tokens {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  access: string;
  refresh: string;
}

export const tokenRequest = async (origin: string, fields: Record<string, string | undefined>, endpoint = 'token'): Promise<Tokens> => {
  const response = await fetch(`${origin}/oauth/${endpoint}`, { method: 'POST', body: formOf(fields), headers: { accept: 'application/json' } });
  const text = await response.text();
  const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body: json, access: String(json['access_token']), refresh: String(json['refresh_token']) };
};

export interface Login {
  clientId: string;
  codeVerifier: string;
  code: string;
  redirectUri: string;
}

/** A registered client with a fresh code in its hand. */
export const login = async ({ origin }: Pick<World, 'origin'>, more: Record<string, string | undefined> = {}, b = browser(origin), clientId?: string): Promise<Login> => {
  const id = clientId ?? (await register(origin)).clientId;
  const codeVerifier = verifier();
  const callback = await authorize(b, origin, authorizePath(id, codeVerifier, more));
  return { clientId: id, codeVerifier, code: callback.searchParams.get('code') ?? '', redirectUri: CALLBACK };
};

export const redeem = (origin: string, { clientId, codeVerifier, code, redirectUri }: Login, more: Record<string, string | undefined> = {}) =>
  tokenRequest(origin, { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: codeVerifier, redirect_uri: redirectUri, ...more });

export const refreshWith = (origin: string, clientId: string, refresh: string, more: Record<string, string | undefined> = {}) =>
  tokenRequest(origin, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh, ...more });

/** Would the tool server let it in? */
export const isGood = (app: App, token: string): Promise<boolean> => app.authenticate(token, 'mcp').then(() => true, () => false);

/** Holds the next look-ups of one kind until all of them have come: a race that is one on every machine. */
export const together = (artifacts: Ports['artifacts'], kind: string, count: number): void => {
  const { find } = artifacts;
  let waiting: (() => void)[] = [];
  artifacts.find = async (asked, id) => {
    if (asked !== kind) return find(asked, id);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length < count) return;
      artifacts.find = find;
      waiting.forEach((go) => go());
      waiting = [];
    });
    return find(asked, id);
  };
};
