import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import type { Connection } from 'mongoose';
import type { Asked, Journeys } from '../app/ports.js';
import { journeySchema } from './schema.js';

// byContainer: a terminal is asked by box; of two journeys with one box the later is meant.
journeySchema.index({ account: 1, containers: 1, startedAt: -1 }, { name: 'by_container__latest_first' });

// since: the ships at sea, and the answer to a question without a number.
journeySchema.index({ account: 1, startedAt: -1 }, { name: 'since__latest_first' });

// What has begun never changes again, so a copy of it is as good as the row.
const REMEMBERED = 10_000;

const idOf = (account: string, number: string): string => `${account}/${number}`;

const remembering = (begun: Map<string, Asked>) => (asked: Asked): Asked => {
  if (!asked.startedAt) return asked;
  begun.set(asked.id, asked);
  const oldest = begun.size > REMEMBERED ? begun.keys().next().value : undefined;
  if (oldest !== undefined) begun.delete(oldest);
  return asked;
};

export const journeys = (db: Connection): Journeys => {
  const model = db.model('journey', journeySchema);
  const begun = new Map<string, Asked>();
  const remember = remembering(begun);

  const fetch = async (id: string): Promise<Asked | undefined> => {
    const known = begun.get(id) ?? loaded<Asked>(await model.findById(id).lean());
    return known && remember(known);
  };

  return {
    ask: async ({ account, number, ...opening }) => {
      const id = idOf(account, number);
      const known = begun.get(id);
      if (known) return known;
      const made: Asked = { id, account, number, attempts: 0, ...opening };
      // Most numbers that are not remembered are new, so it is written before it is looked for.
      const added = await model.collection.insertOne(stored(made) as never).then(() => true, onDuplicate(false));
      return added ? remember(made) : ((await fetch(id)) ?? made);
    },

    find: (account, number) => fetch(idOf(account, number)),

    count: async (id) => {
      await model.updateOne({ _id: id }, { $inc: { attempts: 1 } });
    },

    start: async (row, startedAt) => {
      // The condition is the claim: a second beginner finds it begun.
      const { matchedCount } = await model.updateOne({ _id: row.id, startedAt: null }, { $set: { startedAt } });
      return remember(matchedCount === 1 ? { ...row, startedAt } : ((await fetch(row.id)) ?? row));
    },

    byContainer: async (account, container) =>
      loaded<Asked>(await model.findOne({ account, containers: container, startedAt: { $ne: null } }).sort({ startedAt: -1 }).lean()),

    since: async (account, startedAt, limit) => {
      const rows = await model.find({ account, startedAt: { $gte: startedAt } }).sort({ startedAt: -1 }).limit(limit).lean();
      return rows.flatMap((row) => loaded<Asked>(row) ?? []);
    },
  };
};
