import { gatherer } from '@landfall/kit/gatherer';
import { nameId } from '@landfall/kit/identity';
import { loaded, onDuplicate } from '@landfall/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { Sailing, Vessels } from '../app/ports.js';
import type { VesselRow } from '../domain/gazetteer.js';
import { given } from '../domain/given.js';

interface Row extends Omit<VesselRow, 'id'> {
  _id: string;
}

const schema = new Schema<Row>(
  { _id: String, name: String, imo: String, mmsi: String, latitude: Number, longitude: Number, speedKnots: Number, headingDegrees: Number, positionAt: Date },
  { collection: 'vessels', versionKey: false },
);
// findMany: AIS knows ships by their MMSI, which changes with the flag.
schema.index({ mmsi: 1 }, { name: 'findMany__by_mmsi', partialFilterExpression: { mmsi: { $exists: true } } });

// Feeds speak in bursts of hundreds of ships.
const TOGETHER = { waitMs: 5, most: 128 };

const known = ({ imo, mmsi, name }: Sailing) => ({ ...(imo ? { imo } : {}), ...(mmsi ? { mmsi } : {}), ...(name ? { name } : {}) });

const seenAt = ({ at, latitude, longitude, speedKnots, headingDegrees }: Sailing) =>
  given<Partial<Row>>({ latitude, longitude, positionAt: at, speedKnots, headingDegrees });

/** Ships are the same for every account, so no row carries one. */
export const vessels = (db: Connection, idOf: (imo: string) => string): Vessels => {
  const model = db.model<Row>('vessel', schema);
  const rowId = ({ imo, mmsi }: Sailing): string => (imo ? idOf(imo) : nameId('vessel', 'mmsi', mmsi ?? ''));
  return {
    findMany: async (ids, keys) => {
      const mmsis = keys.filter((key) => /^\d{9}$/.test(key));
      const byId = await model.find({ _id: { $in: [...ids] } }).lean();
      const byMmsi = mmsis.length > 0 ? await model.find({ mmsi: { $in: mmsis, $exists: true } }).lean() : [];
      const rows = new Map([...byMmsi, ...byId].map((row) => [row._id, row]));
      return [...rows.values()].flatMap((row) => loaded<VesselRow>(row) ?? []);
    },

    seen: gatherer((all: readonly Sailing[]) => {
      const changes = all.map((sailing) => {
        const older = { _id: rowId(sailing), $or: [{ positionAt: { $lt: sailing.at } }, { positionAt: { $exists: false } }] };
        return { updateOne: { filter: older, update: { $set: { ...seenAt(sailing), ...known(sailing) } }, upsert: true } };
      });
      // Where the stored position is newer the upsert meets its own key, which is the answer wanted.
      return model.collection.bulkWrite(changes as never, { ordered: false }).then(() => undefined, onDuplicate(undefined));
    }, TOGETHER),

    named: async (id, imo, name) => {
      await model.updateOne({ _id: id }, { $setOnInsert: { imo, name } }, { upsert: true });
    },
  };
};
