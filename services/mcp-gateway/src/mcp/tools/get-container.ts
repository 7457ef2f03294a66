import { documentOf } from '@landfall/resources/document';
import { z } from 'zod';
import { given } from '../../domain/compact.js';
import { containerLink } from '../links.js';
import { eventsOf, recordsOf, shaped, shapedAll } from '../records.js';
import { text } from '../schema.js';
import { tool } from '../tool.js';
import { containerShape, containerView } from '../views/container.js';
import { eventShape, eventView, namedBy } from '../views/event.js';
import { shipmentRow, shipmentRowShape } from '../views/shipment.js';
import { terminalShape, terminalView } from '../views/terminal.js';

export const INCLUDES = z.array(z.enum(['shipment', 'pod_terminal', 'transport_events'])).max(3);

export const getContainer = tool({
  name: 'get_container',
  title: 'Get container',
  says: 'Status, milestones, last free day, holds and fees of one container. Times are UTC; timezone is that of the port of discharge.',
  input: {
    id: z.uuid().describe('Container id, from search_container or list_containers.'),
    include: INCLUDES.default(['shipment']).describe('What to add in full.'),
  },
  output: { container: containerShape, shipment: shipmentRowShape, podTerminal: terminalShape, events: z.array(eventShape), more: text },
  instead: 'Find container ids with search_container or list_containers.',
  answer: async (session, { id, include }) => {
    const container = await session.owners.shipments.getContainer({ accountId: session.accountId, id });
    const wants = new Set(include);
    const records = await recordsOf(session, { shipments: [container.shipmentId], terminals: [container.podTerminalId], events: wants.has('transport_events') ? container.transportEventIds : [] });
    const events = eventsOf(container, records);
    const named = events.length === 0 ? records : await recordsOf(session, namedBy(events), records);
    const shipment = records.shipments.get(container.shipmentId);
    const terminal = records.terminals.get(container.podTerminalId ?? '');
    return {
      rows: events.length,
      mapped: (count) => given({
        container: containerView(container, records, session.now()),
        shipment: wants.has('shipment') && shipment !== undefined ? shipmentRow(shipment) : undefined,
        podTerminal: wants.has('pod_terminal') && terminal !== undefined ? terminalView(terminal) : undefined,
        events: events.slice(-count || events.length).map((event) => eventView(event, named)),
        more: count < events.length ? `${events.length - count} earlier events: call get_container_transport_events` : undefined,
      }),
      raw: (count) => documentOf(shaped('container', container), {
        included: [
          ...(wants.has('shipment') ? shapedAll('shipment', records.shipments.values()) : []),
          ...(wants.has('pod_terminal') ? shapedAll('terminal', records.terminals.values()) : []),
          ...shapedAll('transport_event', events.slice(0, count)),
        ],
      }),
      links: [containerLink(container)],
    };
  },
});
