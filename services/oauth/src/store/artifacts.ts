import { createHash } from 'node:crypto';
import { Schema, type Connection, type mongo } from 'mongoose';
import type { AccessTokens, Artifact, Artifacts, Kept } from '../app/ports.js';

interface Row {
  /** SHA-256 of kind and secret: whoever reads the store holds nothing that opens a door. */
  _id: string;
  kind: string;
  uid?: string;
  grantId?: string;
  subject?: string;
  /** JSON, since keys in it (client ids, resources) are URLs with dots. */
  payload: string;
  expiresAt?: Date;
  consumedAt?: Date;
}

const schema = new Schema<Row>(
  { _id: String, kind: String, uid: String, grantId: String, subject: String, payload: String, expiresAt: Date, consumedAt: Date },
  { collection: 'artifacts', versionKey: false },
);

// findByUid: a session is asked for by its uid when a page of its interaction is opened.
schema.index({ kind: 1, uid: 1 }, { name: 'find_by_uid__one', partialFilterExpression: { uid: { $exists: true } } });
// destroyByGrant: a revoked grant takes its codes and tokens along.
schema.index({ grantId: 1 }, { name: 'destroy_by_grant__family', partialFilterExpression: { grantId: { $exists: true } } });
// destroyBySubject: a revoked person has no sessions.
schema.index({ subject: 1 }, { name: 'destroy_by_subject__person', partialFilterExpression: { subject: { $exists: true } } });
// What has expired is refused by its readers; the store forgets it soon after.
schema.index({ expiresAt: 1 }, { name: 'forget__expired', expireAfterSeconds: 0 });

// Secrets are made of letters, digits, - and _; so a name can never be taken for a secret or the other way round.
const NAMED = 'sha256:';

const hashOf = (kind: string, id: string): string => createHash('sha256').update(`${kind}:${id}`).digest('hex');

const keyOf = (kind: string, idOrName: string): string => (idOrName.startsWith(NAMED) ? idOrName.slice(NAMED.length) : hashOf(kind, idOrName));

const kept = ({ payload, consumedAt }: Row): Kept => ({ payload: JSON.parse(payload) as Record<string, unknown>, ...(consumedAt ? { consumedAt } : {}) });

const toRow = ({ uid, grantId, subject, payload, expiresAt, kind }: Artifact) => {
  const row = { kind, uid, grantId, subject, payload: JSON.stringify(payload), expiresAt };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
};

export const artifacts = (db: Connection): Artifacts => {
  // The model makes the indexes. Rows are asked for past it: a refresh reads or writes five of them, and casting what is
  // made of plain texts and dates took a tenth of its time.
  const { collection } = db.model<Row>('artifact', schema);
  const rows = collection as unknown as mongo.Collection<Row>;
  return {
    put: async (...given) => {
      await rows.bulkWrite(given.map((artifact) => ({ updateOne: { filter: { _id: keyOf(artifact.kind, artifact.id) }, update: { $set: toRow(artifact) }, upsert: true } })));
    },

    find: async (kind, id) => {
      const row = await rows.findOne({ _id: hashOf(kind, id) });
      return row ? kept(row) : undefined;
    },

    findByUid: async (kind, uid) => {
      const row = await rows.findOne({ kind, uid: { $eq: uid, $exists: true } });
      return row ? { ...kept(row), name: `${NAMED}${row._id}` } : undefined;
    },

    // One conditional update: of any number of callers, on any number of replicas, one finds it unconsumed.
    consume: async (kind, id, at) => {
      const { matchedCount } = await rows.updateOne({ _id: hashOf(kind, id), consumedAt: { $exists: false } }, { $set: { consumedAt: at } });
      return matchedCount === 1;
    },

    destroy: async (kind, idOrName) => {
      await rows.deleteOne({ _id: keyOf(kind, idOrName) });
    },

    destroyByGrant: async (grantId) => {
      await rows.deleteMany({ grantId: { $eq: grantId, $exists: true } });
    },

    destroyBySubject: async (subject) => {
      await rows.deleteMany({ subject: { $eq: subject, $exists: true } });
    },
  };
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const seconds = (value: unknown): Date => new Date((typeof value === 'number' ? value : 0) * 1_000);

/** Access tokens as the gateways' question needs them. */
export const accessTokens = ({ find }: Artifacts): AccessTokens => ({
  find: async (token) => {
    const found = await find('AccessToken', token);
    if (!found) return undefined;
    const { grantId, accountId, clientId, aud, scope, iat, exp } = found.payload;
    return {
      grantId: text(grantId),
      subject: text(accountId),
      clientId: text(clientId),
      audience: text(aud),
      scopes: text(scope).split(' ').filter(Boolean),
      issuedAt: seconds(iat),
      expiresAt: seconds(exp),
    };
  },
});
