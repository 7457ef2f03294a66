import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import { pushFacts, sayAtOnce } from '@landfall/kit/outbox';
import type { Connection, Model } from 'mongoose';
import type { Watches } from '../app/ports.js';
import { trackersIn, type Watch } from '../domain/watch.js';
import { toOutbox } from '../messages.js';
import { claimDue, nextDueIn } from './claim.js';
import { watchSchema, type WatchRow } from './schema.js';

// claim, nextDue: the due rows of one lane, oldest first; sleeping rows have no date and never match.
watchSchema.index({ lane: 1, dueAt: 1 }, { name: 'claim__due_in_lane' });
// byTrackers: facts name the request, not the number.
watchSchema.index({ 'trackers.trackingRequestId': 1 }, { name: 'byTrackers__by_request' });
// byNumbers: a refresh and a message name the number.
watchSchema.index({ normalizedNumber: 1, scac: 1 }, { name: 'byNumbers__by_number' });
// followedVessels: only numbers that are still asked for keep their ships interesting.
watchSchema.index({ dueAt: 1 }, { name: 'followedVessels__wanted' });

// followersOf: a ship that made fast is told to whoever has a number on it.
watchSchema.index({ vesselImos: 1 }, { name: 'followersOf__by_ship' });

type Filter = Record<string, unknown>;

const toDomain = (row: unknown): Watch | undefined => {
  const watch = loaded<Watch & { lane?: string }>(row);
  if (watch) delete watch.lane;
  return watch;
};

const all = (rows: unknown[]): Watch[] => rows.map(toDomain).filter((watch) => watch !== undefined);

export const watches = (db: Connection, laneOf: (scac: string) => string): Watches => {
  const model = db.model<WatchRow>('watch', watchSchema as never) as Model<WatchRow>;
  const find = async (filter: Filter) => all(await model.collection.find(filter as never).toArray());
  return {
    find: async (id) => toDomain(await model.collection.findOne({ _id: id } as never)),

    add: (watch) =>
      model.collection.insertOne({ ...stored(watch), lane: laneOf(watch.scac) } as never).then(() => 'added' as const, onDuplicate('exists' as const)),

    save: async (watch, says) => {
      const { id, revision, ...set } = watch;
      const update = pushFacts(says.map(toOutbox), { ...set, revision: revision + 1 });
      const saved = await model.collection.findOneAndUpdate({ _id: id, revision } as never, update, { projection: { outbox: 1 }, returnDocument: 'after' });
      if (!saved) return 'conflict';
      sayAtOnce(model as never, [saved]);
      return 'saved';
    },

    claim: (lane, limit, now, until, lease) => claimDue<Watch>(model as never, { lane: { lane }, limit, now, until, lease }),

    nextDue: (lane) => nextDueIn(model as never, { lane }),

    byTrackers: (accountId, ids) => find({ 'trackers.trackingRequestId': { $in: [...ids] }, trackers: { $elemMatch: { accountId, trackingRequestId: { $in: [...ids] } } } }),

    byNumbers: (scac, numbers) => find({ normalizedNumber: { $in: [...numbers] }, scac }),

    page: async ({ scac, normalizedNumber, since }, afterId, limit) => {
      const filter = {
        _id: { $gt: afterId },
        sequence: { $gt: 0 },
        ...(scac === undefined ? {} : { scac }),
        ...(normalizedNumber === undefined ? {} : { normalizedNumber }),
        ...(since === undefined ? {} : { lastSaidAt: { $gte: since } }),
      };
      return all(await model.collection.find(filter as never).sort({ _id: 1 }).limit(limit).toArray());
    },

    followersOf: async (imo) => (await find({ vesselImos: imo })).flatMap((watch) => trackersIn(watch, 'live')),

    followedVessels: async () => (await model.collection.distinct('vesselImos', { dueAt: { $gt: new Date(0) } } as never)) as string[],
  };
};
