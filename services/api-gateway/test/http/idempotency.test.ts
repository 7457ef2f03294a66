import { expect } from 'chai';
import { ALPHA, idOf, KEYS } from '../fakes/world.js';
import { expectFault, rig, type Rig } from '../harness.js';

describe('Idempotency-Key', () => {
  let at: Rig;
  let other: Awaited<ReturnType<Rig['replica']>>;
  const create = (requestNumber: string, key: string, more: object = {}) => ({ body: { data: { type: 'tracking_request', attributes: { request_type: 'container', request_number: requestNumber, scac: 'MSCU' } } }, headers: { 'idempotency-key': key }, ...more });

  before(async () => { at = await rig(); other = await at.replica(); });
  after(async () => { await other.stop(); await at.stop(); });

  it('gives the first answer again, byte for byte, from any replica [D-11]', async () => {
    const first = await at.ask('POST', '/v2/tracking_requests', create('IDEM-1', 'key-1'));
    expect(first.status).to.equal(201);
    expect(first.headers.get('idempotent-replayed')).to.equal(null);
    for (const gateway of [at, other]) {
      const again = await gateway.ask('POST', '/v2/tracking_requests', create('IDEM-1', 'key-1'));
      expect([again.status, again.headers.get('idempotent-replayed'), again.headers.get('location')]).to.deep.equal([201, 'true', first.headers.get('location')]);
      expect(again.bytes.equals(first.bytes)).to.equal(true);
    }
    expect(at.owners.calls.filter((name) => name === 'createTrackingRequest')).to.have.length(1);
  });

  it('runs one of many that race, whichever replica they reach [D-11]', async () => {
    const before = at.owners.calls.filter((name) => name === 'createTrackingRequest').length;
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? at : other).ask('POST', '/v2/tracking_requests', create('IDEM-RACE', 'key-race'))));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.every((status) => status === 201 || status === 409), statuses.join()).to.equal(true);
    expect(statuses).to.include(201);
    expect(at.owners.calls.filter((name) => name === 'createTrackingRequest').length - before).to.equal(1);
    for (const reply of replies.filter(({ status }) => status === 409)) expectFault(reply, 409, 'idempotency_in_progress');
  });

  it('refuses another body under the same key [D-11]', async () => {
    await at.ask('POST', '/v2/tracking_requests', create('IDEM-2', 'key-2'));
    expectFault(await other.ask('POST', '/v2/tracking_requests', create('IDEM-OTHER', 'key-2')), 422, 'idempotency_key_reused', 'Idempotency-Key');
  });

  it('keeps refusals too, and is kept apart by account and by path [D-11]', async () => {
    const refused = await at.ask('POST', '/v2/tracking_requests', create('', 'key-3'));
    const again = await other.ask('POST', '/v2/tracking_requests', create('', 'key-3'));
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([422, 'true']);
    expect(again.bytes.equals(refused.bytes)).to.equal(true);
    expect((await at.ask('POST', '/v2/tracking_requests', create('IDEM-B', 'key-3', { key: KEYS.beta }))).status).to.equal(201);
    const shipment = `/v2/shipments/${idOf(ALPHA, 'shipment')}`;
    expect((await at.ask('PATCH', shipment, { body: { data: { type: 'shipment', attributes: { tags: ['x'] } } }, headers: { 'idempotency-key': 'key-3' } })).status).to.equal(200);
  });

  it('sets the key free when the trouble was ours [D-11]', async () => {
    const { put } = at.world.requests;
    at.world.requests.put = () => { throw new Error('a bug'); };
    expectFault(await at.ask('POST', '/v2/tracking_requests', create('IDEM-4', 'key-4')), 500, 'internal');
    at.world.requests.put = put;
    const again = await at.ask('POST', '/v2/tracking_requests', create('IDEM-4', 'key-4'));
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([201, null]);
  });

  it('gives an answer even when it cannot be kept, for the deed is done [D-11]', async () => {
    const own = await rig();
    const { put } = own.world.requests;
    own.world.requests.put = ((row: never) => own.bus.kill().then(() => put(row))) as never;
    expect((await own.ask('POST', '/v2/tracking_requests', create('IDEM-6', 'key-6'))).status).to.equal(201);
    await own.bus.restart();
    await own.stop();
  });

  it('wants a key of 1 to 255 printable characters [D-11]', async () => {
    for (const key of ['', 'x'.repeat(256), 'with space']) expectFault(await at.ask('POST', '/v2/tracking_requests', create('IDEM-5', key)), 400, 'invalid_idempotency_key', 'Idempotency-Key');
  });
});
