import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import type { DcsaEvent } from '../../src/domain/dcsa-event.js';
import { signatureOf } from '../../src/outside/subscriber.js';
import { running, type Running } from '../running.js';

const SECRET = 'c2VjcmV0LWZvci1kb2NzLW9ubHktMzItYnl0ZXMtbG9uZyEh';
const PATH = '/v2/event-subscriptions';

describe('/v2/event-subscriptions', () => {
  let carrier: Running;
  let receiver: LocalServer;
  let status = 204;
  beforeEach(async () => {
    status = 204;
    carrier = await running();
    await carrier.post('/sandbox/clock', { pause: true });
    receiver = await localServer((_, res) => res.writeHead(status).end());
  });
  afterEach(async () => {
    await carrier.stop();
    await receiver.stop();
  });

  const subscribe = (more: object = {}) => carrier.post(PATH, { callbackUrl: receiver.url, secret: SECRET, carrierBookingReference: 'TEST-DIRECT-PUSH', ...more });
  const pushed = (): DcsaEvent[] => receiver.seen.flatMap(({ body }) => JSON.parse(body) as DcsaEvent[]);
  const change = async (path: string, method: string, body?: unknown) =>
    (await fetch(new URL(path, carrier.url), { method, headers: { 'content-type': 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}) })).status;

  it('signs as the published vector says [D-60]', () => {
    expect(signatureOf(SECRET, '[{"eventType":"SHIPMENT"}]')).to.equal('sha256=265abe51fd993f410b8e369ba3ce4e7e54867c5cdcc7bd6b5443918d5f36979f');
  });

  it('tells a subscriber each event once as the clock passes it, signed over what it sends [D-60 D-62]', async () => {
    const { status: made, body } = await subscribe();
    expect(made).to.equal(201);
    expect(body).to.deep.include({ callbackUrl: receiver.url, carrierBookingReference: 'TEST-DIRECT-PUSH' });
    expect(body).to.not.have.property('secret');
    await until('the plan is told', () => pushed().length > 0);
    await carrier.post('/sandbox/clock', { advance: 'P10D' });
    await until('the departure is told', () => pushed().some((event) => event.transportEventTypeCode === 'DEPA' && event.eventClassifierCode === 'ACT'));
    const ids = pushed().map(({ eventID }) => eventID);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const { headers, body: sent } of receiver.seen) {
      expect(headers['subscription-id']).to.equal(body.subscriptionID);
      expect(headers['notification-signature']).to.equal(signatureOf(SECRET, sent));
    }
  });

  it('tries again until it is heard, and then goes on [D-60]', async () => {
    status = 500;
    await subscribe({ eventType: ['SHIPMENT', 'TRANSPORT'], carrierBookingReference: 'TEST-DIRECT-DEAF' });
    await until('it was refused', () => receiver.seen.length > 0);
    await carrier.get('/v2/events?carrierBookingReference=TEST-DIRECT-DEAF');
    status = 204;
    await until('it is told again', () => receiver.seen.length > 1);
    expect(receiver.seen[1]?.body).to.equal(receiver.seen[0]?.body);
    expect(pushed().every(({ eventType }) => eventType !== 'EQUIPMENT')).to.equal(true);
  });

  it('is read, changed, given another secret and ended by its own account only [D-60]', async () => {
    const { body } = await subscribe();
    const path = `${PATH}/${body.subscriptionID}`;
    expect((await carrier.get(PATH)).body).to.deep.equal([body]);
    expect((await carrier.get(path, { 'x-sandbox-account': 'other' })).status).to.equal(404);
    expect(await change(path, 'PUT', { callbackUrl: receiver.url, eventType: ['SHIPMENT'] })).to.equal(200);
    expect((await carrier.get(path)).body).to.deep.equal({ subscriptionID: body.subscriptionID, callbackUrl: receiver.url, eventType: 'SHIPMENT' });
    expect([await change(`${path}/secret`, 'PUT', { secret: SECRET }), await change(`${path}/secret`, 'PUT', { secret: 'short' })]).to.deep.equal([204, 400]);
    expect([await change(path, 'DELETE'), await change(path, 'DELETE'), (await carrier.get(path)).status]).to.deep.equal([204, 404, 404]);
  });

  it('refuses what it could never fulfil [D-60]', async () => {
    for (const wrong of [{ callbackUrl: 'ftp://x' }, { secret: 'c2hvcnQ=' }, { eventType: ['FLIGHT'] }, { limit: 5 }, { eventType: ['SHIPMENT'], equipmentEventTypeCode: ['LOAD'] }]) {
      const { status: refused, body } = await subscribe(wrong);
      expect(refused, JSON.stringify(wrong)).to.equal(400);
      expect(body.errors).to.have.length.greaterThan(0);
    }
  });

  it('signs wrongly, sends twice and backwards on demand [D-60]', async () => {
    for (const fault of ['push_bad_signature', 'push_replayed', 'push_reordered']) await carrier.post('/sandbox/faults', { fault });
    await subscribe();
    await until('it was sent twice', () => receiver.seen.length > 1);
    const [first, second] = receiver.seen;
    expect(second?.body).to.equal(first?.body);
    expect(first?.headers['notification-signature']).to.not.equal(signatureOf(SECRET, first?.body ?? ''));
    const times = (JSON.parse(first?.body ?? '[]') as DcsaEvent[]).map(({ eventCreatedDateTime }) => eventCreatedDateTime);
    expect(times).to.deep.equal([...times].sort().reverse());
  });
});
