import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import { pushFacts } from '@landfall/kit/outbox';
import type { Connection, Model } from 'mongoose';
import type { TerminalWatches } from '../app/ports.js';
import type { TerminalWatch } from '../domain/terminal-watch.js';
import { reportOutbox } from '../messages.js';
import { claimDue, nextDueIn } from './claim.js';
import { terminalWatchSchema, type TerminalWatchRow } from './schema.js';

// claim, nextDue: the due rows of one terminal door, oldest first.
terminalWatchSchema.index({ connector: 1, dueAt: 1 }, { name: 'claim__due_at_door' });
// ofWatches, hurry: the containers of a number.
terminalWatchSchema.index({ watchId: 1 }, { name: 'ofWatches__by_watch' });

export const terminalWatches = (db: Connection): TerminalWatches => {
  const model = db.model<TerminalWatchRow>('terminal_watch', terminalWatchSchema as never) as Model<TerminalWatchRow>;
  return {
    add: (watch) => model.insertMany([stored(watch)] as never).then(() => 'added' as const, onDuplicate('exists' as const)),

    save: async (watch, told) => {
      const { id, revision, ...set } = watch;
      const says = told && told.trackers.length > 0 ? [reportOutbox(watch, told.report, told.trackers, told.takenAt)] : [];
      const { matchedCount } = await model.updateOne({ _id: id, revision } as never, pushFacts(says, { ...set, revision: revision + 1 }) as never);
      return matchedCount === 1 ? 'saved' : 'conflict';
    },

    claim: (connector, limit, now, until, lease) => claimDue<TerminalWatch>(model as never, { lane: { connector }, limit, now, until, lease }),

    nextDue: (connector) => nextDueIn(model as never, { connector }),

    ofWatches: async (watchIds) =>
      (await model.collection.find({ watchId: { $in: [...watchIds] } } as never).toArray()).map((row) => loaded<TerminalWatch>(row)).filter((watch) => watch !== undefined),

    hurry: async (watchIds, now) => {
      const filter = { watchId: { $in: [...watchIds] }, dueAt: { $gt: now }, lease: null };
      return (await model.collection.updateMany(filter as never, { $set: { dueAt: now }, $inc: { revision: 1 } } as never)).matchedCount;
    },
  };
};
