import type { Webhook } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { eventCategories } from '@landfall/resources/event-category';
import { flag, listOf, mapOf, objectOf, orNull, text, whole as integer } from '@landfall/resources/json';
import { isPublicEventName, PUBLIC_EVENT_NAMES, type PublicEventName } from '@landfall/shipping/public-event';
import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { anyBody, plainBody, resourceBody } from './body.js';
import { maySeeSecrets } from './credential.js';
import { listed, many, pageOf, whole } from './lists.js';
import { route, type Answer, type Call, type Route } from './route.js';

const tag = 'Webhooks';

const eventName = z.string().refine((name): name is PublicEventName => isPublicEventName(name), 'is no event; GET /webhooks/events lists them');
// `*` stands for everything there is, as in older descriptions of the original; what is stored are the names.
const events = z.array(z.literal('*').or(eventName)).min(1).max(200).transform((names) => (names.includes('*') ? [...PUBLIC_EVENT_NAMES] : names));
const header = z.strictObject({ name: z.string().trim().min(1).max(200), value: z.string().max(4_000) });
const attributes = { url: z.string().trim().min(1).max(2_000), active: z.boolean(), events, headers: z.array(header).max(50) };
const NewWebhook = z.strictObject({ ...attributes, active: attributes.active.default(true), headers: attributes.headers.default([]) });
const EditedWebhook = z.strictObject(attributes).partial();

const of = (call: Call) => ({ accountId: call.accountId, id: call.params['id'] ?? '' });

/** Who may change webhooks may see what they are signed with (D-42); everybody else sees null. */
const shown = ({ principal }: Call, webhook: Webhook): Webhook => (maySeeSecrets(principal) ? webhook : { ...webhook, secret: undefined });

const secret = (call: Call, webhook: Webhook, created?: string): Answer => ({ is: 'one', message: shown(call, webhook), isSecret: true, ...(created !== undefined && { created }) });

const written = ({ url, active, events, headers }: z.output<typeof EditedWebhook>) => ({ url, active, events: events && { values: events }, headers: headers && { values: headers } });

const reads = ({ webhooks }: Owners): Route[] => [
  route({
    method: 'get', path: '/webhooks', name: 'listWebhooks', says: 'Lists webhooks.', tag, scope: 'read', gives: { many: 'webhook' }, list: listed({ sorts: ['created_at'], filters: { active: 'flag' } }),
    handle: async (call) => {
      const { items, page } = await webhooks.listWebhooks({ accountId: call.accountId, page: pageOf(call), filters: call.query.filters, sort: call.query.sort });
      return { ...many({ items: items.map((one) => shown(call, one)), page }), isSecret: true } as Answer;
    },
  }),
  route({
    method: 'get', path: '/webhooks/:id', name: 'getWebhook', says: 'Reads a webhook.', tag, scope: 'read', gives: { one: 'webhook' },
    handle: async (call) => secret(call, await webhooks.getWebhook(of(call))),
  }),
  route({
    method: 'get', path: '/webhooks/events', name: 'listWebhookEvents', says: 'Lists every event a webhook can hear.', tag, scope: 'read', gives: { many: 'webhook_event_category' }, list: whole({ sorts: ['name'] }),
    handle: async () => many({ items: eventCategories }),
  }),
];

