import { loaded, isDuplicate, stored } from '@landfall/kit/mongo';
import { pushFacts, sayAtOnce, wakeRelay, withFacts } from '@landfall/kit/outbox';
import { pageOf } from '@landfall/kit/page';
import type { Connection, Model } from 'mongoose';
import type { Containers } from '../app/ports.js';
import type { Container } from '../domain/container.js';
import { containerRange } from '../domain/event-id.js';
import type { Shipment } from '../domain/shipment.js';
import type { ToOutbox } from '../messages/to-outbox.js';
import { conflict } from './conflict.js';
import type { Counts } from './counts.js';
import { CONTAINER_FILTERS, CONTAINER_SORTS } from './filter-tables.js';
import { findableContainers } from './findable.js';
import { allOf, byTerm, conditionsOf, sortOf } from './list-filters.js';
import { lookUps } from './look-ups.js';
import { containerSchema as schema, type ContainerRow } from './schemas.js';
import { totals } from './totals.js';
import { updateOf } from './update.js';

// ofShipment, shipmentChanged: all boxes of one shipment.
schema.index({ accountId: 1, shipmentId: 1 }, { name: 'ofShipment__all' });
// list: the plain list and its cursor, and the other orders.
schema.index({ accountId: 1, updatedAt: -1, _id: -1 }, { name: 'list__recently_changed' });
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'list__newest_first' });
schema.index({ accountId: 1, pickupLfd: 1, _id: 1 }, { name: 'list__by_pickup_lfd' });
schema.index({ accountId: 1, currentLfd: 1, _id: 1 }, { name: 'list__by_current_lfd' });
schema.index({ accountId: 1, podArrivedAt: 1, _id: 1 }, { name: 'list__by_arrival' });
// list: every filter, ending in the order of the list.
schema.index({ accountId: 1, facets: 1, updatedAt: -1, _id: -1 }, { name: 'list__by_facet' });
schema.index({ accountId: 1, dates: 1 }, { name: 'list__by_date' });
// list, search: numbers and reference numbers, whole or from the start.
schema.index({ accountId: 1, terms: 1 }, { name: 'search__by_term' });

const toDomain = (row: unknown): Container => {
  const { facets: _facets, dates: _dates, terms: _terms, ...container } = loaded<Container>(row) as Container & ContainerRow;
  return container as Container;
};

const byPlace = (a: Container, b: Container): number => (a.number < b.number ? -1 : a.number > b.number ? 1 : a.ordinal - b.ordinal);

/** New boxes and changed ones, each by itself. */
const writing = (model: Model<ContainerRow>, toOutbox: ToOutbox): Containers['saveAll'] => {
  const insert = async (rows: readonly object[]): Promise<void> => {
    if (rows.length === 0) return;
    // Past mongoose, here and below: it would copy and cast every row of every box.
    await model.collection.insertMany(rows as never, { ordered: false }).catch((error: unknown) => {
      throw isDuplicate(error) ? conflict('containers') : error;
    });
    sayAtOnce(model as never, rows);
  };

  const update = async (operations: readonly object[]): Promise<void> => {
    if (operations.length === 0) return;
    const { matchedCount } = await model.collection.bulkWrite(operations as never, { ordered: false });
    wakeRelay(model as never);
    if (matchedCount < operations.length) throw conflict('containers');
  };

  return async (shipment, changes, earlier = shipment) => {
    const [foundNow, foundBefore] = [findableContainers(shipment), findableContainers(earlier as Shipment)];
    await insert(changes.flatMap(({ before, container, says }) => (before ? [] : [withFacts({ ...stored(container), ...foundNow(container) }, toOutbox(says))])));
    await update(changes.flatMap(({ before, container, says }) => {
      if (!before) return [];
      const change = updateOf({ ...before, ...foundBefore(before) }, { ...container, ...foundNow(container) }, toOutbox(says));
      const filter = { _id: container.id, accountId: container.accountId, revision: before.revision };
      return Object.keys(change).length > 0 ? [{ updateOne: { filter, update: change } }] : [];
    }));
  };
};

export const containers = (db: Connection, toOutbox: ToOutbox, counts: Counts): Containers => {
  const model = db.model<ContainerRow>('container', schema);
  const byShipment = lookUps(model.collection, 'shipmentId');
  const totalOf = totals(model, async (accountId) => (await counts.of(accountId)).containers);
  return {
    // The account is part of every query: a foreign id reads as missing, never as forbidden.
    find: async (accountId, id) => {
      const row = await model.collection.findOne({ _id: id, accountId } as never);
      return row ? toDomain(row) : undefined;
    },

    findMany: async (accountId, ids) => (await model.find({ _id: { $in: [...ids] }, accountId }).lean()).map(toDomain),

    ofShipment: async (accountId, shipmentId) => (await byShipment(accountId, shipmentId)).map(toDomain).sort(byPlace),

    saveAll: writing(model, toOutbox),

    // No revision: these tokens are not part of what a client sees.
    shipmentChanged: async (shipment) => {
      const rows = await model.find({ accountId: shipment.accountId, shipmentId: shipment.id }).lean();
      const found = findableContainers(shipment);
      for (const container of rows.map(toDomain)) {
        await model.updateOne({ _id: container.id, accountId: container.accountId }, pushFacts([], found(container)));
      }
    },

    list: async ({ accountId, page, filters, sort, q }) => {
      const conditions = conditionsOf(CONTAINER_FILTERS, filters, q);
      const total = () => totalOf(accountId, conditions);
      const order = sortOf(CONTAINER_SORTS, sort, { path: 'updatedAt', descending: true });
      const { rows, ...rest } = await pageOf(model, allOf(accountId, conditions), { page, sort: order, total });
      return { items: rows.map(toDomain), ...rest };
    },

    withEvents: async (accountId, ids) => {
      const ranges = new Map(ids.map(containerRange).map((range) => [range[0], range]));
      const found = await Promise.all([...ranges.values()].map(([from, to]) => model.find({ _id: { $gt: from, $lt: to }, accountId }).lean()));
      return found.flat().map(toDomain);
    },

    search: async (accountId, query, most) => (await model.find({ accountId, ...byTerm(query) }).limit(most).lean()).map(toDomain),
  };
};
