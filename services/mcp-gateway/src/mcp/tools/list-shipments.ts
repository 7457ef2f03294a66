import type { Filter } from '@landfall/contracts/gen/common/v1/page';
import type { Shipment } from '@landfall/contracts/gen/shipment/v1/shipment';
import { z } from 'zod';
import { carrierFilter, listed, NEWEST, PAGE, PAGE_SHAPE, pageOf, portFilter, updatedFilter, WHERE } from '../listing.js';
import { shapedAll } from '../records.js';
import { text } from '../schema.js';
import { tool } from '../tool.js';
import { shipmentRow, shipmentRowShape } from '../views/shipment.js';

const STATUSES: Readonly<Record<'on_ship' | 'arrived' | 'tracked' | 'tracking_stopped', Filter>> = {
  on_ship: { field: 'status', op: 'eq', values: ['on_ship'] },
  arrived: { field: 'status', op: 'eq', values: ['arrived'] },
  tracked: { field: 'tracking_stopped', op: 'eq', values: ['false'] },
  tracking_stopped: { field: 'tracking_stopped', op: 'eq', values: ['true'] },
};

/** Containers of large shipments would crowd out the shipments; the whole list is one call away. */
const CONTAINERS_A_ROW = 5;

export const listShipments = tool({
  name: 'list_shipments',
  title: 'List shipments',
  says: 'Shipments of the account, latest change first.',
  input: {
    status: z.enum(['on_ship', 'arrived', 'tracked', 'tracking_stopped']).optional().describe('on_ship: at sea. arrived: at the port of discharge.'),
    ...WHERE,
    include_containers: z.boolean().default(false).describe('Add number and status of up to 5 containers each.'),
    ...PAGE,
  },
  output: { shipments: z.array(shipmentRowShape.extend({ containers: z.array(text).optional() })), ...PAGE_SHAPE },
  instead: 'Leave out filters to see all shipments.',
  answer: async (session, { status, port, carrier, updated_after: after, include_containers: wants, ...paging }) => {
    const { owners, accountId } = session;
    const [ports, carriers] = await Promise.all([portFilter(session, port), carrierFilter(session, carrier)]);
    const filters = [...(status === undefined ? [] : [STATUSES[status]]), ...ports, ...carriers, ...updatedFilter(after)];
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
