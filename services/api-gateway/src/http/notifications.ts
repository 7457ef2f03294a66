import type { Notification } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { exampleNotice } from '@landfall/resources/examples';
import { includedOf } from '@landfall/resources/notice';
import type { ResourceObject } from '@landfall/resources/resource';
import { isPublicEventName, PUBLIC_EVENT_NAMES, type PublicEventName } from '@landfall/shipping/public-event';
import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { anyBody } from './body.js';
import { listed, many, one, pageOf } from './lists.js';
import { route, type Answer, type Call, type Route } from './route.js';
import { storedRows } from './stored-rows.js';

const tag = 'Webhook notifications';
const type = 'webhook_notification';
const of = (call: Call) => ({ accountId: call.accountId, id: call.params['id'] ?? '' });

/** The records as they were when the event happened: that is what was sent (D-41). */
const sentWith = (notifications: readonly Notification[]): ResourceObject[] => notifications.flatMap(({ body }) => storedRows(body, (json) => (json as { included?: unknown }).included));

const wants = ({ query }: Call, relation: string): boolean => relation in query.include;

const withAttempts = async ({ webhooks }: Owners, call: Call, notifications: readonly Notification[]): Promise<readonly Notification[]> => {
  if (!wants(call, 'webhook_notification_logs') || notifications.every(({ attempts }) => attempts.length > 0)) return notifications;
  const { items } = await webhooks.listAttempts({ accountId: call.accountId, notificationIds: notifications.map(({ id }) => id) });
  return notifications.map((row) => ({ ...row, attempts: items.filter(({ notificationId }) => notificationId === row.id) }));
};

const reads = (owners: Owners): Route[] => [
  route({
    method: 'get', path: '/webhook_notifications', name: 'listWebhookNotifications', says: 'Lists notifications, newest first.', tag, scope: 'read', gives: { many: type },
    list: listed({ sorts: ['created_at'], filters: { status: 'text', event: 'text', webhook: 'text', created_at: 'time' } }),
    handle: async (call) => {
      const { accountId, query: { filters, sort } } = call;
      const { items, page } = await owners.webhooks.listNotifications({ accountId, page: pageOf(call), filters, sort, withBody: wants(call, 'reference_object') });
      return { ...many({ items: await withAttempts(owners, call, items), page }), known: sentWith(items) } as Answer;
    },
  }),
  route({
    method: 'get', path: '/webhook_notifications/:id', name: 'getWebhookNotification', says: 'Reads a notification.', tag, scope: 'read', gives: { one: type },
    handle: async (call) => {
      const found = await owners.webhooks.getNotification(of(call));
      const [row] = await withAttempts(owners, call, [found]);
      return { is: 'one', message: row, known: sentWith([found]) };
    },
  }),
  route({
    method: 'post', path: '/webhook_notifications/:id/redeliver', name: 'redeliverNotification', says: 'Sends a notification once more, byte for byte.', tag, scope: 'webhooks:write', gives: { one: type }, body: anyBody,
    handle: async (call) => one(await owners.webhooks.redeliverNotification(of(call))),
  }),
];

const example = (event: PublicEventName, n: number) => {
  const notice = exampleNotice(event);
  const message: Notification = { accountId: notice.accountId, id: notice.id, event, deliveryStatus: 'pending', createdAt: notice.createdAt, webhookId: '', eventId: notice.id, sequence: n + 1, referenceType: notice.referenceType, referenceId: notice.referenceId, attempts: [] };
  return { message, included: includedOf(notice) };
};

const EVERYTHING = ['shipment', 'container', 'location', 'terminal', 'vessel', 'port', 'tracked_object', 'tracked_object.containers', 'terminal.port'].map((relation) => `reference_object.${relation}`).join();

const examples: Route = route({
  method: 'get', path: '/webhook_notifications/examples', name: 'listWebhookNotificationExamples', says: 'Shows what each event looks like.', tag, scope: 'read', gives: { many: type },
  include: EVERYTHING,
  list: listed(),
  extras: z.object({ event: z.string().refine((name): name is PublicEventName => isPublicEventName(name), 'is no event; GET /webhooks/events lists them').optional() }),
  handle: async ({ extras: { event }, query: { page } }) => {
    const names = event === undefined ? PUBLIC_EVENT_NAMES : [event];
    const shown = names.map(example).slice((page.number - 1) * page.size, page.number * page.size);
    return { is: 'many', messages: shown.map(({ message }) => message), total: names.length, known: shown.flatMap(({ included }) => included) };
  },
});

export const notificationRoutes = (owners: Owners): Route[] => [...reads(owners), examples];
