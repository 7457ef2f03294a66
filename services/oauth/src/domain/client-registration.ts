import { isLoopback, redirectFault, redirectHost } from './redirect-uri.js';

export const SCOPE = 'mcp';

/** A client as the authorization server keeps it; all of them are public. */
export interface ClientMetadata {
  client_name: string;
  redirect_uris: readonly string[];
  application_type: 'native' | 'web';
  grant_types: readonly string[];
  response_types: readonly ['code'];
  token_endpoint_auth_method: 'none';
  client_uri?: string;
  logo_uri?: string;
  tos_uri?: string;
  policy_uri?: string;
  contacts?: readonly string[];
  software_id?: string;
  software_version?: string;
}

export interface OAuthClient {
  id: string;
  metadata: ClientMetadata;
  createdAt: Date;
  /** An unused client is forgotten; one that gets tokens lives on. */
  expiresAt: Date;
}

/** RFC 7591 knows `invalid_redirect_uri` too; interface.md asks for this one in every case. */
export interface InvalidMetadata {
  error: 'invalid_client_metadata';
  error_description: string;
}

const MOST_URIS = 10;
const NAME_LENGTH = 100;
const TEXT_LENGTH = 255;
const URL_LENGTH = 2_048;
const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;
const DAY_MS = 86_400_000;

/** Time enough to come back from a long sign-in; a client nobody ever used leaves nothing behind. */
export const UNUSED_FOR_MS = 7 * DAY_MS;
/** Longer than a refresh token lives, so that no client dies before its last token. */
export const USED_FOR_MS = 90 * DAY_MS;

const invalid = (error_description: string): InvalidMetadata => ({ error: 'invalid_client_metadata', error_description });

type Body = Record<string, unknown>;

const redirectUris = ({ redirect_uris: uris }: Body): readonly string[] | InvalidMetadata => {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MOST_URIS) return invalid(`redirect_uris must have 1 to ${MOST_URIS} members.`);
  const fault = uris.map(redirectFault).find((each) => each !== undefined);
  return fault ? invalid(`A redirect URI ${fault}.`) : [...new Set(uris as string[])];
};

const grantTypes = ({ grant_types: given }: Body): readonly string[] | InvalidMetadata => {
  if (given === undefined) return GRANT_TYPES;
  if (!Array.isArray(given) || !given.includes('authorization_code')) return invalid('grant_types must include authorization_code.');
  // RFC 7591: what is not supported is left out of the answer, which the client reads.
  return GRANT_TYPES.filter((type) => given.includes(type));
};

const text = (body: Body, name: string, longest: number): string | undefined | InvalidMetadata => {
  const value = body[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > longest || /\p{Cc}/u.test(value)) return invalid(`${name} must be a text of at most ${longest} printable characters.`);
  return value;
};

const httpsUrl = (body: Body, name: string): string | undefined | InvalidMetadata => {
  const value = text(body, name, URL_LENGTH);
  return typeof value === 'string' && !/^https:\/\/[^\s/]+/.test(value) ? invalid(`${name} must be an https URL.`) : value;
};

const contacts = ({ contacts: given }: Body): readonly string[] | undefined | InvalidMetadata => {
  if (given === undefined) return undefined;
  const isFine = Array.isArray(given) && given.length <= MOST_URIS && given.every((each) => typeof each === 'string' && each.length <= TEXT_LENGTH);
  return isFine ? (given as string[]) : invalid(`contacts must have at most ${MOST_URIS} texts.`);
};

const isInvalid = (value: unknown): value is InvalidMetadata => typeof value === 'object' && value !== null && 'error' in value;

const optional = (body: Body) => ({
  client_name: text(body, 'client_name', NAME_LENGTH),
  client_uri: httpsUrl(body, 'client_uri'),
  logo_uri: httpsUrl(body, 'logo_uri'),
  tos_uri: httpsUrl(body, 'tos_uri'),
  policy_uri: httpsUrl(body, 'policy_uri'),
  contacts: contacts(body),
  software_id: text(body, 'software_id', TEXT_LENGTH),
  software_version: text(body, 'software_version', TEXT_LENGTH),
});

/** OpenID's word for whether the port of a loopback callback may change; clients often leave it out or guess wrong. */
export const applicationType = (uris: readonly string[]): 'native' | 'web' => (uris.some(isLoopback) ? 'native' : 'web');

/** Takes what RFC 7591 offers as far as it makes a public client of the code flow; never an id, never a secret. */
export const readRegistration = (body: unknown): ClientMetadata | InvalidMetadata => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return invalid('The body must be a JSON object.');
  const given = body as Body;
  const uris = redirectUris(given);
  if ('error' in uris) return uris;
  const grants = grantTypes(given);
  if ('error' in grants) return grants;
  if (given['response_types'] !== undefined && !(Array.isArray(given['response_types']) && given['response_types'].includes('code'))) return invalid('response_types must include code.');
  const { client_name: name, ...rest } = optional(given);
  const fault = [name, ...Object.values(rest)].find(isInvalid);
  if (fault) return fault;
  const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    client_name: typeof name === 'string' && name.trim() ? name.trim() : redirectHost(uris[0] ?? ''),
    redirect_uris: uris,
    application_type: applicationType(uris),
    grant_types: grants,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...present,
  };
};
