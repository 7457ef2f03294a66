import { loaded, isDuplicate, stored } from '@landfall/kit/mongo';
import { sayAtOnce, wakeRelay, withFacts } from '@landfall/kit/outbox';
import { pageOf } from '@landfall/kit/page';
import type { Connection, Model } from 'mongoose';
import type { Shipments } from '../app/ports.js';
import type { Shipment, ShipmentRecord } from '../domain/shipment.js';
import { matching } from '../domain/tracked-request.js';
import type { ToOutbox } from '../messages/to-outbox.js';
import { conflict } from './conflict.js';
import type { Counts } from './counts.js';
import { SHIPMENT_FILTERS, SHIPMENT_SORTS } from './filter-tables.js';
import { findableShipment } from './findable.js';
import { freshness } from './freshness.js';
import { allOf, byTerm, conditionsOf, sortOf } from './list-filters.js';
import { lookUps } from './look-ups.js';
import { shipmentSchema as schema, type ShipmentRow } from './schemas.js';
import { totals } from './totals.js';
import { updateOf } from './update.js';

// findByRequest, noteUnchanged, noteAttempt: the shipment of a tracking request.
schema.index({ accountId: 1, trackingRequestIds: 1 }, { name: 'findByRequest__one' });
// findByNumber: another request may have made it already.
schema.index({ accountId: 1, scac: 1, numbers: 1 }, { name: 'findByNumber__any' });
// list: the plain list and its cursor, and the other orders.
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'list__newest_first' });
schema.index({ accountId: 1, updatedAt: -1, _id: -1 }, { name: 'list__recently_changed' });
schema.index({ accountId: 1, podEtaAt: 1, _id: 1 }, { name: 'list__by_arrival' });
// list: every filter, ending in the order of the list.
schema.index({ accountId: 1, facets: 1, createdAt: -1, _id: -1 }, { name: 'list__by_facet' });
schema.index({ accountId: 1, dates: 1 }, { name: 'list__by_date' });
// list, search: numbers and reference numbers, whole or from the start.
schema.index({ accountId: 1, terms: 1 }, { name: 'search__by_term' });
// claimDue: only shipments that are tracked are in it.
schema.index({ stopDueAt: 1 }, { name: 'claimDue__oldest_first', partialFilterExpression: { stopDueAt: { $exists: true } } });

const numbersOf = ({ billOfLadingNumber, normalizedNumber, bookingNumber, requestNumbers, scac }: ShipmentRecord): string[] =>
  [...new Set([billOfLadingNumber, normalizedNumber, bookingNumber, ...requestNumbers].filter((number) => number !== undefined).map((number) => matching(number, scac)))];

const toRow = (shipment: Shipment) => ({ ...stored(shipment), ...findableShipment(shipment), numbers: numbersOf(shipment) });

const toDomain = (row: unknown): Shipment => {
  const { facets: _facets, dates: _dates, terms: _terms, numbers: _numbers, ...shipment } = loaded<Shipment>(row) as Shipment & ShipmentRow;
  return shipment as Shipment;
};

// The clockwork serves all accounts. Moving the due time on is the lease: whoever moved it has it.
const claims = (model: Model<ShipmentRow>): Shipments['claimDue'] => async (now, leaseMs, most) => {
  const claimed: Shipment[] = [];
  while (claimed.length < most) {
    const row = await model.findOneAndUpdate({ stopDueAt: { $lte: now, $exists: true } }, { $set: { stopDueAt: new Date(now.getTime() + leaseMs) } }, { sort: { stopDueAt: 1 }, returnDocument: 'after' }).lean();
    if (!row) break;
    claimed.push(toDomain(row));
  }
  return claimed;
};

const counting = (counts: Counts): Shipments['count'] => async (before, after) => {
  const containerIds = after.containerIds.filter((id) => !before.containerIds.includes(id));
  const isNewShipment = before.revision === 0;
  if (isNewShipment || containerIds.length > 0) await counts.add({ accountId: after.accountId, shipmentId: after.id, isNewShipment, containerIds });
};

const saving = (model: Model<ShipmentRow>, toOutbox: ToOutbox): Shipments['save'] => async (before, after, says) => {
  const entries = toOutbox(says);
  const row = toRow(after);
  if (before.revision === 0) {
    const born = withFacts(row, entries);
    await model.collection.insertOne(born as never).catch((error: unknown) => {
      throw isDuplicate(error) ? conflict('shipments') : error;
    });
    sayAtOnce(model as never, [born]);
    return;
  }
  const filter = { _id: after.id, accountId: after.accountId, revision: before.revision };
  // Past mongoose: it would copy and cast every row.
  const { matchedCount } = await model.collection.updateOne(filter as never, updateOf(toRow(before as Shipment), row, entries));
  wakeRelay(model as never);
  if (matchedCount === 0) throw conflict('shipments');
};

export const shipments = (db: Connection, toOutbox: ToOutbox, counts: Counts): Shipments => {
  const model = db.model<ShipmentRow>('shipment', schema);
  const totalOf = totals(model, async (accountId) => (await counts.of(accountId)).shipments);
  const byRequest = lookUps(model.collection, 'trackingRequestIds');
  const one = async (filter: Record<string, unknown>) => {
    const row = await model.collection.findOne(filter as never);
    return row ? toDomain(row) : undefined;
  };

  return {
    ...freshness(model),

    // The account is part of every query: a foreign id reads as missing, never as forbidden.
    find: (accountId, id) => one({ _id: id, accountId }),

    findMany: async (accountId, ids) => (await model.find({ _id: { $in: [...ids] }, accountId }).lean()).map(toDomain),

    lastAskedAt: async (accountId, ids) => {
      const rows = await model.collection.find({ _id: { $in: [...ids] }, accountId } as never, { projection: { lineTrackingLastAttemptedAt: 1 } }).toArray();
      return new Map(rows.flatMap((row) => (row['lineTrackingLastAttemptedAt'] instanceof Date ? [[String(row._id), row['lineTrackingLastAttemptedAt']] as const] : [])));
    },

    findByRequest: async (accountId, trackingRequestId) => {
      const [row] = await byRequest(accountId, trackingRequestId);
      return row && toDomain(row);
    },

    findByNumber: (accountId, scac, numbers) => one({ accountId, scac, numbers: { $in: [...numbers] } }),

    count: counting(counts),

    save: saving(model, toOutbox),

    list: async ({ accountId, page, filters, sort, q }) => {
      const conditions = conditionsOf(SHIPMENT_FILTERS, filters, q);
      const total = () => totalOf(accountId, conditions);
      const order = sortOf(SHIPMENT_SORTS, sort, { path: 'createdAt', descending: true });
      const { rows, ...rest } = await pageOf(model, allOf(accountId, conditions), { page, sort: order, total });
      return { items: rows.map(toDomain), ...rest };
    },

    claimDue: claims(model),

    search: async (accountId, query, most) => (await model.find({ accountId, ...byTerm(query) }).limit(most).lean()).map(toDomain),
  };
};
