import { Schema, type Connection } from 'mongoose';
import type { Providers } from '../app/ports.js';

/** Which facts a terminal or a line was heard to report; the same for every account, like the terminal itself. */
interface Row {
  _id: string;
  said: Record<string, true>;
}

const schema = new Schema<Row>({ _id: String, said: {} }, { collection: 'providers', versionKey: false });

/** Some hundred small rows, held in memory: every terminal that is shown wants its own. */
export const providers = (db: Connection): Providers => {
  const model = db.model<Row>('provider', schema);
  const known = new Map<string, Set<string>>();
  const learn = (id: string, fields: readonly string[]) => known.set(id, new Set([...(known.get(id) ?? []), ...fields]));
  return {
    of: (id) => [...(known.get(id) ?? [])].sort(),

    tell: async (id, fields) => {
      if (fields.every((field) => known.get(id)?.has(field))) return;
      await model.updateOne({ _id: id }, { $set: Object.fromEntries(fields.map((field) => [`said.${field}`, true])) }, { upsert: true });
      learn(id, fields);
    },

    refresh: async () => {
      for (const { _id, said } of await model.find({}).lean()) learn(_id, Object.keys(said));
      return false;
    },
  };
};
