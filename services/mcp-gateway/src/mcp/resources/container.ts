import { toProblem } from '@landfall/kit/problem';
import { ResourceNotFoundError, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { completeContainers } from '../completions.js';
import { CONTAINER_URI } from '../links.js';
import { eventsOf, recordsOf } from '../records.js';
import type { Session } from '../session.js';
import { containerView } from '../views/container.js';
import { eventView, namedBy } from '../views/event.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** `podEtaAt` is `Pod eta at` to a reader. */
const label = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const said = (value: unknown): string => (Array.isArray(value) ? value.join('; ') : String(value));

const section = (title: string, known: Record<string, unknown>): string[] => [`## ${title}`, '', ...Object.entries(known).map(([name, value]) => `- ${label(name)}: ${said(value)}`), ''];

/** A container as a page to read: what is known now, and what happened. Times are UTC. */
const pageOf = async (session: Session, id: string): Promise<string> => {
  const container = await session.owners.shipments.getContainer({ accountId: session.accountId, id });
  const records = await recordsOf(session, { shipments: [container.shipmentId], terminals: [container.podTerminalId], events: container.transportEventIds });
  const events = eventsOf(container, records);
  const named = await recordsOf(session, namedBy(events), records);
  const { milestones, demurrage, ...now } = containerView(container, records, session.now()) as Record<string, unknown> & { milestones?: Record<string, unknown>; demurrage?: Record<string, unknown> };
  const timeline = events.map((event) => eventView(event, named)).map(({ event, at, location, vessel, source }) => `- ${[at, event, location, vessel, source].filter(Boolean).join(' · ')}`);
  return [
    `# Container ${container.number ?? container.id}`, '',
    ...section('Now', now),
    ...(demurrage === undefined ? [] : section('Pick-up', demurrage)),
    ...(milestones === undefined ? [] : section('Milestones', milestones)),
    '## What happened', '', ...timeline, '',
  ].join('\n');
};

export const registerContainer = (server: McpServer, session: Session): void => {
  const template = new ResourceTemplate(CONTAINER_URI, { list: undefined, complete: { id: (value) => completeContainers(session, value, ({ id }) => id) } });
  const about = { title: 'Container', description: 'One container: status, pick-up, milestones and events.', mimeType: 'text/markdown' };
  server.registerResource('container', template, about, async (uri, { id }) => {
    try {
      if (typeof id !== 'string' || !UUID.test(id)) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: await pageOf(session, id) }] };
    } catch (error) {
      if (toProblem(error).code === 'not_found') throw new ResourceNotFoundError(uri.href);
      throw error;
    }
  });
};
