import type { Request, Response } from 'express';
import type { Provider } from 'oidc-provider';
import { LIFETIMES, parseSubject, subjectOf, type App } from '../app/index.js';

type Person = NonNullable<Awaited<ReturnType<App['activePerson']>>>;

export interface SignedIn extends Person {
  /** Stays the same while the session lives; its secret is the cookie. */
  sessionUid: string;
}

/** One session for the settings page and for consent: the library's, kept by our store under a hash. */
export const browserSession = (app: App, provider: Provider, isSecure: boolean) => {
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' } as const;
  const open = async (req: Request, res: Response) => {
    const context = provider.createContext(req, res);
    return { cookies: context.cookies, session: await provider.Session.get(context) };
  };
  const name = () => provider.cookieName('session');

  return {
    current: async (req: Request, res: Response): Promise<SignedIn | undefined> => {
      const { session } = await open(req, res);
      const person = session.accountId === undefined ? undefined : await app.activePerson(session.accountId);
      return person && { ...person, sessionUid: session.uid };
    },

    /** A new identifier at every sign-in: whoever planted the old one holds nothing. */
    begin: async (req: Request, res: Response, user: Person['user']): Promise<void> => {
      const { session, cookies } = await open(req, res);
      session.authorizations = undefined;
      session.loginAccount({ accountId: subjectOf({ accountId: user.accountId, userId: user.id }) });
      session.resetIdentifier();
      await session.save(LIFETIMES.session);
      cookies.set(name(), session.jti, { ...options, maxAge: LIFETIMES.session * 1_000, overwrite: true });
    },

    end: async (req: Request, res: Response): Promise<void> => {
      const { session, cookies } = await open(req, res);
      await session.destroy();
      cookies.set(name(), null, { ...options, overwrite: true });
    },

    /** Nobody is signed in any longer, but the interaction under way goes on with the same session. */
    forgetPerson: async (req: Request, res: Response, unless?: string): Promise<void> => {
      const { session } = await open(req, res);
      if (session.accountId === undefined || session.accountId === unless || !parseSubject(session.accountId)) return;
      session.accountId = undefined;
      session.authorizations = undefined;
      await session.persist();
    },
  };
};

export type BrowserSession = ReturnType<typeof browserSession>;
