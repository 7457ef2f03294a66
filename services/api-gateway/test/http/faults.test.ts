import { connect as connectTcp } from 'node:net';
import { expect } from 'chai';
import { problem } from '@landfall/kit/problem';
import { ALPHA, idOf, KEYS } from '../fakes/world.js';
import { expectFault, rig, type Rig } from '../harness.js';

describe('when something is wrong', () => {
  let at: Rig;
  before(async () => { at = await rig({ SHIPMENT_GRPC_URL: '127.0.0.1:9' }); });
  after(() => at.stop());

  /** `isCut`: the caller goes away after the last byte. */
  const raw = (text: string, isCut = false) => new Promise<string>((resolve, reject) => {
    const socket = connectTcp(Number(new URL(at.url).port), '127.0.0.1', () => (isCut ? socket.end(text) : socket.write(text)));
    let answer = '';
    socket.on('data', (bytes) => { answer += bytes.toString('latin1'); }).on('end', () => resolve(answer)).on('error', reject);
  });

  it('an owner that is down costs what needs it 503 with Retry-After, and nothing else [D-08]', async () => {
    for (const path of ['/v2/shipments', `/v2/containers/${idOf(ALPHA, 'container')}`, '/v2/ports', `/v2/tracking_requests/${idOf(ALPHA, 'tracking_request')}`]) {
      const reply = await at.ask('GET', path);
      expectFault(reply, 503, 'unavailable');
      expect(reply.headers.get('retry-after')).to.match(/^\d+$/);
    }
    for (const path of ['/v2/me', '/v2/webhooks', '/v2/tracking_requests?include=', '/v2/events', '/docs']) expect((await at.ask('GET', path)).status, path).to.equal(200);
  });

  it('a bug shows an id and nothing of its inside [D-08]', async () => {
    const { list } = at.world.webhooks;
    at.world.webhooks.list = () => { throw new Error('password=hunter2 at /srv/secret.ts'); };
    const reply = await at.ask('GET', '/v2/webhooks');
    at.world.webhooks.list = list;
    expectFault(reply, 500, 'internal');
    expect(reply.bytes.toString()).to.not.match(/hunter2|secret\.ts|Error:/);
    expect(reply.json.errors[0].id).to.equal(reply.headers.get('x-request-id'));
  });

  it('what an owner refuses is told with its pointer and its status [D-08]', async () => {
    const { get } = at.world.webhooks;
    at.world.webhooks.get = () => { throw problem('limit_reached', 'Enough.', { pointer: '/data/attributes/url', others: [problem('blocked_address', 'Not there.', { pointer: '/data/attributes/headers' })] }); };
    const reply = await at.ask('GET', `/v2/webhooks/${idOf(ALPHA, 'webhook')}`);
    at.world.webhooks.get = get;
    expect(reply.json.errors.map(({ code, source }: { code: string; source: object }) => [code, source])).to.deep.equal([['limit_reached', { pointer: '/data/attributes/url' }], ['blocked_address', { pointer: '/data/attributes/headers' }]]);
  });

  it('packed bodies are unpacked within the limit, and garbage is refused [D-09]', async () => {
    const { gzipSync } = await import('node:zlib');
    const body = JSON.stringify({ data: { type: 'tracking_request', attributes: { request_type: 'container', request_number: 'PACKED-1', scac: 'MSCU' } } });
    const send = (bytes: Buffer, encoding: string) => at.ask('POST', '/v2/tracking_requests', { raw: bytes, headers: { 'content-encoding': encoding } });
    expect((await send(gzipSync(body), 'gzip')).status).to.equal(201);
    expectFault(await send(gzipSync(Buffer.alloc(3_000_000, 0x20)), 'gzip'), 413, 'payload_too_large');
    expectFault(await send(Buffer.from(body), 'gzip'), 400, 'bad_request');
    expectFault(await send(Buffer.from(body), 'zstd-x'), 415, 'unsupported_media_type');
  });

  it('requests that are no HTTP, or lie about their length, hurt nobody', async () => {
    expect(await raw('NONSENSE\r\n\r\n')).to.match(/^HTTP\/1\.1 400/);
    expect(await raw(`POST /v2/parties HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${KEYS.alpha}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"data"`, true)).to.match(/^$|^HTTP\/1\.1 4/);
    expect(await raw(`GET /v2/shipments/%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Token ${KEYS.alpha}\r\n\r\n`)).to.match(/^HTTP\/1\.1 404/);
    expect((await at.ask('GET', '/v2/me')).status).to.equal(200);
  });

  it('an installation without a sandbox has no clock, and one whose sandbox is down says so [D-62]', async () => {
    const [none, away] = [await at.replica({ SANDBOX_CARRIER_URL: '' }), await at.replica({ SANDBOX_CARRIER_URL: 'http://127.0.0.1:9' })];
    expectFault(await none.ask('GET', '/v2/sandbox/clock'), 404, 'route_not_found');
    expectFault(await away.ask('GET', '/v2/sandbox/clock'), 503, 'unavailable');
    await Promise.all([none.stop(), away.stop()]);
    const set = await at.ask('POST', '/v2/sandbox/clock', { body: { speed: 10 } });
    expect(set.json).to.deep.equal({ now: '2026-01-01T00:00:00.000Z', speed: 10, paused: false, plays_until: '2026-02-01T00:00:00.000Z' });
    expectFault(await at.ask('POST', '/v2/sandbox/clock', { body: {} }), 422, 'invalid', '/advance');
    expectFault(await at.ask('POST', '/v2/sandbox/clock', { body: { advance: 'P' } }), 422, 'invalid', '/advance');
  });

  it('a request under way is answered before the service stops', async () => {
    const own = await rig();
    let letGo: () => void = () => undefined;
    const { get } = own.world.webhooks;
    const reached = new Promise<void>((resolve) => {
      own.world.webhooks.get = ((input: never) => new Promise((answer) => {
        letGo = () => answer(get(input));
        resolve();
      })) as never;
    });
    const asking = own.ask('GET', `/v2/webhooks/${idOf(ALPHA, 'webhook')}`);
    await reached;
    const stopping = own.stop();
    letGo();
    expect((await asking).status).to.equal(200);
    await stopping;
  });

  it('path tricks lead nowhere [D-08]', async () => {
    const id = idOf(ALPHA, 'webhook');
    for (const path of [`/v2/webhooks/${id}%2f`, `/v2/webhooks/${id}%00`, `/v2/webhooks/..%2f..%2fme`, `/v2/webhooks/%7B%22$gt%22:%22%22%7D`, `/v2/webhooks/[object%20Object]`, `/v2//webhooks`, `/V2/webhooks`]) {
      expect((await at.ask('GET', path)).status, path).to.equal(404);
    }
  });
});
