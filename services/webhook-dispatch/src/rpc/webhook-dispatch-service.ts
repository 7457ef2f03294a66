import type { WebhookDispatchServiceServer } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { serverStream, unary } from '@landfall/kit/grpc';
import { problem } from '@landfall/kit/problem';
import type { App } from '../app/index.js';
import type { Webhook } from '../domain/webhook.js';
import { fromList, fromListEvents, fromReplay, fromWrite, toAttempt, toEvent, toNotification, toTrigger, toWebhook } from '../messages.js';

// A live reader takes what there is in batches of this size.
const STREAM_BATCH = 200;

type Served<Name extends keyof WebhookDispatchServiceServer> = Pick<WebhookDispatchServiceServer, Name>;
type WebhookMethods = Served<'createWebhook' | 'getWebhook' | 'batchGetWebhooks' | 'listWebhooks' | 'updateWebhook' | 'deleteWebhook' | 'rotateSecret' | 'replayWebhook' | 'triggerWebhook'>;

const webhookMethods = (app: App): WebhookMethods => {
  const { webhooks, health, secrets, around } = app.ports;
  const shown = (webhook: Webhook) => toWebhook(webhook, secrets.open(webhook.secret, webhook.id), undefined, around.now());
  const withHealth = async (all: readonly Webhook[], accountId: string) => {
    const whole = await Promise.all(all.map(app.paired));
    const states = new Map((await health.findMany(accountId, all.map(({ id }) => id))).map((state) => [state.webhookId, state]));
    return whole.map((webhook) => toWebhook(webhook, secrets.open(webhook.secret, webhook.id), states.get(webhook.id), around.now()));
  };
  return {
    createWebhook: unary(async (input) => shown(await app.createWebhook(fromWrite(input)))),
    getWebhook: unary(async ({ accountId, id }) => {
      const [webhook] = await withHealth(await webhooks.findMany(accountId, [id]), accountId);
      if (!webhook) throw problem('not_found', `No webhook has the id ${id}.`);
      return webhook;
    }),
    batchGetWebhooks: unary(async ({ accountId, ids }) => ({ items: await withHealth(await webhooks.findMany(accountId, ids), accountId), page: undefined })),
    listWebhooks: unary(async (input) => {
      const { items, total, nextAfter } = await webhooks.list(fromList(input));
      return { items: await withHealth(items, input.accountId), page: { total, nextAfter: nextAfter ?? '' } };
    }),
    updateWebhook: unary(async (input) => shown(await app.editWebhook(fromWrite(input)))),
    deleteWebhook: unary(async (input) => ({ deleted: await app.deleteWebhook(input) })),
    rotateSecret: unary(async (input) => shown(await app.rotateSecret(input))),
    replayWebhook: unary(async (input) => ({ queued: await app.replay(fromReplay(input)) })),
    triggerWebhook: unary(async (input) => {
      const { body, sent } = await app.trigger(input);
      return toTrigger(input.url, body, sent);
    }),
  };
};

const notificationMethods = (app: App): Served<'getNotification' | 'listNotifications' | 'redeliverNotification' | 'listAttempts'> => {
  const { notifications } = app.ports;
  return {
    getNotification: unary(async ({ accountId, id }) => {
      const notification = await notifications.find(accountId, id);
      if (!notification) throw problem('not_found', `No webhook notification has the id ${id}.`);
      return toNotification(notification, await notifications.attemptsOf(accountId, [id]), true);
    }),
    listNotifications: unary(async (input) => {
      const { items, total, nextAfter } = await notifications.list(fromList(input));
      return { items: items.map((item) => toNotification(item, [], input.withBody === true)), page: { total, nextAfter: nextAfter ?? '' } };
    }),
    redeliverNotification: unary(async (input) => toNotification(await app.redeliver(input), [], true)),
    listAttempts: unary(async ({ accountId, notificationIds }) => ({ items: (await notifications.attemptsOf(accountId, notificationIds)).map(toAttempt) })),
  };
};

export const webhookDispatchService = (app: App): WebhookDispatchServiceServer => ({
  ...webhookMethods(app),
  ...notificationMethods(app),
  listEvents: unary(async (input) => ({ items: (await app.ports.events.list(fromListEvents(input))).map(toEvent), lastSequence: await app.ports.events.lastSequence(input.accountId) })),
  streamEvents: serverStream(async function* (input, signal) {
    for await (const entry of app.follow({ ...fromListEvents(input), size: STREAM_BATCH }, signal)) yield toEvent(entry);
  }),
});
