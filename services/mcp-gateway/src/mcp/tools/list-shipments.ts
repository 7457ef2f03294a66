import type { Filter } from '@landfall/contracts/gen/common/v1/page';
import type { Shipment } from '@landfall/contracts/gen/shipment/v1/shipment';
import { z } from 'zod';
import { carrierFilter, listed, NEWEST, PAGE, PAGE_SHAPE, pageOf, portFilter, updatedFilter, WHERE } from '../listing.js';
import { shapedAll } from '../records.js';
import { text } from '../schema.js';
import { tool } from '../tool.js';
import { shipmentRow, shipmentRowShape } from '../views/shipment.js';
import { filtersOf, SHIPMENT_STATUSES, type ShipmentStatus } from '../shipment-status.js';

const tracking = (stopped: boolean): Filter[] => [{ field: 'tracking_stopped', op: 'eq', values: [String(stopped)] }];

/** What a row may say of a journey, and two words of REST for a wider stretch of it. */
const STATUSES: Readonly<Record<ShipmentStatus | 'on_ship' | 'arrived' | 'tracked' | 'tracking_stopped', Filter[]>> = {
  ...Object.fromEntries(SHIPMENT_STATUSES.map((status) => [status, filtersOf(status)])) as Record<ShipmentStatus, Filter[]>,
  on_ship: [{ field: 'status', op: 'eq', values: ['on_ship'] }],
  arrived: [{ field: 'status', op: 'eq', values: ['arrived'] }],
  tracked: tracking(false),
  tracking_stopped: tracking(true),
};

const NAMES = Object.keys(STATUSES) as [keyof typeof STATUSES, ...(keyof typeof STATUSES)[]];

/** Containers of large shipments would crowd out the shipments; the whole list is one call away. */
const CONTAINERS_A_ROW = 5;

export const listShipments = tool({
  name: 'list_shipments',
  title: 'List shipments',
  says: 'Shipments of the account, latest change first.',
  input: {
    status: z.enum(NAMES).optional().describe('Of the journey, as rows tell it; on_ship or arrived (at the port of discharge or on); or of tracking.'),
    ...WHERE,
    include_containers: z.boolean().default(false).describe('Add number and status of up to 5 containers each.'),
    ...PAGE,
  },
  output: { shipments: z.array(shipmentRowShape.extend({ containers: z.array(text).optional() })), ...PAGE_SHAPE },
  instead: 'Leave out filters to see all shipments.',
  answer: async (session, { status, port, carrier, updated_after: after, include_containers: wants, ...paging }) => {
    const { owners, accountId } = session;
    const [ports, carriers] = await Promise.all([portFilter(session, port), carrierFilter(session, carrier)]);
    const filters = [...(status === undefined ? [] : STATUSES[status]), ...ports, ...carriers, ...updatedFilter(after)];
    const { items, page } = await owners.shipments.listShipments({ accountId, page: pageOf(paging), filters, sort: NEWEST, q: '' });
    const ids = wants ? items.flatMap(({ containerIds }) => containerIds.slice(0, CONTAINERS_A_ROW)) : [];
    const containers = ids.length === 0 ? [] : (await owners.shipments.batchGetContainers({ accountId, ids })).items;
    const known = new Map(containers.map((container) => [container.id, container]));
    const told = (containerIds: readonly string[]) => containerIds.flatMap((id) => known.get(id) ?? []).map(({ id, number, currentStatus }) => `${number ?? id}: ${currentStatus}`);
    return listed<Shipment>({
      type: 'shipment', as: 'shipments', items, info: page, paging,
      view: (shipment) => ({ ...shipmentRow(shipment), ...(wants && { containers: told(shipment.containerIds) }) }),
      ...(wants && { included: (shown) => shapedAll('container', shown.flatMap(({ containerIds }) => containerIds.flatMap((id) => known.get(id) ?? []))) }),
    });
  },
});
