import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { parseSubject, type App, type Artifact } from '../app/index.js';
import { uses } from './arrivals.js';

type Payload = Record<string, unknown>;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Secrets stay with their bearer: the store gets none, and what can be said again from the id is not kept. */
const withoutSecrets = ({ jti: _jti, returnTo: _returnTo, session, ...rest }: Payload): Payload => {
  if (typeof session !== 'object' || session === null) return rest;
  const { cookie: _cookie, ...seen } = session as Payload;
  return { ...rest, session: seen };
};

const withSecrets = (kind: string, id: string, payload: Payload, resumeUrl: (id: string) => string): AdapterPayload =>
  ({ ...payload, jti: id, ...(kind === 'Interaction' ? { returnTo: resumeUrl(id) } : {}) }) as AdapterPayload;

const raced = () => new errors.InvalidGrant('it is being used by another request');

/**
 * A refresh makes a refresh token and then its access token; both are told in one answer, so both are kept in one write.
 * If the second is never made, the client is told of neither.
 */
const inOneWrite = ({ artifacts }: App) => {
  const first = new WeakMap<object, Artifact>();
  return async (artifact: Artifact): Promise<void> => {
    const { oidc, req } = Provider.ctx ?? {};
    const isRefresh = oidc?.params?.['grant_type'] === 'refresh_token';
    if (req && isRefresh && artifact.kind === 'RefreshToken') return void first.set(req, artifact);
    const waiting = req && first.get(req);
    return artifacts.put(...(waiting && artifact.kind === 'AccessToken' ? [waiting] : []), artifact);
  };
};

const artifactAdapter = (kind: string, { artifacts, now }: App, resumeUrl: (id: string) => string, put: (artifact: Artifact) => Promise<void>, used = uses()): Adapter => ({
  upsert: async (id, payload, expiresIn) => {
    const { uid, grantId, accountId } = payload;
    const expiresAt = expiresIn === undefined ? undefined : new Date(now().getTime() + expiresIn * 1_000);
    await put({ kind, id, uid: text(uid), grantId: text(grantId), subject: text(accountId), payload: withoutSecrets(payload), expiresAt });
  },
  find: async (id) => {
    const kept = await artifacts.find(kind, id);
    if (!kept) return undefined;
    if (!kept.consumedAt) return withSecrets(kind, id, kept.payload, resumeUrl);
    if (used.isRace(id, kept.consumedAt, Provider.ctx?.req)) throw raced();
    return { ...withSecrets(kind, id, kept.payload, resumeUrl), consumed: Math.floor(kept.consumedAt.getTime() / 1_000) };
  },
  findByUid: async (uid) => {
    const kept = await artifacts.findByUid(kind, uid);
    return kept && withSecrets(kind, kept.name, kept.payload, resumeUrl);
  },
  findByUserCode: async () => undefined,
  consume: async (id) => {
    used.begin(id, Provider.ctx?.res);
    if (!(await artifacts.consume(kind, id, now()))) throw raced();
  },
  destroy: (id) => artifacts.destroy(kind, id),
  revokeByGrantId: (grantId) => artifacts.destroyByGrant(grantId),
});

const grantAdapter = ({ grants, endGrant }: App): Adapter => ({
  upsert: async (id, payload) => {
    const { accountId, clientId, iat, exp } = payload;
    const subject = parseSubject(text(accountId) ?? '');
    if (!subject || !clientId) throw new TypeError('a grant needs a person and a client');
    const times = { createdAt: new Date((iat ?? 0) * 1_000), expiresAt: new Date((exp ?? 0) * 1_000) };
    await grants.put({ id, ...subject, clientId, ...times }, withoutSecrets(payload));
  },
  find: async (id) => {
    const payload = await grants.payload(id);
    return payload && withSecrets('Grant', id, payload, () => '');
  },
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: (id) => endGrant(id),
  revokeByGrantId: (id) => endGrant(id),
});

/** Clients come in by our own registration door, so the library only reads them. */
const clientAdapter = ({ clients, now }: App): Adapter => ({
  upsert: async () => undefined,
  find: async (id) => {
    const client = await clients.find(id, now());
    return client && ({ client_id: client.id, ...client.metadata } as AdapterPayload);
  },
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
});

/** The library's storage, on our ports. */
export const oidcAdapter = (app: App, resumeUrl: (id: string) => string) => {
  const put = inOneWrite(app);
  return (name: string): Adapter => {
    if (name === 'Grant') return grantAdapter(app);
    return name === 'Client' ? clientAdapter(app) : artifactAdapter(name, app, resumeUrl, put);
  };
};
