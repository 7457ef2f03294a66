import type { Container } from '@landfall/contracts/gen/shipment/v1/shipment';
import type { ResourceObject } from '@landfall/resources/resource';
import { CONTAINER_STATUSES, type ContainerStatus } from '@landfall/shipping/container-status';
import { z } from 'zod';
import { containerLink } from '../links.js';
import { carrierFilter, listed, NEWEST, PAGE, PAGE_SHAPE, pageOf, portFilter, updatedFilter, WHERE } from '../listing.js';
import { eventsOf, recordsOf, shapedAll, type Records } from '../records.js';
import { tool } from '../tool.js';
import { containerRow, containerRowShape } from '../views/container.js';
import { eventShape, eventView } from '../views/event.js';
import { shipmentRow, shipmentRowShape } from '../views/shipment.js';
import { terminalShape, terminalView } from '../views/terminal.js';
import { INCLUDES } from './get-container.js';

const STATUSES = Object.keys(CONTAINER_STATUSES) as [ContainerStatus, ...ContainerStatus[]];

const includedWith = (shown: readonly Container[], { shipments, terminals, events }: Records, wants: ReadonlySet<string>): ResourceObject[] => [
  ...(wants.has('shipment') ? shapedAll('shipment', new Set(shown.flatMap(({ shipmentId }) => shipments.get(shipmentId) ?? []))) : []),
  ...(wants.has('pod_terminal') ? shapedAll('terminal', new Set(shown.flatMap(({ podTerminalId = '' }) => terminals.get(podTerminalId) ?? []))) : []),
  ...shapedAll('transport_event', shown.flatMap(({ transportEventIds }) => transportEventIds.flatMap((id) => events.get(id) ?? []))),
];

export const listContainers = tool({
  name: 'list_containers',
  title: 'List containers',
  says: 'Containers with status, ETA, last free day and holds; latest change first.',
  input: {
    status: z.enum(STATUSES).optional().describe('Current status.'),
    ...WHERE,
    include: INCLUDES.default([]).describe('Add to rows.'),
    ...PAGE,
  },
  output: { containers: z.array(containerRowShape.extend({ shipment: shipmentRowShape, terminal: terminalShape, events: z.array(eventShape) }).partial()), ...PAGE_SHAPE },
  instead: 'Leave out filters to see all containers.',
  answer: async (session, { status, port, carrier, updated_after: after, include, ...paging }) => {
    const { owners, accountId } = session;
    const [ports, carriers] = await Promise.all([portFilter(session, port), carrierFilter(session, carrier)]);
    const filters = [...(status === undefined ? [] : [{ field: 'status', op: 'eq', values: [status] }]), ...ports, ...carriers, ...updatedFilter(after)];
    const { items, page } = await owners.shipments.listContainers({ accountId, page: pageOf(paging), filters, sort: NEWEST, q: '' });
    const wants = new Set(include);
    const records = await recordsOf(session, {
      shipments: items.map(({ shipmentId }) => shipmentId),
      terminals: items.map(({ podTerminalId }) => podTerminalId),
      events: wants.has('transport_events') ? items.flatMap(({ transportEventIds }) => transportEventIds) : [],
    });
    const more = (shipmentId: string, terminalId: string | undefined) => {
      const shipment = records.shipments.get(shipmentId);
      const terminal = records.terminals.get(terminalId ?? '');
      return { ...(wants.has('shipment') && shipment && { shipment: shipmentRow(shipment) }), ...(wants.has('pod_terminal') && terminal && { terminal: terminalView(terminal) }) };
    };
    return listed<Container>({
      type: 'container', as: 'containers', items, info: page, paging, link: containerLink,
      view: (container) => ({
        ...containerRow(container, records),
        ...more(container.shipmentId, container.podTerminalId),
        ...(wants.has('transport_events') && { events: eventsOf(container, records).map((event) => eventView(event, records)) }),
      }),
      ...(wants.size > 0 && { included: (shown) => includedWith(shown, records, wants) }),
    });
  },
});
