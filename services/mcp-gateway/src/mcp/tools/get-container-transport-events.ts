import { z } from 'zod';
import { eventsOf, recordsOf, shapedAll } from '../records.js';
import { listed, PAGE, PAGE_SHAPE, pageOfRows } from '../listing.js';
import { tool } from '../tool.js';
import { eventShape, eventView, namedBy } from '../views/event.js';

export const getContainerTransportEvents = tool({
  name: 'get_container_transport_events',
  title: 'Get milestones',
  says: 'What happened to a container, oldest first: event, UTC time, place, vessel and who said so. Event names are explained in landfall://docs/milestone-glossary.',
  input: { id: z.uuid().describe('Container id.'), page: PAGE.page, page_size: PAGE.page_size.default(30) },
  output: { events: z.array(eventShape), ...PAGE_SHAPE },
  instead: 'Find container ids with search_container or list_containers.',
  answer: async (session, { id, ...paging }) => {
    const container = await session.owners.shipments.getContainer({ accountId: session.accountId, id });
    const events = eventsOf(container, await recordsOf(session, { events: container.transportEventIds }));
    const items = pageOfRows(events, paging);
    const named = await recordsOf(session, namedBy(items));
    const included = () => [...shapedAll('port', named.ports.values()), ...shapedAll('terminal', named.terminals.values()), ...shapedAll('vessel', named.vessels.values())];
    return listed({ type: 'transport_event', as: 'events', items, view: (event) => eventView(event, named), info: { total: events.length, nextAfter: '' }, paging, included });
  },
});
