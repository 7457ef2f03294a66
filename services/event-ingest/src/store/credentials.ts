import { Schema, type Connection } from 'mongoose';
import type { CredentialValues, Credentials } from '../app/ports.js';
import type { Sealed, SecretBox } from '@landfall/kit/secret-box';

const schema = new Schema({ _id: String, provider: String, accountId: String, sealed: {}, updatedAt: Date }, { collection: 'credentials', versionKey: false });

const idOf = (provider: string, accountId: string): string => `${provider}:${accountId}`;

/** Values of the store before values of the environment; both only for whom they belong to. */
export const credentials = (db: Connection, box: SecretBox, configured: Record<string, CredentialValues>): Credentials => {
  const model = db.model('credential', schema);
  const read = async (provider: string, accountId: string): Promise<CredentialValues | null> => {
    const id = idOf(provider, accountId);
    const row = await model.collection.findOne({ _id: id } as never);
    if (row) return JSON.parse(box.open(row['sealed'] as Sealed, id)) as CredentialValues;
    return accountId === '' ? (configured[provider] ?? null) : null;
  };
  return {
    put: async (provider, accountId, values) => {
      const id = idOf(provider, accountId);
      const sealed = box.seal(JSON.stringify(values), id);
      await model.collection.updateOne({ _id: id } as never, { $set: { provider, accountId, sealed, updatedAt: new Date() } }, { upsert: true });
    },
    find: read,
    has: async (provider, accountId) => (await model.collection.findOne({ _id: idOf(provider, accountId) } as never, { projection: { _id: 1 } })) !== null,
  };
};
