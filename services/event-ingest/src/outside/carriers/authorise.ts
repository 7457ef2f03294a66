import { createHash, createSign, randomUUID, X509Certificate } from 'node:crypto';
import type { AuthScheme } from '../../domain/carrier-profile.js';
import { isRecord, numberAt, textAt } from '../../domain/json.js';
import type { CredentialValues } from '../../app/ports.js';
import { boundedFetch, type Bounds } from './bounded-fetch.js';

export type Authorised = { ok: true; headers: Record<string, string> } | { ok: false; detail: string };

export type Authoriser = {
  headersFor(schemes: readonly AuthScheme[], values: CredentialValues): Promise<Authorised>;
  /** The carrier did not accept the token: the next question gets a new one. */
  forget(schemes: readonly AuthScheme[], values: CredentialValues): void;
};

type Oauth = Extract<AuthScheme, { kind: 'oauth' }>;
type Assertion = Extract<AuthScheme, { kind: 'assertion' }>;

const MINUTE_MS = 60_000;
const ASSERTION_LIVES_MS = 5 * MINUTE_MS;
// A token is renewed before it ends, so that none runs out between two pages.
const MARGIN = 0.9;

const fieldsOf = (scheme: AuthScheme): string[] => {
  if (scheme.kind === 'none') return [];
  if (scheme.kind === 'headers') return Object.values(scheme.headers);
  if (scheme.kind === 'oauth') return [scheme.idField, scheme.secretField, ...Object.values(scheme.headers ?? {})];
  return [scheme.idField, scheme.keyField, scheme.certificateField];
};

/** The first way whose fields the credential has. */
export const schemeFor = (schemes: readonly AuthScheme[], values: CredentialValues): AuthScheme | undefined =>
  schemes.find((scheme) => fieldsOf(scheme).every((field) => values[field]));

const filled = (headers: Record<string, string>, values: CredentialValues): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([header, field]) => [header, values[field] ?? '']));

/** The tenant of a token endpoint is part of the credential. */
const endpointOf = ({ tokenUrl }: Oauth | Assertion, values: CredentialValues): string =>
  tokenUrl.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(values[field] ?? ''));

const base64url = (value: string | Buffer): string => Buffer.from(value).toString('base64url');

/** A client assertion as Azure AD wants it: RS256, the certificate named by its SHA-1 thumbprint. */
export const clientAssertion = (scheme: Assertion, values: CredentialValues, now: Date): string => {
  const { idField, keyField, certificateField } = scheme;
  const der = new X509Certificate(values[certificateField] ?? '').raw;
  const header = { alg: 'RS256', typ: 'JWT', x5t: base64url(createHash('sha1').update(der).digest()) };
  const id = values[idField];
  const seconds = Math.floor(now.getTime() / 1_000);
  const claims = { aud: endpointOf(scheme, values), iss: id, sub: id, jti: randomUUID(), nbf: seconds, exp: seconds + ASSERTION_LIVES_MS / 1_000 };
  const signed = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(values[keyField] ?? '').toString('base64url')}`;
};

const tokenRequest = (scheme: Oauth | Assertion, values: CredentialValues, now: Date): RequestInit => {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scheme.scope ? { scope: scheme.scope } : {}) });
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const id = values[scheme.idField] ?? '';
  if (scheme.kind === 'assertion') {
    form.set('client_id', id);
    form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    form.set('client_assertion', clientAssertion(scheme, values, now));
  } else {
    const secret = values[scheme.secretField] ?? '';
    Object.assign(headers, filled(scheme.headers ?? {}, values));
    if (scheme.clientIn === 'basic') headers['authorization'] = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    else {
      form.set('client_id', id);
      form.set('client_secret', secret);
    }
  }
  return { method: 'POST', headers, body: form.toString() };
};

type Token = { token: string; until: number };

const keyOf = (scheme: Oauth | Assertion, values: CredentialValues): string =>
  createHash('sha256').update(JSON.stringify([scheme.tokenUrl, fieldsOf(scheme).map((field) => values[field])])).digest('hex');

const fetchToken = async (scheme: Oauth | Assertion, values: CredentialValues, bounds: Bounds, now: Date): Promise<Token | string> => {
  const answer = await boundedFetch(endpointOf(scheme, values), tokenRequest(scheme, values, now), bounds);
  if (!answer.ok) return answer.detail;
  if (answer.status !== 200) return `The token endpoint answered ${answer.status}.`;
  const body = parsed(answer.text);
  const token = textAt(body, 'access_token') ?? textAt(body, 'accessToken');
  if (token === undefined) return 'The token endpoint answered without a token.';
  const lifeMs = (numberAt(body, 'expires_in') ?? scheme.tokenTtlMs / 1_000) * 1_000;
  return { token, until: now.getTime() + Math.min(lifeMs, scheme.tokenTtlMs) * MARGIN };
};

/** Gets and keeps access tokens, one a credential; two questions at once share one request for it. */
export const authoriser = (bounds: Bounds, now: () => Date): Authoriser => {
  const tokens = new Map<string, Promise<Token | string>>();

  const tokenFor = async (scheme: Oauth | Assertion, values: CredentialValues): Promise<Token | string> => {
    const key = keyOf(scheme, values);
    const known = await tokens.get(key);
    if (known && typeof known !== 'string' && known.until > now().getTime()) return known;
    const asking = fetchToken(scheme, values, bounds, now());
    tokens.set(key, asking);
    const answer = await asking;
    if (typeof answer === 'string' && tokens.get(key) === asking) tokens.delete(key);
    return answer;
  };

  return {
    headersFor: async (schemes, values) => {
      const scheme = schemeFor(schemes, values);
      if (!scheme) return { ok: false, detail: 'The credential lacks the fields that this carrier asks for.' };
      if (scheme.kind === 'none') return { ok: true, headers: {} };
      if (scheme.kind === 'headers') return { ok: true, headers: filled(scheme.headers, values) };
      const token = await tokenFor(scheme, values);
      if (typeof token === 'string') return { ok: false, detail: token };
      const extra = scheme.kind === 'oauth' ? filled(scheme.headers ?? {}, values) : {};
      return { ok: true, headers: { ...extra, authorization: `Bearer ${token.token}` } };
    },
    forget: (schemes, values) => {
      const scheme = schemeFor(schemes, values);
      if (scheme && (scheme.kind === 'oauth' || scheme.kind === 'assertion')) tokens.delete(keyOf(scheme, values));
    },
  };
};

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
};
