import type { Response } from 'express';
import type { Provider } from 'oidc-provider';
import { isLoopback, redirectHost, redirectSource, type App, type FormTokens } from '../app/index.js';
import type { BrowserSession } from './browser-session.js';
import { sendPage } from './headers.js';
import { consentPage } from './pages/consent-page.js';
import { messagePage } from './pages/message-page.js';
import { signInPage } from './pages/sign-in-page.js';
import { STYLESHEET } from './stylesheet.js';

export interface InteractionOptions {
  app: App;
  provider: Provider;
  session: BrowserSession;
  forms: FormTokens;
  origin: string;
}

export type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

export const param = ({ params }: Details, name: string): string => (typeof params[name] === 'string' ? params[name] : '');

/** Bound to this interaction, browser session, client and callback: shown for one question, it answers no other. */
export const binding = (details: Details): string[] => [details.uid, details.session?.uid ?? '', param(details, 'client_id'), param(details, 'redirect_uri'), details.prompt.name];

/** The host of a client that is a metadata document. */
const publisher = (clientId: string): string | undefined => (clientId.startsWith('https://') ? redirectHost(clientId) : undefined);

export const showExpired = (res: Response): void =>
  sendPage(res, 400, messagePage({ stylesheet: STYLESHEET, title: 'This page is out of date', text: 'Go back to the client and connect once more.' }));

export const showSignIn = async ({ provider, forms }: InteractionOptions, res: Response, details: Details, { status = 200, fault, email }: { status?: number; fault?: string; email?: string } = {}): Promise<void> => {
  const client = await provider.Client.find(param(details, 'client_id'));
  const view = { stylesheet: STYLESHEET, action: `/oauth/interaction/${details.uid}/sign-in`, formToken: forms.issue(...binding(details)), fault, email, clientName: client?.clientName };
  sendPage(res, status, signInPage(view), [redirectSource(param(details, 'redirect_uri'))]);
};

/** Who asks, where the answer goes and for whom: all of it from what the library checked, none from the address line. */
export const showConsent = async ({ app, provider, forms }: InteractionOptions, res: Response, details: Details): Promise<void> => {
  const redirectUri = param(details, 'redirect_uri');
  const clientId = param(details, 'client_id');
  const [client, person] = await Promise.all([provider.Client.find(clientId), app.activePerson(details.session?.accountId ?? '')]);
  if (!client || !person) return showExpired(res);
  const base = `/oauth/interaction/${details.uid}`;
  const view = {
    stylesheet: STYLESHEET, action: `${base}/consent`, switchAction: `${base}/switch`, formToken: forms.issue(...binding(details)),
    clientName: client.clientName ?? redirectHost(redirectUri), clientHost: publisher(clientId), clientUri: client.clientUri,
    redirectHost: redirectHost(redirectUri), isLoopback: isLoopback(redirectUri), email: person.user.email, accountName: person.account.name,
  };
  return sendPage(res, 200, consentPage(view), [redirectSource(redirectUri)]);
};
