import { expect } from 'chai';
import { ALPHA, idOf, KEYS } from '../fakes/world.js';
import { expectFault, faults, rig, type Rig } from '../harness.js';

const document = (attributes: unknown, more: object = {}) => ({ body: { data: { type: 'tracking_request', attributes, ...more } } });

describe('tracking requests over HTTP', () => {
  let at: Rig;
  const requestId = idOf(ALPHA, 'tracking_request');

  before(async () => { at = await rig(); });
  after(() => at.stop());

  it('creates: 201, Location equal to the own link, tracked object null [D-01]', async () => {
    const made = await at.ask('POST', '/v2/tracking_requests', document({ request_type: 'bill_of_lading', request_number: 'NEW-1', scac: 'MSCU', shipment_tags: ['a'] }));
    expect(made.status).to.equal(201);
    expect(made.json.data.attributes).to.deep.include({ status: 'pending', request_number: 'NEW-1', tags: ['a'], shipment_tags: ['a'] });
    expect(made.json.data.relationships.tracked_object).to.deep.equal({ data: null });
    expect(made.headers.get('location')).to.equal(made.json.data.links.self);
    expect((await at.ask('GET', made.headers.get('location')!)).json.data.id).to.equal(made.json.data.id);
  });

  it('refuses a duplicate as the interface says, to the letter [D-22]', async () => {
    const twice = document({ request_type: 'bill_of_lading', request_number: 'TWICE', scac: 'MSCU' });
    await at.ask('POST', '/v2/tracking_requests', twice);
    const refused = await at.ask('POST', '/v2/tracking_requests', twice);
    expect(refused.json.errors[0]).to.deep.include({ status: '422', title: 'Unprocessable Entity', code: 'duplicate', source: { pointer: '/data/attributes/request_number' } });
  });

  it('tells several faults of one document at once [D-08]', async () => {
    const refused = await at.ask('POST', '/v2/tracking_requests', document({ request_number: '', scac: '' }));
    expect(refused.status).to.equal(422);
    expect(faults(refused)).to.deep.equal([['blank', '/data/attributes/request_number'], ['blank', '/data/attributes/scac']]);
    const shapes = await at.ask('POST', '/v2/tracking_requests', document({ request_number: 7, ref_numbers: ['', 'x'.repeat(101)], colour: 'red' }));
    expect(faults(shapes).map(([, pointer]) => pointer)).to.include.members(['/data/attributes/request_number', '/data/attributes/ref_numbers/0', '/data/attributes/ref_numbers/1', '/data/attributes/colour']);
  });

  it('takes a bulk and answers one result an object, in order [D-26]', async () => {
    const row = (request_number: unknown, more: object = {}) => ({ type: 'tracking_request', attributes: { request_type: 'container', request_number, scac: 'MSCU' }, ...more });
    const { status, json } = await at.ask('POST', '/v2/tracking_requests/bulk', { body: { data: [row('BULK-1'), row('BULK-1'), row(3), row('BULK-2'), row('X', { id: 'mine' })] } });
    expect(status).to.equal(200);
    expect(json.data.map((one: { attributes: { outcome: string; errors: { code: string; pointer: string }[] } }) => [one.attributes.outcome, ...one.attributes.errors.map(({ code, pointer }) => `${code} ${pointer}`)])).to.deep.equal([
      ['created'], ['refused', 'duplicate /data/1/attributes/request_number'], ['refused', 'invalid /data/2/attributes/request_number'], ['created'], ['refused', 'client_id_not_allowed /data/4/id'],
    ]);
    expect(json.included.map((one: { attributes: { request_number: string } }) => one.attributes.request_number)).to.deep.equal(['BULK-1', 'BULK-2']);
  });

  it('refuses more than 100 at once [D-26]', async () => {
    const one = { type: 'tracking_request', attributes: {} };
    expectFault(await at.ask('POST', '/v2/tracking_requests/bulk', { body: { data: Array.from({ length: 101 }, () => one) } }), 422, 'limit_reached', '/data');
  });

  it('includes the tracked object of one and of many by default, and lets the caller replace that [TR-05] [D-07]', async () => {
    const one = await at.ask('GET', `/v2/tracking_requests/${requestId}`);
    expect(one.json.included.map(({ type }: { type: string }) => type)).to.deep.equal(['shipment']);
    expect(one.json.included[0].relationships.containers.data).to.have.length(1);
    expect((await at.ask('GET', '/v2/tracking_requests')).json.included.map(({ type }: { type: string }) => type)).to.deep.equal(['shipment']);
    expect((await at.ask('GET', `/v2/tracking_requests/${requestId}?include=`)).json.included).to.deep.equal([]);
    expect((await at.ask('GET', `/v2/tracking_requests/${requestId}?include=customer,user`)).json.included.map(({ type }: { type: string }) => type)).to.have.members(['party', 'user']);
  });

  it('edits labels in the new form and in the old one [TR-06] [D-13]', async () => {
    const path = `/v2/tracking_requests/${requestId}`;
    expect((await at.ask('PATCH', path, document({ ref_numbers: ['A', 'B'], tags: ['t'] }, { id: requestId }))).json.data.attributes).to.deep.include({ ref_numbers: ['A', 'B'], tags: ['t'], shipment_tags: ['t'] });
    expect((await at.ask('PATCH', path, document({ ref_number: 'C' }))).json.data.attributes).to.deep.include({ ref_numbers: ['C'], tags: ['t'] });
    expectFault(await at.ask('PATCH', path, document({ status: 'created' })), 422, 'unknown_attribute', '/data/attributes/status');
  });

  it('cancels what is pending and nothing else, with or without a body [D-15]', async () => {
    const made = await at.ask('POST', '/v2/tracking_requests', document({ request_type: 'container', request_number: 'CANCEL-ME', scac: 'MSCU' }));
    const path = `/v2/tracking_requests/${made.json.data.id as string}/cancel`;
    const cancelled = await at.ask('PATCH', path, document({}, { id: made.json.data.id }));
    expect(cancelled.json.data.attributes).to.include({ status: 'cancelled', failed_reason: 'Cancelled by user' });
    expectFault(await at.ask('PATCH', path), 409, 'not_cancellable');
  });

  it('infers a number from bare JSON [TR-08] [D-25]', async () => {
    const { status, json } = await at.ask('POST', '/v2/tracking_requests/infer_number', { body: { number: 'MSCU1234566' }, headers: { 'content-type': 'application/json' } });
    expect(status).to.equal(200);
    expect(json.data).to.deep.include({ type: 'infer_number_results' });
    expect(json.data.id).to.match(/^req_/);
    expect(json.data.attributes.shipping_line).to.deep.include({ decision: 'auto_select' });
    expectFault(await at.ask('POST', '/v2/tracking_requests/infer_number', { body: {} }), 422, 'blank', '/number');
  });

  it('filters by what the original filters by, and by request_type [TR-04] [D-05] [D-06]', async () => {
    const query = '?filter[status]=created&filter[request_type]=bill_of_lading&filter%5Bcreated_at%5D%5Bstart%5D=2026-01-01&filter[created_at][end]=2026-01-02';
    const { json } = await at.ask('GET', `/v2/tracking_requests${query}`);
    expect(json.data.map(({ id }: { id: string }) => id)).to.deep.equal([requestId]);
    expect(json.meta).to.deep.equal({ size: 30, total: 1 });
  });

  it('lets a key that may only read do nothing else [D-50]', async () => {
    const reads = { key: KEYS.alphaReads };
    expect((await at.ask('GET', `/v2/tracking_requests/${requestId}`, reads)).status).to.equal(200);
    expectFault(await at.ask('POST', '/v2/tracking_requests', { ...reads, ...document({}) }), 403, 'insufficient_scope');
    expectFault(await at.ask('PATCH', `/v2/tracking_requests/${requestId}/cancel`, reads), 403, 'insufficient_scope');
  });
});
