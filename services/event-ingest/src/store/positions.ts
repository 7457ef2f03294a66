import { onDuplicate } from '@landfall/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { OldPositions } from '../app/ports.js';
import type { VesselPosition } from '../domain/ais.js';
import { coarseTrack } from '../domain/sampled-track.js';

interface Bucket {
  _id: string;
  mmsi: string;
  day: Date;
  until: Date;
  /** When the day may lose its detail; missing once it has. */
  coarseAt?: Date;
  points: VesselPosition[];
}

const schema = new Schema<Bucket>({ _id: String, mmsi: String, day: Date, until: Date, coarseAt: Date, points: {} } as never, { collection: 'positions', versionKey: false, minimize: false });
// between: the days of one transmitter.
schema.index({ mmsi: 1, day: 1 }, { name: 'positions__days_of_ship' });
schema.index({ until: 1 }, { name: 'save__expires', expireAfterSeconds: 0 });
// coarsen: only days in full detail are in it.
schema.index({ coarseAt: 1 }, { name: 'coarsen__oldest_first', partialFilterExpression: { coarseAt: { $exists: true } } });

const DAY_MS = 86_400_000;
const COARSE_EVERY_MS = 3_600_000;

const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** Without what the ship did not say: a store would keep it as null. */
export const given = (position: VesselPosition): VesselPosition => Object.fromEntries(Object.entries(position).filter(([, value]) => value !== undefined)) as VesselPosition;

export type Kept = { keptMs: number; fineMs: number };

export type Sighting = { mmsi: string; position: VesselPosition };

/** Where ships were: one document a ship and day, in detail at first, hourly later, gone in the end. */
export const positions = (db: Connection, { keptMs, fineMs }: Kept) => {
  const { collection } = db.model<Bucket>('position_bucket', schema);
  return {
    /** The same moment is kept once. */
    keep: async (sightings: readonly Sighting[]): Promise<void> => {
      if (sightings.length === 0) return;
      const changes = sightings.map(({ mmsi, position }) => {
        const day = dayOf(position.at);
        const filter = { _id: `${mmsi}:${day.toISOString().slice(0, 10)}`, 'points.at': { $ne: position.at } };
        const update = { $set: { mmsi, day, until: new Date(day.getTime() + keptMs), coarseAt: new Date(day.getTime() + DAY_MS + fineMs) }, $push: { points: given(position) } };
        return { updateOne: { filter, update, upsert: true } };
      });
      // Buckets that have the moment already meet their own key.
      await collection.bulkWrite(changes as never, { ordered: false }).then(() => undefined, onDuplicate(undefined));
    },

    /** Oldest first. */
    between: async (mmsis: readonly string[], from: Date, to: Date): Promise<VesselPosition[]> => {
      const rows = await collection.find({ mmsi: { $in: [...mmsis] }, day: { $gte: dayOf(from), $lte: to } } as never).toArray();
      const found = (rows as unknown as Bucket[]).flatMap(({ points }) => points.filter(({ at }) => at >= from && at <= to));
      return found.sort((a, b) => a.at.getTime() - b.at.getTime());
    },
  };
};

export type Positions = ReturnType<typeof positions>;

/** Takes the detail from days that are past their time. A position that comes late meanwhile wins: the day is looked at again. */
export const oldPositions = (db: Connection): OldPositions => {
  const { collection } = db.model<Bucket>('position_bucket', schema);
  return {
    coarsen: async (now, most) => {
      const due = (await collection.find({ coarseAt: { $lte: now, $exists: true } } as never).sort({ coarseAt: 1 }).limit(most).toArray()) as unknown as Bucket[];
      for (const { _id, points } of due) {
        const track = [...points].sort((a, b) => a.at.getTime() - b.at.getTime());
        const unchanged = { _id, points: { $size: points.length } };
        await collection.updateOne(unchanged as never, { $set: { points: coarseTrack(track, COARSE_EVERY_MS) }, $unset: { coarseAt: 1 } } as never);
      }
      return due.length;
    },
  };
};
