import { PUBLIC_EVENT_NAMES } from '@landfall/shipping/public-event';
import { expect } from 'chai';
import { exampleNotice } from '../src/examples.js';
import { documentOf } from '../src/document.js';
import { includedOf, referenceOf } from '../src/notice.js';
import { webhookNotification } from '../src/webhooks.js';
import { jsonApiFaults } from './json-api.js';

const body = (event: (typeof PUBLIC_EVENT_NAMES)[number]) => {
  const notice = exampleNotice(event);
  const data = webhookNotification.of({ accountId: notice.accountId, id: notice.id, event, deliveryStatus: 'pending', webhookId: notice.accountId, eventId: notice.id, sequence: 1, referenceType: notice.referenceType, referenceId: notice.referenceId, attempts: [] });
  return { notice, document: documentOf(data, { included: includedOf(notice) }) };
};

describe('example notices', () => {
  for (const event of PUBLIC_EVENT_NAMES) {
    it(`${event}: the body is JSON:API and starts with what the event is about [D-48] [D-41]`, () => {
      const { notice, document } = body(event);
      expect(jsonApiFaults(JSON.parse(JSON.stringify(document)), true)).to.deep.equal([]);
      expect(document.included?.[0]).to.deep.equal(referenceOf(notice));
      expect(document.included?.[0]).to.include({ type: notice.referenceType, id: notice.referenceId });
    });
  }

  it('always includes shipment and container where the event has them [D-41]', () => {
    const types = (event: (typeof PUBLIC_EVENT_NAMES)[number]) => (body(event).document.included ?? []).map(({ type }) => type);
    expect(types('container.transport.available')).to.include.members(['shipment', 'container']);
    expect(types('tracking_request.succeeded')).to.include.members(['tracking_request', 'shipment', 'container']);
    expect(types('tracking_request.failed')).to.deep.equal(['tracking_request']);
    expect(types('container.transport.rail_unloaded')).to.include.members(['metro_area', 'rail_terminal']);
  });
});
