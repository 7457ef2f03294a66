import type { Attempt, Notification, Webhook, WebhookHealth } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { DELIVERY_STATUSES } from '@landfall/shipping/delivery-status';
import { at, flag, label, listOf, moment, objectOf, orNull, text, texts, whole, word } from './json.js';
import { either, held, one, resource } from './resource.js';

const healthOf = (h: WebhookHealth | undefined) =>
  h === undefined ? null : {
    last_success_at: at(h.lastSuccessAt),
    last_failure_at: at(h.lastFailureAt),
    failing_since: at(h.failingSince),
    recent_attempts: h.recentAttempts,
    recent_failures: h.recentFailures,
    breaker: h.breaker,
  };

export const webhook = resource<Webhook>('webhook', {
  fields: {
    url: text,
    active: flag,
    events: texts,
    secret: label,
    signing_public_key: label,
    headers: listOf(objectOf({ name: text, value: text })),
    created_at: moment,
    updated_at: moment,
    deactivated_reason: label,
    health: orNull(objectOf({ last_success_at: moment, last_failure_at: moment, failing_since: moment, recent_attempts: whole, recent_failures: whole, breaker: text })),
  },
  attributes: (w) => ({
    url: w.url,
    active: w.active,
    events: w.events,
    secret: w.secret ?? null,
    signing_public_key: w.signingPublicKey ?? null,
    headers: w.headers.map(({ name, value }) => ({ name, value })),
    created_at: at(w.createdAt),
    updated_at: at(w.updatedAt),
    deactivated_reason: w.deactivatedReason ?? null,
    health: healthOf(w.health),
  }),
});

/** An endpoint that only fails, some way on its way to being switched off; kept in the event log, so no contract has it. */
export interface WebhookFailing {
  id: string;
  webhookId: string;
  timestamp: Date;
  /** Of the days and of the failures that it takes, whichever are fewer. */
  percent: number;
  failingSince?: Date | undefined;
  failuresInARow: number;
}

export const webhookFailingEvent = resource<WebhookFailing>('webhook_failing_event', {
  fields: { timestamp: moment, percent: whole, failing_since: moment, failures_in_a_row: whole },
  attributes: (e) => ({ timestamp: at(e.timestamp), percent: e.percent, failing_since: at(e.failingSince), failures_in_a_row: e.failuresInARow }),
  relationships: { webhook: one('webhook', (e) => e.webhookId) },
});

/** What an event may be about. */
export const REFERENCE_TYPES = [
  'tracking_request',
  'transport_event',
  'estimated_event',
  'container_created_event',
  'container_updated_event',
  'container_pod_terminal_changed_event',
  'webhook',
  'webhook_failing_event',
] as const;

export const webhookNotification = resource<Notification>('webhook_notification', {
  fields: { id: text, event: text, delivery_status: word(...DELIVERY_STATUSES), created_at: moment, next_attempt_at: moment },
  attributes: (n) => ({
    // The interface repeats the id here, against JSON:API; clients of the original read it.
    id: n.id,
    event: n.event,
    delivery_status: n.deliveryStatus,
    created_at: at(n.createdAt),
    next_attempt_at: at(n.nextAttemptAt),
  }),
  relationships: {
    reference_object: either(REFERENCE_TYPES, (n) => n.referenceId, (n) => n.referenceType),
    webhook: one('webhook', (n) => n.webhookId),
    webhook_notification_logs: held('webhook_notification_log', (n) => n.attempts),
  },
});

/** The outcomes of D-46. */
export const OUTCOMES = ['succeeded', 'refused', 'timeout', 'dns', 'tls', 'connect', 'blocked'] as const;

export const webhookNotificationLog = resource<Attempt>('webhook_notification_log', {
  fields: {
    attempt: whole,
    attempted_at: moment,
    duration_ms: whole,
    outcome: word(...OUTCOMES),
    http_status: orNull(whole),
    response_excerpt: label,
    next_attempt_at: moment,
  },
  attributes: (a) => ({
    attempt: a.attempt,
    attempted_at: at(a.attemptedAt),
    duration_ms: a.durationMs,
    outcome: a.outcome,
    http_status: a.httpStatus ?? null,
    response_excerpt: a.responseExcerpt ?? null,
    next_attempt_at: at(a.nextAttemptAt),
  }),
  relationships: { webhook_notification: one('webhook_notification', (a) => a.notificationId) },
});
