import type { Event, ListEventsRequest } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { problem } from '@landfall/kit/problem';
import { documentOf } from '@landfall/resources/document';
import { event as eventResource } from '@landfall/resources/events';
import type { ResourceObject } from '@landfall/resources/resource';
import type { Response } from 'express';
import type { Owners } from '../app/ports.js';
import { listed } from './lists.js';
import { route, type Call, type Route } from './route.js';
import { storedRows } from './stored-rows.js';

const tag = 'Events';
const EVENT_STREAM = 'text/event-stream';
/** Proxies cut connections that say nothing for a minute or so. */
const HEARTBEAT_MS = 15_000;

const LIST = listed({ paging: 'sequence', filters: { type: 'text', container: 'text', shipment: 'text', created_at: 'time' } });

const happenedWith = (event: Event): ResourceObject[] => storedRows(event.includedJson, (json) => json);

const sequenceOf = (text: string, parameter: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw problem('invalid_parameter', 'A place in the event log is a whole number.', { parameter });
  return Number(text);
};

const only = (call: Call, field: string): string | undefined => {
  const found = call.query.filters.find((filter) => filter.field === field);
  if (found !== undefined && (found.op !== 'eq' || found.values.length > 1)) throw problem('invalid_parameter', `The filter ${field} takes one id.`, { parameter: `filter[${field}]` });
  return found?.values[0];
};

const bound = (call: Call, ops: readonly string[]): Date | undefined => {
  const found = call.query.filters.find(({ field, op }) => field === 'created_at' && ops.includes(op));
  return found?.values[0] === undefined ? undefined : new Date(found.values[0]);
};

const asked = (call: Call, afterSequence: number): ListEventsRequest => ({
  accountId: call.accountId,
  afterSequence,
  size: call.query.page.size,
  types: call.query.filters.filter(({ field }) => field === 'type').flatMap(({ values }) => values),
  containerId: only(call, 'container'),
  shipmentId: only(call, 'shipment'),
  since: bound(call, ['gte', 'gt', 'eq']),
  until: bound(call, ['lte', 'lt']),
});

const frame = (event: Event): string => {
  const document = documentOf(eventResource.of(event), { included: happenedWith(event) });
  return `id: ${event.sequence}\nevent: ${event.event}\ndata: ${JSON.stringify(document)}\n\n`;
};

/** Waits while the reader is slow, so that the log is held and not our memory. */
const write = async (res: Response, text: string, signal: AbortSignal): Promise<void> => {
  if (res.write(text) || signal.aborted) return;
  await new Promise<void>((resolve) => {
    res.once('drain', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
};

const pour = ({ webhooks }: Owners, request: ListEventsRequest) => async (res: Response, signal: AbortSignal): Promise<void> => {
  // A connection that carried a stream is not worth keeping: on shutdown it would be waited for.
  res.writeHead(200, { 'Content-Type': EVENT_STREAM, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no', Connection: 'close' });
  res.write(': the event log\n\n');
  const heartbeat = setInterval(() => res.write(': still here\n\n'), HEARTBEAT_MS);
  try {
    for await (const event of webhooks.streamEvents(request, signal)) await write(res, frame(event), signal);
  } finally {
    clearInterval(heartbeat);
    // The reader comes back by itself and says where it was.
    res.end();
  }
};

/** Where a stream begins: where the reader was, where it says, or at what comes next. */
const start = async ({ webhooks }: Owners, call: Call): Promise<number> => {
  if (call.lastEventId !== undefined) return sequenceOf(call.lastEventId, 'Last-Event-ID');
  if (call.query.page.after !== '') return sequenceOf(call.query.page.after, 'page[after]');
  return (await webhooks.listEvents({ ...asked(call, 0), size: 1 })).lastSequence;
};

export const eventRoutes = (owners: Owners): Route[] => [
  route({
    method: 'get', path: '/events', name: 'listEvents', says: 'Reads the event log of the account, in order.', tag, scope: 'read', gives: { many: 'event' }, list: LIST,
    handle: async (call) => {
      const { size, after } = call.query.page;
      const { items } = await owners.webhooks.listEvents(asked(call, after === '' ? 0 : sequenceOf(after, 'page[after]')));
      const nextAfter = items.length < size ? '' : String(items.at(-1)?.sequence ?? '');
      // The same record may be in several events; the newest state is shown.
      return { is: 'many', messages: items, total: null, nextAfter, known: items.flatMap(happenedWith) };
    },
  }),
  route({
    method: 'get', path: '/events/stream', name: 'streamEvents', says: 'Follows the event log as Server-Sent Events.', tag, scope: 'read', gives: { stream: EVENT_STREAM }, list: LIST,
    handle: async (call) => ({ is: 'stream', pour: pour(owners, asked(call, await start(owners, call))) }),
  }),
];
