import { randomBytes } from 'node:crypto';
import { toProblem } from '@landfall/kit/problem';
import { Router, urlencoded, type Request, type Response } from 'express';
import { SCOPES, type App, type FormTokens } from '../app/index.js';
import type { BrowserSession, SignedIn } from './browser-session.js';
import { sendPage } from './headers.js';
import { accountPage, type AccountPage } from './pages/account-page.js';
import { signInPage } from './pages/sign-in-page.js';
import { STYLESHEET } from './stylesheet.js';

export interface AccountOptions {
  app: App;
  session: BrowserSession;
  forms: FormTokens;
  isSecure: boolean;
}

type Fields = Record<string, unknown>;

const DAY_MS = 86_400_000;
const FORM_COOKIE = 'landfall_form';
// As many as an account may have live; older revoked ones need no page.
const MOST_KEYS_SHOWN = 100;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const many = (value: unknown): string[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);

/** All settings of the person, with whatever the last step has to say. */
const settings = ({ app, forms }: AccountOptions) => async (person: SignedIn, more: Partial<AccountPage> = {}): Promise<string> => {
  const { account, user, sessionUid } = person;
  const now = app.now();
  const [keys, grants, webhooks] = await Promise.all([app.apiKeys.list(account.id, { number: 1, size: MOST_KEYS_SHOWN }), app.grants.listLive(account.id, user.id, now), app.webhooks.list(account.id)]);
  const state = (key: (typeof keys.items)[number]) => (key.revokedAt ? 'revoked' : key.expiresAt && key.expiresAt <= now ? 'expired' : 'live');
  return accountPage({
    stylesheet: STYLESHEET, accountName: account.name, email: user.email, formToken: forms.issue('account', sessionUid), formId: app.newId(), scopes: SCOPES,
    keys: keys.items.map((key) => ({ ...key, state: state(key) })), grants, webhooks, ...more,
  });
};

const newKeyOf = (person: SignedIn, fields: Fields, now: Date) => {
  const days = Number(fields['days']);
  const expiresAt = Number.isInteger(days) && days > 0 && days <= 3_650 ? new Date(now.getTime() + days * DAY_MS) : undefined;
  return { accountId: person.account.id, name: String(fields['name'] ?? ''), scopes: many(fields['scopes']), expiresAt, userId: person.user.id };
};

/** Sign-in before there is a session: the form is bound to a cookie that only pages of ours can have set. */
const signInDoor = ({ app, session, forms, isSecure }: AccountOptions, router: Router) => {
  const ask = (res: Response, status: number, fault?: string, email?: string) => {
    const bound = randomBytes(16).toString('base64url');
    res.cookie(FORM_COOKIE, bound, { httpOnly: true, sameSite: 'strict', secure: isSecure, path: '/account' });
    sendPage(res, status, signInPage({ stylesheet: STYLESHEET, action: '/account/sign-in', formToken: forms.issue('sign-in', bound), fault, email }));
  };
  const boundTo = (req: Request): string => new RegExp(`(?:^|; )${FORM_COOKIE}=([\\w-]{22})(?:;|$)`).exec(req.get('cookie') ?? '')?.[1] ?? '';

  router.get('/account/sign-in', (_req, res) => ask(res, 200));
  router.post('/account/sign-in', async (req, res) => {
    const { form_token: token, email, password } = (req.body ?? {}) as Fields;
    const bound = boundTo(req);
    if (!bound || !forms.matches(token, 'sign-in', bound)) return ask(res, 400, 'This page was out of date. Try again.');
    const attempt = { email: String(email ?? ''), password: String(password ?? ''), address: req.ip ?? 'unknown' };
    const outcome = await app.signIn(attempt);
    if ('waitSeconds' in outcome) {
      res.set('Retry-After', String(outcome.waitSeconds));
      return ask(res, 429, `Too many tries. Wait ${Math.ceil(outcome.waitSeconds / 60)} minutes and try again.`, attempt.email);
    }
    if ('refused' in outcome) return ask(res, 401, 'The e-mail or the password is not right.', attempt.email);
    await session.begin(req, res, outcome.user);
    return res.set('Cache-Control', 'no-store').redirect(303, '/account');
  });
};

type Act = (person: SignedIn, req: Request, res: Response) => Promise<unknown>;

const toSettings = (res: Response) => res.set('Cache-Control', 'no-store').redirect(303, '/account');

const acts = (options: AccountOptions): Record<string, Act> => {
  const { app, session } = options;
  const show = settings(options);
  return {
    '/account/api-keys': async (person, req, res) => {
      const fields = req.body as Fields;
      const formId = String(fields['form_id'] ?? '');
      if (!UUID.test(formId)) return toSettings(res);
      try {
        const { key, secret } = await app.createApiKey(newKeyOf(person, fields, app.now()), formId);
        return sendPage(res, 200, await show(person, { made: { name: key.name, secret } }));
      } catch (thrown) {
        const failure = toProblem(thrown);
        if (failure.code === 'internal' || failure.again) throw thrown;
        return sendPage(res, 422, await show(person, { fault: failure.detail }));
      }
    },
    '/account/api-keys/:id/revoke': async (person, req, res) => {
      await app.revokeApiKey(person.account.id, String(req.params['id']));
      return toSettings(res);
    },
    '/account/clients/revoke': async ({ account, user }, _req, res) => {
      await app.revokeAllGrants({ accountId: account.id, userId: user.id });
      return toSettings(res);
    },
    '/account/clients/:id/revoke': async ({ account, user }, req, res) => {
      await app.revokeGrant({ accountId: account.id, userId: user.id }, String(req.params['id']));
      return toSettings(res);
    },
    '/account/sign-out': async (_person, req, res) => {
      await session.end(req, res);
      return res.set('Cache-Control', 'no-store').redirect(303, '/account/sign-in');
    },
  };
};

/** The settings pages. There is no "return to" anywhere: after signing in one is here, and nowhere a stranger chose. */
export const account = (options: AccountOptions): Router => {
  const { session, forms } = options;
  const router = Router();
  router.use('/account', urlencoded({ extended: false, limit: '8kb' }));
  signInDoor(options, router);

  router.get('/account', async (req, res) => {
    const person = await session.current(req, res);
    return person ? sendPage(res, 200, await settings(options)(person)) : res.set('Cache-Control', 'no-store').redirect(303, '/account/sign-in');
  });

  for (const [path, act] of Object.entries(acts(options))) {
    router.post(path, async (req, res) => {
      const person = await session.current(req, res);
      const { form_token: token } = (req.body ?? {}) as Fields;
      if (!person || !forms.matches(token, 'account', person.sessionUid)) return toSettings(res);
      return act(person, req, res);
    });
  }
  return router;
};
