import { Schema, type Connection } from 'mongoose';
import type { OAuthClients } from '../app/ports.js';
import type { ClientMetadata } from '../domain/client-registration.js';

interface Row {
  _id: string;
  metadata: ClientMetadata;
  createdAt: Date;
  expiresAt: Date;
}

const schema = new Schema<Row>({ _id: String, metadata: {}, createdAt: Date, expiresAt: Date }, { collection: 'oauth_clients', versionKey: false, minimize: false });

// Anybody may register, so what nobody uses must go by itself.
schema.index({ expiresAt: 1 }, { name: 'forget__unused', expireAfterSeconds: 0 });

export const oauthClients = (db: Connection): OAuthClients => {
  const model = db.model<Row>('oauth_client', schema);
  return {
    add: async ({ id, ...rest }) => {
      await model.create([{ _id: id, ...rest }]);
    },

    // The sweep comes now and then; expired is expired before it came.
    find: async (id, now) => {
      const row = await model.findOne({ _id: id, expiresAt: { $gt: now } }).lean<Row>();
      return row ? { id: row._id, metadata: row.metadata, createdAt: row.createdAt, expiresAt: row.expiresAt } : undefined;
    },

    keepUntil: async (id, expiresAt) => {
      await model.updateOne({ _id: id }, { $max: { expiresAt } });
    },
  };
};
