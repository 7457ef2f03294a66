import type { LogEntry } from '../../src/domain/log-entry.js';
import type { Notification } from '../../src/domain/notification.js';
import type { Webhook } from '../../src/domain/webhook.js';

export const NOW = new Date('2026-03-01T12:00:00Z');
export const later = (ms: number): Date => new Date(NOW.getTime() + ms);
export const SECOND = 1_000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

export const SEALED = { keyId: 'k', iv: 'i', tag: 't', text: 's' };

export const aWebhook = (change: Partial<Webhook> = {}): Webhook => ({
  id: 'webhook-1', accountId: 'account-1', url: 'https://shop.test/hook', active: true, events: ['container.created'], headers: [], secret: SEALED,
  createdAt: NOW, updatedAt: NOW, revision: 1, ...change,
});

export const anEntry = (change: Partial<LogEntry> = {}): LogEntry => ({
  id: 'event-1', accountId: 'account-1', sequence: 1, event: 'container.created', occurredAt: NOW, createdAt: NOW,
  referenceType: 'container_created_event', referenceId: 'reference-1', included: '[]', ...change,
});

export const aNotification = (change: Partial<Notification> = {}): Notification => ({
  id: 'notification-1', accountId: 'account-1', webhookId: 'webhook-1', eventId: 'event-1', event: 'container.created', sequence: 1,
  referenceType: 'container_created_event', referenceId: 'reference-1', createdAt: NOW, status: 'pending', tries: 0, attempts: 0, dueAt: NOW, nextAttemptAt: NOW,
  body: '{}', ...change,
});
