import { loaded } from '@landfall/kit/mongo';
import { pushFacts } from '@landfall/kit/outbox';
import type { Connection } from 'mongoose';
import type { Forecasts } from '../app/ports.js';
import type { Shipment } from '../domain/shipment.js';
import { shipmentMovedOn } from '../messages/to-outbox.js';
import { shipmentSchema as schema, type ShipmentRow } from './schemas.js';

// underwayOn: only shipments at sea are in it.
schema.index({ 'underway.vesselId': 1 }, { name: 'underwayOn__by_ship', partialFilterExpression: { 'underway.vesselId': { $exists: true } } });

/** Predictions beside what the carrier says. A ship is met by the cargo of every account at once. */
export const forecasts = (db: Connection): Forecasts => {
  const model = () => db.model<ShipmentRow>('shipment', schema);
  return {
    underwayOn: async (vesselId, most) => {
      const rows = await model().find({ 'underway.vesselId': vesselId, lineTrackingStoppedAt: { $exists: false } }).limit(most).lean();
      return rows.flatMap((row) => loaded<Shipment>(row) ?? []);
    },

    // Not a new revision: a PATCH must not fail because a ship made a mile.
    save: async ({ accountId, id, underway }, prediction, now) => {
      const told = shipmentMovedOn(accountId, id, now, `eta ${prediction.computedAt.toISOString()} ${prediction.p50At.toISOString()}`);
      const still = { _id: id, accountId, 'underway.vesselId': underway?.vesselId ?? '' };
      await model().updateOne(still as never, pushFacts([told], { etaPrediction: prediction }));
    },
  };
};
