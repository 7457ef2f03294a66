import { gatherer } from '@landfall/kit/gatherer';
import { pushFacts, wakeRelay } from '@landfall/kit/outbox';
import type { Model } from 'mongoose';
import type { Shipments } from '../app/ports.js';
import { shipmentMovedOn } from '../messages/to-outbox.js';
import type { ShipmentRow } from './schemas.js';

export type Freshness = Pick<Shipments, 'noteUnchanged' | 'noteAttempt'>;

// More would make the first of a lot wait for the last.
const LOT = { most: 64 };

type Note = { filter: Record<string, unknown>; update: Record<string, unknown> };

/** Notes in one round trip. Only when all of them met their shipment is it known of each that it did. */
const noting = (model: Model<ShipmentRow>) =>
  gatherer<Note, boolean>(async (notes) => {
    const operations = notes.map(({ filter, update }) => ({ updateOne: { filter, update } }));
    const { matchedCount } = await model.collection.bulkWrite(operations as never, { ordered: false });
    wakeRelay(model as never);
    return () => matchedCount === notes.length;
  }, LOT);

/** What an answer without news changes. Nearly all answers of a carrier say what the last one said. */
export const freshness = (model: Model<ShipmentRow>): Freshness => {
  const note = noting(model);
  return {
    noteUnchanged: ({ accountId, shipmentId, watchId, sequence, digest, takenAt, sourceNow }) => {
      const watch = `watches.${watchId}`;
      const filter = { _id: shipmentId, accountId, [`${watch}.digest`]: digest, [`${watch}.sequence`]: { $lt: sequence }, stopRuleAt: { $gt: sourceNow } };
      const set = { [`${watch}.sequence`]: sequence, lineTrackingLastAttemptedAt: takenAt, lineTrackingLastSucceededAt: takenAt, heardAt: takenAt, sourceNow };
      const told = shipmentMovedOn(accountId, shipmentId, takenAt, `${watchId} ${sequence}`);
      return note({ filter, update: { ...pushFacts([told], set), $inc: { revision: 1 } } });
    },

    noteAttempt: async (accountId, trackingRequestId, at) => {
      const found = await model.findOne({ accountId, trackingRequestIds: trackingRequestId }).select({ _id: 1 }).lean();
      if (!found) return;
      const told = shipmentMovedOn(accountId, String(found._id), at, `attempt ${at.toISOString()}`);
      const newer = { _id: found._id, accountId, $or: [{ lineTrackingLastAttemptedAt: { $lt: at } }, { lineTrackingLastAttemptedAt: { $exists: false } }] };
      await model.updateOne(newer, { ...pushFacts([told], { lineTrackingLastAttemptedAt: at }), $inc: { revision: 1 } });
    },
  };
};
