import { nameId } from '@landfall/kit/identity';
import { loaded, stored } from '@landfall/kit/mongo';
import { outbox, pushFacts, wakeRelay, withFacts } from '@landfall/kit/outbox';
import { Schema, type Connection } from 'mongoose';
import type { PositionQuery, Vessels } from '../app/ports.js';
import type { VesselPosition } from '../domain/ais.js';
import { sampledTrack } from '../domain/sampled-track.js';
import type { VesselTrack } from '../domain/vessel-track.js';
import { positionOutbox } from '../messages.js';
import { given, positions, type Kept } from './positions.js';

const trackSchema = new Schema(
  { _id: String, imo: String, name: String, callSign: String, imos: [String], pairings: {}, last: {}, jumps: Number, revision: Number },
  { collection: 'vessels', versionKey: false, minimize: false },
);
// byImos, positions: a ship is asked for by its IMO number, which it keeps through all its MMSIs.
trackSchema.index({ imos: 1 }, { name: 'positions__by_imo' });
outbox(trackSchema);

const allTracks = (rows: unknown[]): VesselTrack[] => rows.map((row) => loaded<VesselTrack>(row)).filter((track) => track !== undefined);

const factOf = (track: VesselTrack, position: VesselPosition) =>
  positionOutbox({ imo: track.imo ?? undefined, mmsi: track.id, name: track.name ?? undefined, position }, nameId('position', track.id, position.at.toISOString()));

export const vessels = (db: Connection, kept: Kept): Vessels => {
  const tracks = db.model('vessel', trackSchema);
  const { keep, between } = positions(db, kept);

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
      const { id, ...set } = { ...track, last: track.last && given(track.last) };
      // Past mongoose, whose casting costs more than the write: this is the busiest write there is.
      const { matchedCount } = await tracks.collection.updateOne({ _id: id } as never, pushFacts(facts, set) as never);
      if (facts.length > 0) wakeRelay(tracks as never);
      if (matchedCount === 0) await tracks.insertMany([withFacts(stored(track), facts)] as never);
      return track;
    },

    positions: async (query) => {
      const found = await between(await mmsisOf(query), query.from ?? new Date(0), query.to ?? new Date(8_640_000_000_000_000));
      return sampledTrack(found, query.limit);
    },
  };
};
