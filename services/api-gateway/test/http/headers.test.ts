import { expect } from 'chai';
import { facts } from '@landfall/contracts/facts';
import { connect } from 'nats';
import { until } from '@landfall/testkit/until';
import { ALPHA, idOf, KEYS } from '../fakes/world.js';
import { expectFault, rig, type Rig } from '../harness.js';

describe('versions, memory and headers', () => {
  let at: Rig;
  const container = `/v2/containers/${idOf(ALPHA, 'container')}`;
  const shipment = `/v2/shipments/${idOf(ALPHA, 'shipment')}`;
  const edit = (type: string, ref: string) => ({ body: { data: { type, attributes: { ref_numbers: [ref] } } } });

  before(async () => { at = await rig(); });
  after(() => at.stop());

  const say = async (subject: string, message: unknown) => {
    const nats = await connect({ servers: at.bus.url });
    nats.publish(subject, JSON.stringify(message));
    await nats.flush();
    await nats.close();
  };

  it('answers 304 to whoever has the bytes, from memory and from the owner [D-12]', async () => {
    for (const path of [container, '/v2/containers', '/v2/ports/USLGB', '/v2/openapi.json', '/docs']) {
      const first = await at.ask('GET', path);
      const tag = first.headers.get('etag')!;
      expect(tag, path).to.match(/^"[\w-]+(~gz)?"$/);
      for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*', tag.replace('~gz', '')]) {
        const again = await at.ask('GET', path, { headers: { 'if-none-match': header } });
        expect([again.status, again.bytes.length], `${path} ${header}`).to.deep.equal([304, 0]);
      }
      expect((await at.ask('GET', path, { headers: { 'if-none-match': '"other"' } })).status).to.equal(200);
    }
  });

  it('gives compressed bytes a tag of their own [D-12]', async () => {
    const packed = await at.ask('GET', shipment, { headers: { 'accept-encoding': 'gzip' } });
    const plain = await at.ask('GET', shipment, { headers: { 'accept-encoding': 'identity' } });
    expect(packed.headers.get('content-encoding')).to.equal('gzip');
    expect(plain.headers.get('content-encoding')).to.equal(null);
    expect(packed.json).to.deep.equal(plain.json);
    expect(packed.headers.get('etag')).to.not.equal(plain.headers.get('etag'));
    expect((await at.ask('GET', shipment, { headers: { 'accept-encoding': 'gzip;q=0' } })).headers.get('content-encoding')).to.equal(null);
  });

  it('one account cannot use the tag of another, even for the same bytes [D-12]', async () => {
    const [alpha, beta] = await Promise.all([KEYS.alpha, KEYS.beta].map((key) => at.ask('GET', '/v2/shipping_lines', { key })));
    expect(alpha!.bytes.equals(beta!.bytes)).to.equal(true);
    expect(alpha!.headers.get('etag')).to.not.equal(beta!.headers.get('etag'));
  });

  it('edits only the version that If-Match names [D-12]', async () => {
    const tag = (await at.ask('GET', shipment)).headers.get('etag')!;
    const wide = (await at.ask('GET', `${shipment}?include=containers`)).headers.get('etag')!;
    expect((await at.ask('PATCH', shipment, { ...edit('shipment', 'ONE'), headers: { 'if-match': wide } })).status).to.equal(200);
    for (const old of [tag, wide, '"nonsense"', `W/${tag}`]) expectFault(await at.ask('PATCH', shipment, { ...edit('shipment', 'TWO'), headers: { 'if-match': old } }), 412, 'precondition_failed');
    expect((await at.ask('PATCH', shipment, { ...edit('shipment', 'THREE'), headers: { 'if-match': '*' } })).status).to.equal(200);
    expectFault(await at.ask('PATCH', `${shipment}/stop_tracking`, { headers: { 'if-match': tag } }), 412, 'precondition_failed');
    expect((await at.ask('PATCH', `${shipment}/stop_tracking`, { headers: { 'if-match': (await at.ask('GET', shipment)).headers.get('etag')! } })).status).to.equal(200);
  });

  it('asks the owner once for what it may remember, and again when a fact says so', async () => {
    await at.ask('GET', container);
    at.owners.calls.length = 0;
    await at.ask('GET', container);
    expect(at.owners.calls).to.deep.equal([]);
    const row = at.world.containers.get({ accountId: ALPHA, id: idOf(ALPHA, 'container') });
    at.world.containers.put({ ...row, sealNumber: 'NEW-SEAL', revision: row.revision + 1 });
    await say(facts.container.changed.subject, { accountId: ALPHA, id: row.id, shipmentId: row.shipmentId, revision: row.revision + 1 });
    await until('the new seal is shown', async () => (await at.ask('GET', container)).json.data.attributes.seal_number === 'NEW-SEAL');
  });

  it('forgets a container when its shipment changes, for it shows what the shipment knows', async () => {
    await at.ask('GET', container);
    const { shipmentId } = at.world.containers.get({ accountId: ALPHA, id: idOf(ALPHA, 'container') });
    at.owners.calls.length = 0;
    await say(facts.shipment.changed.subject, { accountId: ALPHA, id: shipmentId, revision: 9 });
    await until('the owner is asked again', async () => {
      await at.ask('GET', container);
      return at.owners.calls.includes('getContainer');
    });
  });

  it('never shows a caller something older than its own write', async () => {
    for (let n = 0; n < 20; n += 1) {
      await at.ask('GET', container);
      await at.ask('PATCH', container, edit('container', `WRITE-${n}`));
      expect((await at.ask('GET', container)).json.data.attributes.ref_numbers).to.deep.equal([`WRITE-${n}`]);
    }
  });

  it('remembers nothing while nobody would tell it, and serves on [D-08]', async () => {
    await at.ask('GET', container);
    await at.bus.kill();
    at.owners.calls.length = 0;
    await until('the owner is asked', async () => {
      await at.ask('GET', container);
      return at.owners.calls.includes('getContainer');
    });
    at.owners.calls.length = 0;
    expect((await at.ask('GET', container)).status).to.equal(200);
    expect(at.owners.calls).to.include('getContainer');
    await at.bus.restart();
    await until('the memory is back', async () => {
      at.owners.calls.length = 0;
      await at.ask('GET', container);
      return at.owners.calls.length === 0;
    });
  });

  it('refuses a revoked credential as soon as the fact arrives [D-50]', async () => {
    const principal = at.world.principals.get(KEYS.alphaReads)!;
    expect((await at.ask('GET', '/v2/me', { key: KEYS.alphaReads })).status).to.equal(200);
    at.world.principals.delete(KEYS.alphaReads);
    expect((await at.ask('GET', '/v2/me', { key: KEYS.alphaReads })).status, 'remembered until told').to.equal(200);
    await say(facts.principal.revoked.subject, { accountId: ALPHA, credentialId: principal.credentialId });
    await until('it is refused', async () => (await at.ask('GET', '/v2/me', { key: KEYS.alphaReads })).status === 401, 5_000);
    at.world.principals.set(KEYS.alphaReads, principal);
  });

  it('takes Token and Bearer in any case, and no other scheme [AU-01] [D-08]', async () => {
    for (const value of [`Token ${KEYS.alpha}`, `Bearer ${KEYS.alpha}`, `token ${KEYS.alpha}`]) expect((await at.ask('GET', '/v2/me', { key: null, headers: { authorization: value } })).status).to.equal(200);
    for (const value of [`Basic ${KEYS.alpha}`, KEYS.alpha, 'Token', 'Bearer  ']) expectFault(await at.ask('GET', '/v2/me', { key: null, headers: { authorization: value } }), 401, 'unauthorized');
  });

  it('lets X-Account-Id name only the account of the credential', async () => {
    expect((await at.ask('GET', container, { headers: { 'x-account-id': ALPHA } })).status).to.equal(200);
    expectFault(await at.ask('GET', container, { headers: { 'x-account-id': idOf('some', 'other') } }), 403, 'forbidden');
  });

  it('echoes a well-formed request id into answers and errors, and makes one otherwise [D-12]', async () => {
    const told = await at.ask('GET', '/v2/shipments/x', { headers: { 'x-request-id': 'my-request-0001' } });
    expect([told.headers.get('x-request-id'), told.json.errors[0].id]).to.deep.equal(['my-request-0001', 'my-request-0001']);
    for (const bad of ['x', 'a b c d e f', 'a'.repeat(200)]) expect((await at.ask('GET', '/v2/me', { headers: { 'x-request-id': bad } })).headers.get('x-request-id')).to.not.equal(bad);
  });

  it('answers browsers: preflight, exposed headers, no page, no frame', async () => {
    const preflight = await at.ask('OPTIONS', '/v2/shipments', { key: null, headers: { origin: 'https://app.example', 'access-control-request-method': 'PATCH' } });
    expect(preflight.status).to.equal(204);
    expect(preflight.headers.get('access-control-allow-methods')).to.include('PATCH');
    expect(preflight.headers.get('access-control-allow-headers')).to.include('Authorization').and.include('Idempotency-Key');
    const { headers } = await at.ask('GET', container, { headers: { origin: 'https://app.example' } });
    expect(headers.get('access-control-allow-origin')).to.equal('*');
    expect(headers.get('access-control-expose-headers')).to.include('ETag').and.include('RateLimit');
    expect(headers.get('content-security-policy')).to.include("default-src 'none'");
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('x-powered-by')).to.equal(null);
  });

  it('answers HEAD like GET, without the body', async () => {
    const head = await at.ask('HEAD', '/v2/containers');
    expect([head.status, head.bytes.length]).to.deep.equal([200, 0]);
    expect(head.headers.get('etag')).to.equal((await at.ask('GET', '/v2/containers')).headers.get('etag'));
  });

  it('says the same from memory as from the owner, header by header', async () => {
    const headersOf = ({ headers }: Awaited<ReturnType<Rig['ask']>>) => Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].includes(name)));
    const path = `${container}?include=shipment`;
    const cold = await at.ask('GET', path), warm = await at.ask('GET', path);
    expect(headersOf(warm)).to.deep.equal(headersOf(cold));
    expect(warm.bytes.equals(cold.bytes)).to.equal(true);
  });

  it('shows the reference to people, from here alone', async () => {
    const page = await at.ask('GET', '/docs', { key: null });
    expect(page.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(page.bytes.toString()).to.include('/v2/tracking_requests').and.not.match(/<script|https?:\/\/(?!gateway)/);
    expect((await at.ask('GET', '/docs/errors', { key: null })).bytes.toString()).to.include('id="duplicate"');
    expect((await at.ask('GET', '/docs/style.css', { key: null })).headers.get('content-type')).to.include('text/css');
  });
});
