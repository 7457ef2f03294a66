import { expect } from 'chai';
import { ALPHA, idOf, KEYS } from '../fakes/world.js';
import { expectFault, rig, type Rig } from '../harness.js';

const number = (text: string | null, name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(text ?? '')?.[1]);

describe('rate limits over HTTP', () => {
  let at: Rig;
  let other: Awaited<ReturnType<Rig['replica']>>;
  const create = (n: number) => ({ body: { data: { type: 'tracking_request', attributes: { request_type: 'container', request_number: `LIMIT-${n}`, scac: 'MSCU' } } } });
  const container = `/v2/containers/${idOf(ALPHA, 'container')}`;

  before(async () => {
    at = await rig({ RATE_LIMIT_TRACKING_REQUESTS: '100', RATE_LIMIT_INFER: '200', RATE_LIMIT_REFRESH: '10', RATE_LIMIT_OTHER: '1000' });
    other = await at.replica();
  });
  after(async () => { await other.stop(); await at.stop(); });

  it('admit exactly 100 new tracking requests a minute over two replicas, and refuse with Retry-After [LI-01] [D-10]', async () => {
    const replies = await Promise.all(Array.from({ length: 130 }, (_, n) => (n % 2 === 0 ? at : other).ask('POST', '/v2/tracking_requests', { key: KEYS.beta, ...create(n) })));
    expect(replies.filter(({ status }) => status === 201)).to.have.length(100);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).to.have.length(30);
    expectFault(refused[0]!, 429, 'rate_limited');
    expect(Number(refused[0]!.headers.get('retry-after'))).to.be.within(1, 61);
    expect(refused[0]!.headers.get('ratelimit-policy')).to.equal('"tracking_requests";q=100;w=60');
    expect(number(refused[0]!.headers.get('ratelimit'), 'r')).to.equal(0);
  });

  it('count each object of a bulk, and take the whole bulk or nothing [D-26]', async () => {
    const bulk = (size: number, from: number) => ({ body: { data: Array.from({ length: size }, (_, n) => create(from + n).body.data) } });
    expect(number((await at.ask('POST', '/v2/tracking_requests/bulk', bulk(60, 1_000))).headers.get('ratelimit'), 'r')).to.equal(40);
    expectFault(await at.ask('POST', '/v2/tracking_requests/bulk', bulk(60, 2_000)), 429, 'rate_limited');
    expect((await at.ask('POST', '/v2/tracking_requests', create(3_000))).status).to.equal(201);
  });

  it('keep a bucket of its own for each kind and each account [D-10]', async () => {
    for (let n = 0; n < 10; n += 1) expect((await (n % 2 ? at : other).ask('PATCH', `${container}/refresh`)).status).to.equal(200);
    expectFault(await other.ask('PATCH', `${container}/refresh`), 429, 'rate_limited');
    expect((await at.ask('GET', container)).status).to.equal(200);
    expect((await at.ask('PATCH', `/v2/containers/${idOf(at.world.principals.get(KEYS.beta)!.accountId, 'container')}/refresh`, { key: KEYS.beta })).status).to.equal(200);
  });

  it('do not count answers that the caller had already [D-10]', async () => {
    for (const path of [container, '/v2/shipments']) {
      const first = await at.ask('GET', path);
      const before = number(first.headers.get('ratelimit'), 'r');
      for (let n = 0; n < 10; n += 1) expect((await at.ask('GET', path, { headers: { 'if-none-match': first.headers.get('etag')! } })).status).to.equal(304);
      expect(number((await at.ask('GET', path)).headers.get('ratelimit'), 'r'), path).to.equal(before - 1);
    }
  });

  it('follow what the account was granted [D-10]', async () => {
    const principal = at.world.principals.get(KEYS.alphaUser)!;
    at.world.principals.set('lf_granted_more', { ...principal, accountId: idOf('granted', 'account'), rateLimits: { other: 3 } });
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await at.ask('GET', '/v2/me', { key: 'lf_granted_more' })).status);
    expect(statuses).to.deep.equal([200, 200, 200, 429, 429]);
  });
});
