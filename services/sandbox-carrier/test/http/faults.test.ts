import { expect } from 'chai';
import type { DcsaEvent } from '../../src/domain/dcsa-event.js';
import { FAULT_NAMES } from '../../src/domain/fault.js';
import { running, type Running } from '../running.js';

describe('a carrier that misbehaves on demand', () => {
  let carrier: Running;
  before(async () => {
    carrier = await running();
    await carrier.post('/sandbox/clock', { pause: true });
    for (const number of ['TEST-DIRECT', 'TEST-MULTI']) await carrier.get(`/v2/events?carrierBookingReference=${number}`);
    await carrier.post('/sandbox/clock', { advance: 'P60D' });
  });
  after(() => carrier.stop());
  afterEach(() => fetch(`${carrier.url}/sandbox/faults`, { method: 'DELETE' }));

  const order = (fault: string, more: object = {}) => carrier.post('/sandbox/faults', { fault, ...more });
  const ask = (query = '') => carrier.get(`/v2/events?carrierBookingReference=TEST-DIRECT${query}`);
  const raw = (query = '', init: RequestInit = {}) => fetch(`${carrier.url}/v2/events?carrierBookingReference=TEST-DIRECT${query}`, init);

  it('takes orders for one number, for so many questions, and forgets them when told [D-60]', async () => {
    await order('server_error', { number: 'test-direct', times: 2 });
    expect((await carrier.get('/v2/events?carrierBookingReference=TEST-MULTI')).status).to.equal(200);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).to.deep.equal([503, 503, 200]);
    await order('unauthorized');
    expect((await carrier.get('/sandbox/faults')).body.ordered).to.deep.equal([{ fault: 'unauthorized', number: null, times: null }]);
    expect(Object.keys((await carrier.get('/sandbox/faults')).body.known)).to.deep.equal([...FAULT_NAMES]);
    expect((await ask()).status).to.equal(401);
    await fetch(`${carrier.url}/sandbox/faults`, { method: 'DELETE' });
    expect((await ask()).status).to.equal(200);
    for (const body of [{}, { fault: 'rudeness' }, { fault: 'flood', times: 0 }]) expect((await carrier.post('/sandbox/faults', body)).status).to.equal(422);
  });

  it('breaks in the middle of the pages, or sends the reader in a circle [D-60]', async () => {
    await order('server_error_mid_paging');
    const first = await ask('&limit=3');
    expect(first.status).to.equal(200);
    expect((await carrier.get(first.headers.get('next-page') ?? '')).status).to.equal(500);
    await fetch(`${carrier.url}/sandbox/faults`, { method: 'DELETE' });

    await order('cursor_expired');
    expect((await carrier.get((await ask('&limit=3')).headers.get('next-page') ?? '')).status).to.equal(400);
    await fetch(`${carrier.url}/sandbox/faults`, { method: 'DELETE' });

    await order('cursor_repeated');
    const again = await carrier.get((await ask('&limit=3')).headers.get('next-page') ?? '');
    expect((await carrier.get(again.headers.get('next-page') ?? '')).body).to.deep.equal(again.body);
    await fetch(`${carrier.url}/sandbox/faults`, { method: 'DELETE' });

    await order('full_page_without_cursor');
    const full = await ask('&limit=3');
    expect(full.body).to.have.length(3);
    expect([full.headers.get('next-page'), full.headers.get('next-page-cursor')]).to.deep.equal([null, null]);
  });

  it('asks for patience, and for a token that ends [D-60]', async () => {
    await order('too_many_requests', { times: 1 });
    const busy = await ask();
    expect([busy.status, busy.headers.get('retry-after')]).to.deep.equal([429, '3600']);
    await order('token_required');
    expect((await ask()).status).to.equal(401);
    const token = (await (await fetch(`${carrier.url}/oauth/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) })).json()) as { access_token: string; expires_in: number };
    expect(token.expires_in).to.equal(299);
    const with_ = (bearer: string) => raw('', { headers: { authorization: `Bearer ${bearer}` } }).then(({ status }) => status);
    expect(await with_(token.access_token)).to.equal(200);
    expect(await with_(`sandbox.${Date.now() - 300_000}`)).to.equal(401);
  });

  it('cuts its body short, or drips it [D-60]', async () => {
    await order('truncated', { times: 1 });
    const cut = await raw();
    expect(cut.status).to.equal(200);
    const text = await cut.text();
    expect(() => JSON.parse(text) as unknown).to.throw(SyntaxError);
    await order('slow_body', { times: 1 });
    const slow = await raw('', { signal: AbortSignal.timeout(700) });
    expect(slow.status).to.equal(200);
    expect(await slow.text().catch((error: Error) => error.name)).to.equal('TimeoutError');
  });

  it('puts its list into other bodies [D-60]', async () => {
    const { body: plain } = await ask();
    await order('wrapped', { times: 1 });
    expect((await ask()).body).to.deep.equal({ events: plain });
    await order('grouped', { times: 1 });
    const grouped = (await ask()).body;
    expect(grouped.shipmentEvent.length + grouped.transportEvent.length + grouped.equipmentEvent.length).to.equal(plain.length);
    expect(grouped.transportCall.map(({ transportCallID }: { transportCallID: string }) => transportCallID)).to.include(grouped.transportEvent[0].transportCallID);
    await order('empty_instead_of_404', { times: 1 });
    expect((await carrier.get('/v2/events?carrierBookingReference=HLCU7654321')).body).to.deep.equal([]);
  });

  it('writes operators before the value, and then refuses them in the name [D-60]', async () => {
    const { body: plain } = await ask();
    const middle = plain[Math.floor(plain.length / 2)].eventCreatedDateTime as string;
    await order('operator_in_value');
    expect((await ask(`&eventCreatedDateTime=gte:${middle}`)).body).to.deep.equal(plain.filter((event: DcsaEvent) => event.eventCreatedDateTime >= middle));
    expect((await ask(`&eventCreatedDateTime:gte=${middle}`)).status).to.equal(400);
  });

  it('misspells its events [D-60]', async () => {
    const shipOf = (body: DcsaEvent[]) => body.find(({ transportCall }) => transportCall?.vessel)?.transportCall?.vessel;
    const spelt = async (fault: string): Promise<DcsaEvent[]> => {
      await order(fault, { times: 1 });
      return (await ask()).body as DcsaEvent[];
    };
    expect(shipOf(await spelt('no_imo'))).to.not.have.property('vesselIMONumber');
    expect(shipOf(await spelt('integer_imo'))?.vesselIMONumber).to.be.a('number');
    expect((await spelt('no_offset')).every(({ eventDateTime }) => /T\d{2}:\d{2}:\d{2}$/.test(eventDateTime))).to.equal(true);
    expect((await spelt('no_transport_call')).some((event) => 'transportCall' in event)).to.equal(false);
    expect((await spelt('lower_case')).map(({ eventClassifierCode }) => eventClassifierCode as string)).to.include('act');
    expect((await spelt('title_case')).map(({ emptyIndicatorCode }) => emptyIndicatorCode as string)).to.include('Laden');
    const doubled = await spelt('duplicate_ids');
    const { body: plain } = await ask();
    expect(doubled).to.have.length(plain.length * 2);
    expect(new Set(doubled.map(({ eventID }) => eventID)).size).to.be.at.most(plain.length);
    expect((await spelt('retraction')).filter(({ isRetracted }) => isRetracted)).to.have.length(1);
    expect((await spelt('container_reuse')).filter(({ eventID }) => eventID.includes('-before-'))).to.have.length(4);
  });

  it('floods its reader with ten thousand events, page by page [D-60]', async () => {
    await order('flood');
    const ids = new Set<string>();
    let next: string | null = '/v2/events?carrierBookingReference=TEST-DIRECT&limit=1000';
    let pages = 0;
    while (next) {
      const page = await carrier.get(next);
      for (const { eventID } of page.body as DcsaEvent[]) ids.add(eventID);
      next = page.headers.get('next-page');
      pages += 1;
    }
    expect([pages, ids.size]).to.deep.equal([10, 10_000]);
  });

  it('has numbers that bring their own trouble, and a terminal that fails inside a 200 [D-60]', async () => {
    expect((await carrier.get('/v2/events?carrierBookingReference=TEST-DIRECT-FAULT-TOO-MANY-REQUESTS-1')).status).to.equal(429);
    await order('terminal_login_in_200');
    const answer = await fetch(`${carrier.url}/terminal/v1/containers/TEST-DIRECT`);
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).to.deep.equal([200, 'application/xml']);
    expect(await answer.text()).to.contain('Login failed');
  });

  it('plays the scenarios whose first answers are none [D-61]', async () => {
    const flaky = '/v2/events?carrierBookingReference=TEST-FLAKY';
    expect((await carrier.get(flaky)).status).to.equal(503);
    const half = await fetch(`${carrier.url}${flaky}`);
    const text = await half.text();
    expect([half.status, text.length > 0]).to.deep.equal([200, true]);
    expect(() => JSON.parse(text) as unknown).to.throw(SyntaxError);
    expect((await carrier.get(flaky)).body).to.have.length.greaterThan(0);

    const awaiting = '/v2/events?carrierBookingReference=TEST-AWAITING';
    expect((await carrier.get(awaiting)).body).to.deep.equal([]);
    await carrier.post('/sandbox/clock', { advance: 'P3D' });
    expect((await carrier.get(awaiting)).body).to.have.length.greaterThan(0);
  });
});
