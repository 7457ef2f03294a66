import { loaded, isDuplicate, stored } from '@landfall/kit/mongo';
import { pushFacts, withFacts } from '@landfall/kit/outbox';
import { pageOf } from '@landfall/kit/page';
import { problem } from '@landfall/kit/problem';
import type { Connection } from 'mongoose';
import type { ContainerChange, Containers } from '../app/ports.js';
import type { Container } from '../domain/container.js';
import type { Shipment } from '../domain/shipment.js';
import type { ToOutbox } from '../messages/to-outbox.js';
import { CONTAINER_FILTERS, CONTAINER_SORTS } from './filter-tables.js';
import { findableContainer } from './findable.js';
import { byTerm, filterOf, sortOf } from './list-filters.js';
import { containerSchema as schema, type ContainerRow } from './schemas.js';
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
// withTransportEvents, withRawEvents: an event is asked for without its container.
schema.index({ accountId: 1, 'transportEvents.id': 1 }, { name: 'withTransportEvents__by_id' });
schema.index({ accountId: 1, rawEventIds: 1 }, { name: 'withRawEvents__by_id' });

export type RawEventIds = (container: Container) => string[];

const toDomain = (row: unknown): Container => {
  const { facets: _facets, dates: _dates, terms: _terms, rawEventIds: _ids, ...container } = loaded<Container>(row) as Container & ContainerRow;
  return container as Container;
};

const byPlace = (a: Container, b: Container): number => (a.number < b.number ? -1 : a.number > b.number ? 1 : a.ordinal - b.ordinal);

const conflict = () => problem('revision_conflict', 'A container changed meanwhile.');

export const containers = (db: Connection, toOutbox: ToOutbox, rawEventIds: RawEventIds): Containers => {
  const model = db.model<ContainerRow>('container', schema);
  const toRow = (container: Container, shipment: Shipment) => ({ ...stored(container), ...findableContainer(container, shipment), rawEventIds: rawEventIds(container) });
  const operation = ({ before, container, says }: ContainerChange, shipment: Shipment) => {
    const row = toRow(container, shipment);
    const entries = says.map(toOutbox);
    if (!before) return { insertOne: { document: withFacts(row, entries) } };
    const filter = { _id: container.id, accountId: container.accountId, revision: before.revision };
    return { updateOne: { filter, update: updateOf(toRow(before, shipment), row, entries) } };
  };

  return {
    // The account is part of every query: a foreign id reads as missing, never as forbidden.
    find: async (accountId, id) => {
      const row = await model.findOne({ _id: id, accountId }).lean();
      return row ? toDomain(row) : undefined;
    },

    findMany: async (accountId, ids) => (await model.find({ _id: { $in: [...ids] }, accountId }).lean()).map(toDomain),

    ofShipment: async (accountId, shipmentId) => (await model.find({ accountId, shipmentId }).lean()).map(toDomain).sort(byPlace),

    saveAll: async (shipment, changes) => {
      const operations = changes.map((change) => operation(change, shipment));
      const result = await model.bulkWrite(operations as never, { ordered: false }).catch((error: unknown) => {
        throw isDuplicate(error) ? conflict() : error;
      });
      if (result.insertedCount + result.matchedCount < operations.length) throw conflict();
    },

    // No revision: these tokens are not part of what a client sees.
    shipmentChanged: async (shipment) => {
      const rows = await model.find({ accountId: shipment.accountId, shipmentId: shipment.id }).lean();
      for (const container of rows.map(toDomain)) {
        await model.updateOne({ _id: container.id, accountId: container.accountId }, pushFacts([], findableContainer(container, shipment)));
      }
    },

    list: async ({ accountId, page, filters, sort, q }) => {
      const { rows, ...rest } = await pageOf(model, filterOf(CONTAINER_FILTERS, accountId, filters, q), { page, sort: sortOf(CONTAINER_SORTS, sort, { path: 'updatedAt', descending: true }) });
      return { items: rows.map(toDomain), ...rest };
    },

    withTransportEvents: async (accountId, ids) => (await model.find({ accountId, 'transportEvents.id': { $in: [...ids] } }).lean()).map(toDomain),

    withRawEvents: async (accountId, ids) => (await model.find({ accountId, rawEventIds: { $in: [...ids] } }).lean()).map(toDomain),

    search: async (accountId, query, most) => (await model.find({ accountId, ...byTerm(query) }).limit(most).lean()).map(toDomain),
  };
};
