import { nameId } from '@landfall/kit/identity';
import { isDuplicate, loaded, stored } from '@landfall/kit/mongo';
import { outbox, pushFacts, withFacts } from '@landfall/kit/outbox';
import { Schema, type Connection } from 'mongoose';
import type { PositionQuery, Vessels } from '../app/ports.js';
import type { VesselPosition } from '../domain/ais.js';
import type { VesselTrack } from '../domain/vessel-track.js';
import { positionOutbox } from '../messages.js';

const trackSchema = new Schema(
  { _id: String, imo: String, name: String, callSign: String, imos: [String], pairings: {}, last: {}, jumps: Number, revision: Number },
  { collection: 'vessels', versionKey: false, minimize: false },
);
// byImos, positions: a ship is asked for by its IMO number, which it keeps through all its MMSIs.
trackSchema.index({ imos: 1 }, { name: 'positions__by_imo' });
outbox(trackSchema);

const bucketSchema = new Schema({ _id: String, mmsi: String, day: Date, until: Date, points: {} }, { collection: 'positions', versionKey: false, minimize: false });
// positions: the days of one transmitter.
bucketSchema.index({ mmsi: 1, day: 1 }, { name: 'positions__days_of_ship' });
bucketSchema.index({ until: 1 }, { name: 'save__expires', expireAfterSeconds: 0 });

const DAY_MS = 86_400_000;

const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

const allTracks = (rows: unknown[]): VesselTrack[] => rows.map((row) => loaded<VesselTrack>(row)).filter((track) => track !== undefined);

const factOf = (track: VesselTrack, position: VesselPosition) =>
  positionOutbox({ imo: track.imo ?? undefined, mmsi: track.id, name: track.name ?? undefined, position }, nameId('position', track.id, position.at.toISOString()));

export const vessels = (db: Connection, keptMs: number): Vessels => {
  const tracks = db.model('vessel', trackSchema);
  const buckets = db.model('position_bucket', bucketSchema);

  /** One document a ship and day; the same moment is kept once. */
  const keep = async (mmsi: string, position: VesselPosition): Promise<void> => {
    const day = dayOf(position.at);
    const filter = { _id: `${mmsi}:${day.toISOString().slice(0, 10)}`, 'points.at': { $ne: position.at } };
    const point = Object.fromEntries(Object.entries(position).filter(([, value]) => value !== undefined));
    const update = { $set: { mmsi, day, until: new Date(day.getTime() + keptMs) }, $push: { points: point } };
    await buckets.collection.updateOne(filter as never, update as never, { upsert: true }).catch((error: unknown) => {
      // The bucket has this moment already.
      if (!isDuplicate(error)) throw error;
    });
  };

  const mmsisOf = async ({ imo, mmsi }: PositionQuery): Promise<string[]> => {
    if (mmsi) return [mmsi];
    return (await tracks.collection.find({ imos: imo } as never, { projection: { _id: 1 } }).toArray()).map(({ _id }) => String(_id));
  };

  return {
    find: async (mmsi) => loaded<VesselTrack>(await tracks.collection.findOne({ _id: mmsi } as never)),

    byImos: async (imos) => (imos.length === 0 ? [] : allTracks(await tracks.collection.find({ imos: { $in: [...imos] } } as never).toArray())),

    save: async (track, position) => {
      if (position) await keep(track.id, position);
      const facts = position ? [factOf(track, position)] : [];
      const { id, ...set } = track;
      const { matchedCount } = await tracks.updateOne({ _id: id } as never, pushFacts(facts, set) as never);
      if (matchedCount === 0) await tracks.insertMany([withFacts(stored(track), facts)] as never);
      return track;
    },

    positions: async (query) => {
      const from = query.from ?? new Date(0);
      const to = query.to ?? new Date(8_640_000_000_000_000);
      const filter = { mmsi: { $in: await mmsisOf(query) }, day: { $gte: dayOf(from), $lte: to } };
      const found: VesselPosition[] = [];
      // The newest days first, so that a long track is cut where it is oldest.
      for await (const bucket of buckets.collection.find(filter as never).sort({ day: -1 })) {
        found.push(...(bucket['points'] as VesselPosition[]).filter(({ at }) => at >= from && at <= to));
        if (found.length >= query.limit * 2) break;
      }
      return found.sort((a, b) => a.at.getTime() - b.at.getTime()).slice(-query.limit);
    },
  };
};
