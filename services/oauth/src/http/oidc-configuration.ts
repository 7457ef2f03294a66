import { generateKeyPairSync } from 'node:crypto';
import { errors, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { applicationType, audienceOf, LIFETIMES, redirectFault, resourcesOf, SCOPE, type App } from '../app/index.js';
import { oidcAdapter } from './oidc-adapter.js';
import { oidcPolicy } from './oidc-policy.js';

export type FetchDocument = (url: string | URL) => Promise<Response>;
export type RenderError = (ctx: KoaContextWithOIDC, out: { error: string; error_description?: string | undefined }) => void;

export interface OidcOptions {
  app: App;
  origin: string;
  fetchDocument: FetchDocument;
  renderError: RenderError;
}

/** The library signs nothing here (tokens are opaque), but without a key of its own it would take its published one. */
const unusedKey = () => ({ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' });

/** Says of a metadata document whether its callbacks are loopback, as our own registration does. */
const withApplicationType = async (answer: Response): Promise<Response> => {
  if (answer.status !== 200) return answer;
  const text = await answer.text();
  const again = (body: string) => new Response(body, { headers: answer.headers });
  try {
    const document = JSON.parse(text) as { redirect_uris?: unknown };
    const uris = document.redirect_uris;
    return Array.isArray(uris) ? again(JSON.stringify({ ...document, application_type: applicationType(uris.map(String)) })) : again(text);
  } catch {
    // Not JSON: the library says so itself.
    return again(text);
  }
};

const features = ({ origin }: OidcOptions): Configuration['features'] => ({
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  // Another client's token: nothing happens, and the answer is the same.
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  clientIdMetadataDocument: {
    enabled: true,
    ack: 'draft-02',
    // Each stranger's URL costs us a fetch; the throttle of the authorize door bounds how many.
    allowFetch: () => true,
    allowClient: (_ctx, client) => (client.redirectUris ?? []).every((uri) => redirectFault(uri) === undefined) && (client.redirectUris ?? []).length <= 10,
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: (_ctx, _client, oneOf) => oneOf ?? audienceOf(origin),
    getResourceServerInfo: (_ctx, indicator) => {
      if (!resourcesOf(origin).includes(indicator)) throw new errors.InvalidTarget('there is no such resource here');
      return { scope: SCOPE, audience: audienceOf(origin), accessTokenFormat: 'opaque' as const, accessTokenTTL: LIFETIMES.accessToken };
    },
    useGrantedResource: () => true,
  },
});

const cookies = (origin: string): Configuration['cookies'] => {
  // Browsers hold __Host- cookies to this very host and to https; plain http is for one machine.
  const isSecure = origin.startsWith('https:');
  const shared = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' } as const;
  const { path: _path, ...short } = shared;
  return {
    names: { session: isSecure ? '__Host-landfall_session' : 'landfall_session', interaction: 'landfall_interaction', resume: 'landfall_resume' },
    long: shared,
    short,
  };
};

const ttl = {
  AccessToken: LIFETIMES.accessToken,
  AuthorizationCode: LIFETIMES.code,
  Grant: LIFETIMES.grant,
  Interaction: LIFETIMES.interaction,
  RefreshToken: LIFETIMES.refreshToken,
  Session: LIFETIMES.session,
};

export const oidcConfiguration = (options: OidcOptions): Configuration => {
  const { app, origin, fetchDocument, renderError } = options;
  return {
    // A callback is always named, so that two of them, or a wrong one, never fall back to the registered one.
    allowOmittingSingleRegisteredRedirectUri: false,
    adapter: oidcAdapter(app, (id) => `${origin}/oauth/authorize/${id}`),
    clientAuthMethods: ['none'],
    clientBasedCORS: () => true,
    clientDefaults: { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], response_modes: ['query'], token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' },
    // Our own clock made the times that it checks: expired is expired.
    clockTolerance: 0,
    cookies: cookies(origin),
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    expiresWithSession: () => false,
    features: features(options),
    fetch: async (input) => withApplicationType(await fetchDocument(input instanceof Request ? input.url : input)),
    findAccount: async (_ctx, subject) => {
      const person = await app.activePerson(subject);
      return person && { accountId: subject, claims: () => ({ sub: subject }) };
    },
    interactions: { policy: oidcPolicy(), url: (_ctx, { uid }) => `/oauth/interaction/${uid}` },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    jwks: { keys: [unusedKey()] },
    // Only a consent just given counts.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId ? oidc.provider.Grant.find(grantId) : undefined;
    },
    pkce: { required: () => true },
    renderError,
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke', end_session: '/oauth/session/end' },
    scopes: [],
    ttl,
  };
};
