import { gatherer } from '@landfall/kit/gatherer';
import { nameId } from '@landfall/kit/identity';
import { isDuplicate, loaded } from '@landfall/kit/mongo';
import { outbox, pushFacts, wakeRelay } from '@landfall/kit/outbox';
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

type Heard = { track: VesselTrack; position: VesselPosition | null };

// Feeds speak in bursts: what comes within moments is one write, of hundreds of ships.
const TOGETHER = { waitMs: 5, most: 256 };

const saving = ({ track, position }: Heard) => {
  const { id, ...set } = { ...track, last: track.last && given(track.last) };
  return { updateOne: { filter: { _id: id }, update: pushFacts(position ? [factOf(track, position)] : [], set), upsert: true } };
};

export const vessels = (db: Connection, kept: Kept): Vessels => {
  const tracks = db.model('vessel', trackSchema);
  const { keep, between } = positions(db, kept);
  const write = (all: readonly Heard[]) => tracks.collection.bulkWrite(all.map(saving) as never, { ordered: false });

  const saveAll = gatherer(async (all: readonly Heard[]): Promise<void> => {
    await keep(all.flatMap(({ track, position }) => (position ? [{ mmsi: track.id, position }] : [])));
    // Two feeds that hear of a new ship at once meet at its key; said again, its facts are heard once.
    await write(all).catch((error: unknown) => (isDuplicate(error) ? write(all) : Promise.reject(error)));
    if (all.some(({ position }) => position)) wakeRelay(tracks as never);
  }, TOGETHER);

  const mmsisOf = async ({ imo, mmsi }: PositionQuery): Promise<string[]> => {
    if (mmsi) return [mmsi];
    return (await tracks.collection.find({ imos: imo } as never, { projection: { _id: 1 } }).toArray()).map(({ _id }) => String(_id));
  };

  return {
    find: async (mmsi) => loaded<VesselTrack>(await tracks.collection.findOne({ _id: mmsi } as never)),

    byImos: async (imos) => (imos.length === 0 ? [] : allTracks(await tracks.collection.find({ imos: { $in: [...imos] } } as never).toArray())),

    save: async (track, position) => {
      await saveAll({ track, position });
      return track;
    },

    positions: async (query) => {
      const found = await between(await mmsisOf(query), query.from ?? new Date(0), query.to ?? new Date(8_640_000_000_000_000));
      return sampledTrack(found, query.limit);
    },
  };
};
