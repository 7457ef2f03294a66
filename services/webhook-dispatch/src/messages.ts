import type { Notice } from '@landfall/contracts/gen/notice/v1/notice';
import type { Attempt as AttemptMessage, Event as EventMessage, ListEventsRequest, ListRequest, Notification as NotificationMessage, ReplayWebhookRequest, TriggerWebhookResponse, Webhook as WebhookMessage, WriteWebhookRequest } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { exampleNotice } from '@landfall/resources/examples';
import { includedOf } from '@landfall/resources/notice';
import { webhook as webhookResource, webhookFailingEvent, webhookNotification } from '@landfall/resources/webhooks';
import { isPublicEventName, type LogOnlyEvent } from '@landfall/shipping/public-event';
import type { EventQuery, Sent } from './app/ports.js';
import { breakerOf, recent, type Health } from './domain/health.js';
import type { LogEntry, NewEntry } from './domain/log-entry.js';
import type { Attempt, Notification } from './domain/notification.js';
import type { Webhook } from './domain/webhook.js';

export const fromNotice = (notice: Notice): NewEntry => ({
  id: notice.id,
  accountId: notice.accountId,
  event: notice.event,
  occurredAt: notice.occurredAt ?? notice.createdAt ?? new Date(0),
  createdAt: notice.createdAt ?? new Date(0),
  referenceType: notice.referenceType,
  referenceId: notice.referenceId,
  shipmentId: notice.shipmentId,
  containerId: notice.containerId,
  included: JSON.stringify(includedOf(notice)),
});

const toNotificationHead = (notification: Omit<Notification, 'body'>, attempts: readonly Attempt[]): NotificationMessage => ({
  accountId: notification.accountId,
  id: notification.id,
  event: notification.event,
  deliveryStatus: notification.status,
  createdAt: notification.createdAt,
  webhookId: notification.webhookId,
  eventId: notification.eventId,
  sequence: notification.sequence,
  referenceType: notification.referenceType,
  referenceId: notification.referenceId,
  attempts: attempts.map(toAttempt),
  nextAttemptAt: notification.nextAttemptAt,
  body: undefined,
});

/** The body of a delivery (D-41): the notification as it is when first sent, and the records as they were at the event. */
export const toBody = (entry: LogEntry, notification: Omit<Notification, 'body'>): string =>
  `{"data":${JSON.stringify(webhookNotification.of(toNotificationHead({ ...notification, nextAttemptAt: undefined }, [])))},"included":${entry.included}}`;

/** A trial delivery's body, of records that never were. */
export const sampleBody = (event: string): string | undefined => {
  if (!isPublicEventName(event)) return undefined;
  const notice = exampleNotice(event);
  const head = { id: notice.id, accountId: notice.accountId, webhookId: notice.id, eventId: notice.id, event, sequence: 1, referenceType: notice.referenceType, referenceId: notice.referenceId, createdAt: notice.createdAt ?? new Date(0), status: 'pending' as const, tries: 0, attempts: 0 };
  return toBody({ ...fromNotice(notice), sequence: 1 }, head);
};

const resourceOf = (webhook: Webhook, now: Date) => webhookResource.of(toWebhook(webhook, undefined, undefined, now));

export const toWebhookEntry = (event: LogOnlyEvent, webhook: Webhook, id: string, now: Date): NewEntry => ({
  id,
  accountId: webhook.accountId,
  event,
  occurredAt: now,
  createdAt: now,
  referenceType: webhookResource.type,
  referenceId: webhook.id,
  included: JSON.stringify([resourceOf(webhook, now)]),
});

/** Refers to a record of its own: two of them in one list would else show the webhook's newest state and no share. */
export const toFailingEntry = (webhook: Webhook, { failingSince, failuresInARow }: Health, percent: number, id: string, now: Date): NewEntry => ({
  ...toWebhookEntry('webhook.failing', webhook, id, now),
  referenceType: webhookFailingEvent.type,
  referenceId: id,
  included: JSON.stringify([webhookFailingEvent.of({ id, webhookId: webhook.id, timestamp: now, percent, failingSince, failuresInARow }), resourceOf(webhook, now)]),
});

export const toWebhook = (webhook: Webhook, secret: string | undefined, health: Health | undefined, now: Date): WebhookMessage => ({
  accountId: webhook.accountId,
  id: webhook.id,
  url: webhook.url,
  active: webhook.active,
  events: [...webhook.events],
  secret,
  headers: [...webhook.headers],
  createdAt: webhook.createdAt,
  updatedAt: webhook.updatedAt,
  revision: webhook.revision,
  deactivatedReason: webhook.deactivatedReason,
  signingPublicKey: webhook.pair?.publicKey,
  health: health && {
    lastSuccessAt: health.lastSuccessAt,
    lastFailureAt: health.lastFailureAt,
    failingSince: health.failingSince,
    recentAttempts: recent(health, now).attempts,
    recentFailures: recent(health, now).failures,
    breaker: breakerOf(health, now),
  },
});

export const toNotification = (notification: Notification, attempts: readonly Attempt[], withBody: boolean): NotificationMessage => ({
  ...toNotificationHead(notification, attempts),
  body: withBody ? Buffer.from(notification.body) : undefined,
});

export const toAttempt = ({ id, attempt, attemptedAt, durationMs, outcome, httpStatus, responseExcerpt, nextAttemptAt, notificationId }: Attempt): AttemptMessage => ({
  id, attempt, attemptedAt, durationMs, outcome, httpStatus, responseExcerpt, nextAttemptAt, notificationId,
});

export const toEvent = ({ included, origin, ...entry }: LogEntry): EventMessage => ({ ...entry, shipmentId: entry.shipmentId, containerId: entry.containerId, includedJson: Buffer.from(included) });

export const fromWrite = ({ accountId, id, url, active, events, headers, expectedRevision }: WriteWebhookRequest) => ({ accountId, id, url, active, events: events?.values, headers: headers?.values, expectedRevision });

export const fromList = ({ accountId, page, filters, sort }: ListRequest) => ({
  accountId,
  page: { number: page?.number || 1, size: page?.size || 30, ...(page?.after ? { after: page.after } : {}) },
  filters,
  sort,
});

const MOST_EVENTS = 1_000;

export const fromListEvents = ({ accountId, afterSequence, size, types, containerId, shipmentId, since, until }: ListEventsRequest): EventQuery => ({
  accountId, afterSequence, size: Math.min(size || 30, MOST_EVENTS), types, containerId, shipmentId, since, until,
});

export const fromReplay = ({ accountId, id, since, afterSequence, until }: ReplayWebhookRequest) => ({ accountId, id, since, afterSequence, until });

export const toTrigger = (url: string, body: string, sent: Sent): TriggerWebhookResponse => ({
  url,
  succeeded: sent.outcome === 'succeeded',
  error: sent.outcome === 'succeeded' ? undefined : (sent.fault ?? `The receiver answered ${sent.httpStatus ?? 'nothing'}.`),
  statusCode: sent.httpStatus,
  requestHeaders: sent.requestHeaders,
  requestBody: body,
  responseHeaders: sent.responseHeaders,
  responseBody: sent.responseExcerpt ?? '',
});
