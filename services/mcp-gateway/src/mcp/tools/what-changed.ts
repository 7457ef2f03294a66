import type { Event } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { documentOf } from '@landfall/resources/document';
import type { ResourceObject } from '@landfall/resources/resource';
import { problem } from '@landfall/kit/problem';
import { z } from 'zod';
import { cutNote } from '../../domain/budget.js';
import { given, moment } from '../../domain/compact.js';
import { rankOf, URGENCIES } from '../../domain/urgency.js';
import { shapedAll } from '../records.js';
import { facts, instant, text, textFacts, whole } from '../schema.js';
import { tool } from '../tool.js';

/** Urgency is told within a stretch of the log; a hundred events are a stretch that one answer can sum up. */
const STRETCH = 100;

const DAY_MS = 86_400_000;

const includedIn = (event: Event): ResourceObject[] => (event.includedJson.length === 0 ? [] : (JSON.parse(Buffer.from(event.includedJson).toString()) as ResourceObject[]));

const about = (event: Event): Record<string, unknown> => {
  const included = includedIn(event);
  const attribute = (type: string, name: string): unknown => included.find((row) => row.type === type)?.attributes[name];
  const changeset = attribute('container_updated_event', 'changeset');
  return given({
    container: attribute('container', 'number'),
    billOfLading: attribute('shipment', 'bill_of_lading_number'),
    changed: changeset === undefined ? undefined : JSON.stringify(changeset),
    estimated: attribute('estimated_event', 'estimated_timestamp'),
  });
};

const eventView = (event: Event) => given({
  urgency: URGENCIES[rankOf(event.event)],
  event: event.event,
  occurredAt: moment(event.occurredAt ?? event.createdAt),
  ...about(event),
  containerId: event.containerId,
  shipmentId: event.containerId === undefined ? event.shipmentId : undefined,
  sequence: event.sequence,
});

const byUrgency = (a: Event, b: Event): number => rankOf(a.event) - rankOf(b.event) || b.sequence - a.sequence;

const ROW = facts({ ...textFacts('urgency', 'event', 'occurredAt', 'container', 'billOfLading', 'changed', 'estimated', 'containerId', 'shipmentId'), sequence: whole });

export const whatChanged = tool({
  name: 'what_changed',
  title: 'What changed',
  says: 'Events of the account since a time or a sequence, most urgent first. Each cites its sequence in the event log. Without since and after_sequence: the last day.',
  input: {
    since: instant.optional().describe('ISO 8601.'),
    after_sequence: z.int().min(0).optional().describe('Last sequence you know.'),
    container_id: z.uuid().optional().describe('Only of this container.'),
    page_size: z.int().min(1).max(50).default(15).describe('Most events to tell.'),
  },
  output: { events: z.array(ROW), total: whole, lastSequence: whole, more: text },
  instead: 'Leave out container_id to see all events.',
  answer: async ({ owners, accountId, now }, { since, after_sequence: after, container_id: containerId, page_size: size }) => {
    if (since !== undefined && after !== undefined) throw problem('invalid_parameter', 'Pass since or after_sequence, not both.', { parameter: 'since' });
    const from = since !== undefined ? new Date(since) : after === undefined ? new Date(now().getTime() - DAY_MS) : undefined;
    const { items, lastSequence } = await owners.webhooks.listEvents({ accountId, afterSequence: after ?? 0, size: STRETCH, types: [], containerId, since: from });
    const events = [...items].sort(byUrgency).slice(0, size);
    const readTo = items.at(-1)?.sequence ?? lastSequence;
    const more = items.length === STRETCH && readTo < lastSequence ? `The log goes on: pass after_sequence ${readTo}` : items.length > size ? `${items.length - size} less urgent events: pass page_size ${Math.min(50, items.length)}` : undefined;
    return {
      rows: events.length,
      mapped: (count) => ({ events: events.slice(0, count).map(eventView), total: items.length, lastSequence: readTo, ...given({ more, note: cutNote(count, events.length) }) }),
      raw: (count) => documentOf(shapedAll('event', events.slice(0, count)), { meta: { total: items.length, last_sequence: readTo } }),
    };
  },
});