const writes = ({ webhooks }: Owners): Route[] => [
  route({
    method: 'post', path: '/webhooks', name: 'createWebhook', says: 'Registers an address; the answer shows the secret.', tag, scope: 'webhooks:write', gives: { one: 'webhook' }, status: 201,
    body: resourceBody({ type: 'webhook', id: 'never', attributes: NewWebhook }),
    handle: async (call) => {
      const made = await webhooks.createWebhook({ accountId: call.accountId, id: '', ...written(call.body.attributes) });
      return secret(call, made, `/v2/webhooks/${made.id}`);
    },
  }),
  route({
    method: 'patch', path: '/webhooks/:id', name: 'updateWebhook', says: 'Edits a webhook.', tag, scope: 'webhooks:write', gives: { one: 'webhook' },
    body: resourceBody({ type: 'webhook', id: 'path', attributes: EditedWebhook }),
    handle: async (call) => secret(call, await webhooks.updateWebhook({ ...of(call), ...written(call.body.attributes), expectedRevision: call.expectedRevision })),
  }),
  route({
    method: 'delete', path: '/webhooks/:id', name: 'deleteWebhook', says: 'Removes a webhook.', tag, scope: 'webhooks:write', gives: { meta: { type: 'object' } },
    handle: async (call) => ({ is: 'meta', meta: { ...(await webhooks.deleteWebhook(of(call))) } }),
  }),
  route({
    method: 'post', path: '/webhooks/:id/rotate_secret', name: 'rotateWebhookSecret', says: 'Makes a new secret and key pair; the old ones sign too for 24 hours.', tag, scope: 'webhooks:write', gives: { one: 'webhook' }, body: anyBody,
    handle: async (call) => secret(call, await webhooks.rotateSecret(of(call))),
  }),
];

const moment = z.iso.datetime({ offset: true, error: 'must be a date-time' }).transform((value) => new Date(value));
const Stretch = z.strictObject({ since: moment.optional(), after_sequence: z.number().int().min(0).optional(), until: moment.optional() })
  .refine(({ since, after_sequence: sequence }) => (since === undefined) !== (sequence === undefined), { error: 'say either since or after_sequence', path: ['since'] });
// The original wants https; which plain addresses are allowed is the sender's rule (D-47).
const Trial = z.strictObject({ url: attributes.url, event: eventName, secret: z.string().min(1).max(200).nullish() });

const TRIED = objectOf({ url: text, succeeded: flag, error: orNull(text), status_code: orNull(integer), request_headers: mapOf(text), request_body: text, response_headers: mapOf(text), response_body: text });

const acts = ({ webhooks }: Owners): Route[] => [
  route({
    method: 'post', path: '/webhooks/:id/replay', name: 'replayWebhook', says: 'Sends a stretch of the event log once more.', tag, scope: 'webhooks:write', gives: { meta: objectOf({ queued: integer }) }, body: plainBody(Stretch),
    handle: async (call) => {
      const { since, after_sequence: afterSequence, until } = call.body;
      const { queued } = await webhooks.replayWebhook({ ...of(call), since, afterSequence, until });
      return { is: 'meta', meta: { queued } };
    },
  }),
  route({
    method: 'post', path: '/webhooks/trigger', name: 'triggerWebhook', says: 'Sends one sample to any address and tells what came back.', tag, scope: 'webhooks:write', gives: { bare: TRIED }, body: plainBody(Trial),
    handle: async ({ accountId, body: { url, event, secret: key } }) => {
      const t = await webhooks.triggerWebhook({ accountId, url, event, secret: key ?? undefined });
      return { is: 'bare', body: { url: t.url, succeeded: t.succeeded, error: t.error ?? null, status_code: t.statusCode ?? null, request_headers: t.requestHeaders, request_body: t.requestBody, response_headers: t.responseHeaders, response_body: t.responseBody } };
    },
  }),
];

export interface Senders {
  readonly ips: readonly string[];
  readonly updatedAt: string;
}

const ips = ({ ips: list, updatedAt }: Senders): Route =>
  route({
    method: 'get', path: '/webhooks/ips', name: 'listWebhookIps', says: 'Lists the addresses that deliveries come from.', tag, scope: 'read',
    gives: { bare: objectOf({ webhook_notification_ips: listOf(text), last_updated: text }) },
    handle: async () => ({ is: 'bare', body: { webhook_notification_ips: list, last_updated: updatedAt } }),
  });

export const webhookRoutes = (owners: Owners, senders: Senders): Route[] => [...reads(owners), ...writes(owners), ...acts(owners), ips(senders)];
