import { request } from 'node:http';
import { expect } from 'chai';
import { ALPHA, BETA, idOf, KEYS } from '../fakes/world.js';
import { bearer, MODERN, rig, type Rig } from '../harness.js';

const METADATA = 'http://tools.test/.well-known/oauth-protected-resource';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const INITIALIZE = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } } };

/** fetch will not send another Host, so these go by hand. */
const statusFor = (url: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(`${url}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...bearer(KEYS.alpha), ...headers } }, (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(INITIALIZE));
  });

describe('the door of the tool server', () => {
  let r: Rig;

  before(async () => {
    r = await rig();
  });
  after(() => r.stop());

  it('asks a caller without credentials to sign in, and says where [AU-05]', async () => {
    for (const path of ['/mcp', '/api/mcp']) {
      const response = await r.post(INITIALIZE, {}, path);
      expect([response.status, response.headers.get('www-authenticate')]).to.deep.equal([401, `Bearer resource_metadata="${METADATA}${path}", scope="mcp"`]);
      expect((await response.json() as { errors: { code: string }[] }).errors[0]!.code).to.equal('unauthorized');
    }
  });

  it('tells a wrong credential from none, and one that lacks the scope from a wrong one [AU-04] [AU-05]', async () => {
    const wrong = await r.post(LIST, bearer('lf_nobody_knows_it'));
    expect([wrong.status, wrong.headers.get('www-authenticate')]).to.deep.equal([401, `Bearer error="invalid_token", resource_metadata="${METADATA}/mcp", scope="mcp"`]);
    const poor = await r.post(LIST, bearer(KEYS.poor));
    expect([poor.status, poor.headers.get('www-authenticate')]).to.deep.equal([403, `Bearer error="insufficient_scope", resource_metadata="${METADATA}/mcp", scope="mcp"`]);
  });

  it('takes API keys as Token and Bearer, and access tokens as Bearer [AU-06]', async () => {
    for (const authorization of [`Token ${KEYS.alpha}`, `Bearer ${KEYS.alpha}`, `bearer ${KEYS.oauth}`]) {
      expect((await r.post(INITIALIZE, { authorization })).status, authorization).to.equal(200);
    }
    expect((await r.post(INITIALIZE, { authorization: `Basic ${KEYS.alpha}` })).status).to.equal(401);
  });

  it('speaks every era that clients do, at both addresses [MC-01] [MC-07]', async () => {
    for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const response = await r.post({ ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } }, bearer(KEYS.alpha), '/api/mcp');
      expect(await response.text()).to.contain(`"protocolVersion":"${protocolVersion}"`);
    }
    const discovered = await r.modern('server/discover');
    expect(discovered.body.result.supportedVersions).to.include(MODERN);
    const listed = await r.modern('tools/list');
    expect(listed.body.result).to.include({ resultType: 'complete', cacheScope: 'public' });
    expect(listed.body.result.ttlMs).to.be.above(0);
  });

  it('keeps nothing between requests: tools are listed without a session, in one order [MC-01] [MC-07]', async () => {
    const names = async (key: string) => (await r.modern('tools/list', {}, key)).body.result.tools.map(({ name }: { name: string }) => name) as string[];
    expect(await names(KEYS.beta)).to.deep.equal(await names(KEYS.alpha));
    const response = await r.post(LIST, { ...bearer(KEYS.alpha), 'mcp-session-id': 'made-up', 'last-event-id': '7' });
    expect([response.status, response.headers.get('mcp-session-id')]).to.deep.equal([200, null]);
  });

  it('refuses versions, headers and methods that do not fit with the codes of the protocol [MC-01]', async () => {
    const headers = { ...bearer(KEYS.alpha), 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call' };
    const mismatch = await r.post({ ...LIST, params: { _meta: { 'io.modelcontextprotocol/protocolVersion': MODERN, 'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' }, 'io.modelcontextprotocol/clientCapabilities': {} } } }, headers);
    expect([mismatch.status, (await mismatch.json() as { error: { code: number } }).error.code]).to.deep.equal([400, -32_020]);
    const unknown = await r.modern('tools/burn');
    expect([unknown.status, unknown.body.error.code]).to.deep.equal([404, -32_601]);
    for (const method of ['GET', 'DELETE']) expect((await fetch(`${r.url}/mcp`, { method, headers: bearer(KEYS.alpha) })).status, method).to.equal(405);
  });

  it('answers what is no JSON, and what is too long, in the words of the protocol [MC-01]', async () => {
    const send = (body: string) => fetch(`${r.url}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...bearer(KEYS.alpha) }, body });
    for (const body of ['{"jsonrpc":', '']) {
      const answer = await send(body);
      expect([answer.status, (await answer.json() as { error: { code: number } }).error.code], body).to.deep.equal([400, -32_700]);
    }
    const long = await send(JSON.stringify({ ...LIST, params: { filler: 'x'.repeat(1_100_000) } }));
    expect([long.status, (await long.json() as { error: { code: number } }).error.code]).to.deep.equal([413, -32_000]);
    const wide = await send(JSON.stringify({ jsonrpc: '2.0', id: 'ü'.repeat(100_000), method: 'ping' }));
    expect(await wide.text()).to.contain('üüü');
  });

  it('answers for its own names and those on the list only [MC-06]', async () => {
    expect(await statusFor(r.url, { host: 'evil.example' })).to.equal(403);
    expect(await statusFor(r.url, { origin: 'https://evil.example' })).to.equal(403);
    expect(await statusFor(r.url, { host: 'tools.test', origin: 'http://localhost:6274' })).to.equal(200);
    const other = await rig({ MCP_ALLOWED_HOSTS: 'tools.example', MCP_ALLOWED_ORIGINS: 'https://app.example' });
    expect(await statusFor(other.url, { host: 'tools.example:8080', origin: 'https://app.example' })).to.equal(200);
    await other.stop();
  });

  it('draws on the buckets of REST and says so; over the limit it is 429 [D-10]', async () => {
    const small = await rig({ RATE_LIMIT_OTHER: '2', RATE_LIMIT_TRACKING_REQUESTS: '0' });
    const first = await small.post(INITIALIZE);
    expect([first.status, first.headers.get('ratelimit-policy')]).to.deep.equal([200, '"other";q=2;w=60']);
    const { body } = await small.modern('tools/call', { name: 'track_container', arguments: { number: 'LIMITED1' } });
    expect([body.result.isError, /Wait \d+ seconds/.test(body.result.content[0].text)]).to.deep.equal([true, true]);
    const over = await small.post(INITIALIZE);
    expect([over.status, Number(over.headers.get('retry-after')) > 0]).to.deep.equal([429, true]);
    await small.stop();
  });

  it('never shows one account another, however their calls interleave [D-08]', async () => {
    const rounds = Number(process.env['MCP_TENANT_CALLS'] ?? 400);
    const mine = { [KEYS.alpha]: [ALPHA, 'ALPH', BETA], [KEYS.beta]: [BETA, 'BETA', ALPHA] } as Record<string, [string, string, string]>;
    const ask = async (n: number) => {
      const key = n % 2 ? KEYS.alpha : KEYS.beta;
      const [own, mark, other] = mine[key]!;
      const foreign = n % 5 === 0;
      const { body } = await r.modern('tools/call', n % 3 ? { name: 'get_container', arguments: { id: idOf(foreign ? other : own, 'container', (n % 12) + 1) } } : { name: 'list_containers', arguments: {} }, key);
      const said: string = body.result.content[0].text;
      if (n % 3 && foreign) expect(said).to.contain('Not found in this account');
      else expect(said.includes(`${mark}0000`) && !said.includes(mark === 'ALPH' ? 'BETA0000' : 'ALPH0000'), said.slice(0, 200)).to.equal(true);
    };
    for (let from = 0; from < rounds; from += 20) await Promise.all(Array.from({ length: 20 }, (_, n) => ask(from + n)));
  });
});
