import { problem } from '@landfall/kit/problem';
import type { RawEvent } from '../domain/carrier-event.js';
import type { Container } from '../domain/container.js';
import { journeyOfContainer, rowsOf } from '../domain/journey-of-container.js';
import type { Journey } from '../domain/journey.js';
import { plannedSpots } from '../domain/plan.js';
import { rawEventsOf } from '../domain/raw-events.js';
import { routeOf, withLine, type RouteLocation } from '../domain/route.js';
import type { Shipment } from '../domain/shipment.js';
import { sourceClock } from '../domain/stop-tracking.js';
import type { TransportEvent } from '../domain/transport-event.js';
import type { Around, Containers, Listed, PageWanted, Shipments } from './ports.js';

export type EventBacks = { shipments: Shipments; containers: Containers; around: Around };

export type OfContainer<Item> = { container: Container; item: Item };

const byNewest = (a: TransportEvent, b: TransportEvent): number => b.createdAt.getTime() - a.createdAt.getTime() || b.journeyOrder - a.journeyOrder;
const byTimestamp = (a: TransportEvent, b: TransportEvent): number => (a.timestamp?.getTime() ?? 0) - (b.timestamp?.getTime() ?? 0) || a.journeyOrder - b.journeyOrder;

/** Newest first as the original tells them, or in the order of the journey when that is asked for. */
const inOrder = (events: readonly TransportEvent[], sort: readonly { field: string; descending: boolean }[]): TransportEvent[] => {
  const [first, second] = sort;
  if (!first) return [...events].sort(byNewest);
  if (second || (first.field !== 'timestamp' && first.field !== 'created_at')) throw problem('unknown_parameter', 'Transport events are sorted by timestamp or created_at.', { parameter: 'sort' });
  const ascending = [...events].sort(first.field === 'timestamp' ? byTimestamp : (a, b) => byNewest(b, a));
  return first.descending ? ascending.reverse() : ascending;
};

const found = async ({ containers }: EventBacks, accountId: string, id: string): Promise<Container> => {
  const row = await containers.find(accountId, id);
  if (!row) throw problem('not_found', `No container has the id ${id}.`);
  return row;
};

/** Milestones of a container, as kept with it. */
export const transportEventReads = (backs: EventBacks) => ({
  transportEvents: async (accountId: string, id: string, page: PageWanted, sort: readonly { field: string; descending: boolean }[]): Promise<Listed<OfContainer<TransportEvent>>> => {
    const row = await found(backs, accountId, id);
    const all = inOrder(row.transportEvents, sort);
    const from = page.after ? all.findIndex((event) => event.id === page.after) + 1 : (page.number - 1) * page.size;
    const items = all.slice(from, from + page.size);
    const last = items.at(-1);
    return { items: items.map((item) => ({ container: row, item })), total: all.length, ...(from + page.size < all.length && last ? { nextAfter: last.id } : {}) };
  },
  transportEventsByIds: async (accountId: string, ids: readonly string[]): Promise<OfContainer<TransportEvent>[]> => {
    const rows = await backs.containers.withEvents(accountId, ids);
    return rows.flatMap((row) => row.transportEvents.filter((event) => ids.includes(event.id)).map((item) => ({ container: row, item })));
  },
});

/** What needs the whole journey: raw events with their places in it, and the way itself. */
export const journeyReads = (backs: EventBacks) => {
  const { shipments, containers, around } = backs;
  const shipmentOf = async (row: Container): Promise<Shipment> => {
    const shipment = await shipments.find(row.accountId, row.shipmentId);
    if (!shipment) throw problem('not_found', `No shipment has the id ${row.shipmentId}.`);
    return shipment;
  };
  const journeyIn = (row: Container, shipment: Shipment): Journey =>
    journeyOfContainer(row, { atlas: around.atlas, asOf: sourceClock(shipment, around.now()), planned: plannedSpots(around.atlas, shipment.plan) });
  const rawOf = async (row: Container): Promise<RawEvent[]> => rawEventsOf(rowsOf(row), journeyIn(row, await shipmentOf(row)), row.id, around.nameId);

  return {
    rawEvents: async (accountId: string, id: string): Promise<OfContainer<RawEvent>[]> => {
      const row = await found(backs, accountId, id);
      return (await rawOf(row)).filter(({ superseded }) => !superseded).map((item) => ({ container: row, item }));
    },
    rawEventsByIds: async (accountId: string, ids: readonly string[]): Promise<OfContainer<RawEvent>[]> => {
      const rows = await containers.withEvents(accountId, ids);
      const all = await Promise.all(rows.map(async (row) => (await rawOf(row)).map((item) => ({ container: row, item }))));
      return all.flat().filter(({ item }) => ids.includes(item.id));
    },

    route: async (accountId: string, id: string): Promise<{ container: Container; locations: RouteLocation[] }> => {
      const row = await found(backs, accountId, id);
      const shipment = await shipmentOf(row);
      return { container: row, locations: withLine(routeOf(journeyIn(row, shipment), around.atlas), shipment.scac) };
    },
  };
};
