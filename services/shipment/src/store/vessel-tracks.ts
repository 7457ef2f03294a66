import { onDuplicate } from '@landfall/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { VesselTracks } from '../app/ports.js';
import type { Sighted } from '../domain/pace.js';

interface Row {
  _id: string;
  lastAt: Date;
  points: Sighted[];
  until: Date;
}

// Speed over three days is told from a point an hour; event-ingest keeps the whole track.
const EVERY_MS = 3_600_000;
const MOST_POINTS = 72;
// A ship that nobody has heard for so long begins anew.
const KEPT_MS = 30 * 86_400_000;

const schema = new Schema<Row>({ _id: String, lastAt: Date, points: {}, until: Date } as never, { collection: 'vessel_tracks', versionKey: false });
schema.index({ until: 1 }, { name: 'note__expires', expireAfterSeconds: 0 });

/** Where ships were lately, one row a ship, for their speed. The same for every account, so no row carries one. */
export const vesselTracks = (db: Connection): VesselTracks => {
  const model = db.model<Row>('vessel_track', schema);
  return {
    note: async (vesselId, seen) => {
      const due = { _id: vesselId, $or: [{ lastAt: { $lte: new Date(seen.at.getTime() - EVERY_MS) } }, { lastAt: { $exists: false } }] };
      const update = { $set: { lastAt: seen.at, until: new Date(seen.at.getTime() + KEPT_MS) }, $push: { points: { $each: [seen], $slice: -MOST_POINTS } } };
      // Too soon after the last one: the upsert meets its own key, which is the answer wanted.
      await model.collection.updateOne(due as never, update as never, { upsert: true }).then(() => undefined, onDuplicate(undefined));
    },

    of: async (vesselId) => (await model.findById(vesselId).lean())?.points ?? [],
  };
};
