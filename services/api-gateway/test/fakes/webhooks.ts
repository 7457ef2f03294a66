import type { Event, ListEventsRequest, WebhookDispatchServiceService, WriteWebhookRequest } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { newId } from '@landfall/kit/identity';
import { problem } from '@landfall/kit/problem';
import type { Methods } from './methods.js';
import type { World } from './world.js';

const eventsOf = ({ events }: World, { accountId, afterSequence, types, containerId, shipmentId }: ListEventsRequest): Event[] =>
  events.of(accountId)
    .filter((event) => event.sequence > afterSequence && (types.length === 0 || types.includes(event.event)))
    .filter((event) => (containerId === undefined || event.containerId === containerId) && (shipmentId === undefined || event.shipmentId === shipmentId))
    .sort((a, b) => a.sequence - b.sequence);

export const webhookMethods = (world: World): Methods<typeof WebhookDispatchServiceService> => {
  const { webhooks, notifications } = world;
  const check = ({ url }: WriteWebhookRequest) => {
    if (url?.startsWith('https://10.') === true) throw problem('blocked_address', 'Not a public address.', { pointer: '/data/attributes/url' });
  };
  return {
    createWebhook: (input) => {
      check(input);
      return webhooks.put({ accountId: input.accountId, id: newId(), url: input.url ?? '', active: input.active ?? true, events: input.events?.values ?? [], headers: input.headers?.values ?? [], secret: 'whsec_new', createdAt: new Date(), updatedAt: new Date(), revision: 1 });
    },
    getWebhook: (input) => webhooks.get(input),
    batchGetWebhooks: ({ accountId, ids }) => ({ items: webhooks.some(accountId, ids) }),
    listWebhooks: (input) => webhooks.list(input),
    updateWebhook: (input) => {
      check(input);
      return webhooks.change(input, (row) => ({ ...row, url: input.url ?? row.url, active: input.active ?? row.active, events: input.events?.values ?? row.events, headers: input.headers?.values ?? row.headers }));
    },
    deleteWebhook: (input) => {
      webhooks.get(input);
      return webhooks.remove(input);
    },
    rotateSecret: (input) => webhooks.change(input, (row) => ({ ...row, secret: 'whsec_rotated' })),
    replayWebhook: (input) => {
      webhooks.get(input);
      return { queued: eventsOf(world, { accountId: input.accountId, afterSequence: input.afterSequence ?? 0, size: 100, types: [] }).length };
    },
    triggerWebhook: ({ url }) => ({ url, succeeded: true, statusCode: 200, requestHeaders: { 'content-type': 'application/json' }, requestBody: '{}', responseHeaders: {}, responseBody: 'ok' }),
    getNotification: (input) => notifications.get(input),
    listNotifications: (input) => {
      const list = notifications.list(input);
      return { ...list, items: list.items.map((row) => (input.withBody === true ? row : { ...row, body: undefined })) };
    },
    redeliverNotification: (input) => notifications.get(input),
    listAttempts: ({ accountId, notificationIds }) => ({ items: notifications.some(accountId, notificationIds).flatMap(({ attempts }) => attempts) }),
    listEvents: (input) => {
      const all = eventsOf(world, input);
      return { items: all.slice(0, input.size), lastSequence: Math.max(0, ...world.events.of(input.accountId).map(({ sequence }) => sequence)) };
    },
  };
};

/** What is there, and then whatever is added, until the listener goes. */
async function* follow(world: World, request: ListEventsRequest, signal: AbortSignal): AsyncIterable<Event> {
  let afterSequence = request.afterSequence;
  while (!signal.aborted) {
    for (const event of eventsOf(world, { ...request, afterSequence })) {
      afterSequence = event.sequence;
      yield event;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const webhookStreams = (world: World) => ({ streamEvents: (request: ListEventsRequest, signal: AbortSignal) => follow(world, request, signal) });
