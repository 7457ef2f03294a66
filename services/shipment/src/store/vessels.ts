import { nameId } from '@landfall/kit/identity';
import { loaded, onDuplicate } from '@landfall/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { Sailing, Vessels } from '../app/ports.js';
import type { VesselRow } from '../domain/gazetteer.js';

interface Row extends Omit<VesselRow, 'id'> {
  _id: string;
}

const schema = new Schema<Row>(
  { _id: String, name: String, imo: String, mmsi: String, latitude: Number, longitude: Number, speedKnots: Number, headingDegrees: Number, positionAt: Date },
  { collection: 'vessels', versionKey: false },
);
// findMany: AIS knows ships by their MMSI, which changes with the flag.
schema.index({ mmsi: 1 }, { name: 'findMany__by_mmsi', partialFilterExpression: { mmsi: { $exists: true } } });

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

    seen: async (sailing) => {
      const { imo, mmsi, name, at, latitude, longitude, speedKnots, headingDegrees } = sailing;
      const set = { latitude, longitude, positionAt: at, ...(speedKnots === undefined ? {} : { speedKnots }), ...(headingDegrees === undefined ? {} : { headingDegrees }) };
      const known = { ...(imo ? { imo } : {}), ...(mmsi ? { mmsi } : {}), ...(name ? { name } : {}) };
      const older = { _id: rowId(sailing), $or: [{ positionAt: { $lt: at } }, { positionAt: { $exists: false } }] };
      // When the stored position is newer the upsert meets its own key, which is the answer wanted.
      await model.updateOne(older, { $set: { ...set, ...known } }, { upsert: true }).then(() => undefined, onDuplicate(undefined));
    },

    named: async (id, imo, name) => {
      await model.updateOne({ _id: id }, { $setOnInsert: { imo, name } }, { upsert: true });
    },
  };
};
