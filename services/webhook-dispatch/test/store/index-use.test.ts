import { planOf } from '@landfall/testkit/index-use';
import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import { events } from '../../src/store/events.js';
import { healthRecords } from '../../src/store/health-records.js';
import { notificationFilter } from '../../src/store/notification-filters.js';
import { notifications } from '../../src/store/notifications.js';
import { webhooks } from '../../src/store/webhooks.js';
import { NOW } from '../fakes/a-notification.js';

const filter = (field: string, op: string, value: string) => notificationFilter('account-1', [{ field, op, values: [value] }]);

describe('the queries of webhook-dispatch', () => {
  let store: TestMongo;
  before(async () => {
    store = await testMongo();
    for (const make of [events, notifications]) make(store.connection);
    webhooks(store.connection, () => NOW);
    healthRecords(store.connection, () => NOW);
    await withIndexes(store.connection);
  });
  after(() => store.stop());

  const NEWEST = { createdAt: -1, _id: -1 } as const;
  const queries: [collection: string, filter: Record<string, unknown>, sort: Record<string, 1 | -1>][] = [
    ['events', { accountId: 'a', sequence: { $gt: 5 } }, { sequence: 1 }],
    ['events', { accountId: 'a', sequence: { $gt: 5 }, containerId: 'c' }, { sequence: 1 }],
    ['events', { accountId: 'a', sequence: { $gt: 5 }, shipmentId: 's' }, { sequence: 1 }],
    ['events', { accountId: 'a', sequence: { $gt: 5 }, event: { $in: ['container.created'] } }, { sequence: 1 }],
    ['webhooks', { accountId: 'a' }, NEWEST],
    ['webhooks', { accountId: 'a', active: true, events: 'container.created' }, {}],
    ['webhook_notifications', notificationFilter('a', []), NEWEST],
    ['webhook_notifications', filter('status', 'eq', 'failed'), NEWEST],
    ['webhook_notifications', filter('event', 'eq', 'container.created'), NEWEST],
    ['webhook_notifications', filter('webhook', 'eq', 'w'), NEWEST],
    ['webhook_notifications', filter('created_at', 'gte', NOW.toISOString()), NEWEST],
    ['webhook_notifications', { dueAt: { $lte: NOW, $exists: true }, webhookId: { $nin: ['w'] } }, { dueAt: 1 }],
    ['webhook_health', { warnAt: { $lte: NOW, $exists: true } }, { warnAt: 1 }],
    ['webhook_notification_logs', { accountId: 'a', notificationId: { $in: ['n'] } }, { notificationId: 1, attempt: 1 }],
  ];
  for (const [collection, query, sort] of queries) {
    it(`walk an index: ${collection} ${JSON.stringify(query)} [D-45]`, async () => {
      expect(await planOf(store.connection, collection, query, sort)).to.include('IXSCAN').and.not.to.include('COLLSCAN');
    });
  }

  it('refuse what no index answers, naming the parameter [D-05]', () => {
    expect(() => filter('colour', 'eq', 'red')).to.throw().that.has.nested.property('more.parameter', 'filter[colour]');
    expect(() => filter('event', 'gt', 'a')).to.throw().that.has.property('code', 'invalid_parameter');
    expect(() => filter('created_at', 'gte', 'soon')).to.throw().that.has.property('code', 'invalid_parameter');
  });
});
