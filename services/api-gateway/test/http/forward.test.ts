import { createServer, request, type IncomingMessage } from 'node:http';
import { listening, type Listening } from '@landfall/testkit/listening';
import { expect } from 'chai';
import { expectFault, rig, type Rig } from '../harness.js';

describe('what is handed on', () => {
  let at: Rig;
  let tools: Listening;
  const seen: IncomingMessage[] = [];
  let letGo: () => void = () => undefined;

  const server = createServer((req, res) => {
    seen.push(req);
    if (req.url === '/mcp/stream') {
      res.writeHead(200, { 'content-type': 'text/event-stream', 'x-own': 'yes', connection: 'keep-alive' });
      res.write('data: first\n\n');
      letGo = () => res.end('data: last\n\n');
      return;
    }
    req.pipe(res.writeHead(207, { 'content-type': 'text/plain', 'content-security-policy': "default-src 'self'" }));
  });

  before(async () => {
    tools = await listening(server);
    at = await rig({ MCP_GATEWAY_HTTP_URL: tools.url, OAUTH_HTTP_URL: 'http://127.0.0.1:9' });
  });
  after(async () => { await at.stop(); await tools.stop(); });

  it('passes method, path, query, body, status and headers through', async () => {
    const reply = await at.ask('POST', '/api/mcp?a=%20b', { raw: 'hello', headers: { 'content-type': 'text/plain', te: 'trailers', 'x-forwarded-host': 'evil.test' } });
    expect([reply.status, reply.bytes.toString()]).to.deep.equal([207, 'hello']);
    expect(reply.headers.get('content-security-policy')).to.equal("default-src 'self'");
    const { method, url, headers } = seen.at(-1)!;
    expect([method, url]).to.deep.equal(['POST', '/api/mcp?a=%20b']);
    expect(headers['x-forwarded-host']).to.equal('gateway.test');
    expect(headers).to.not.have.property('te');
    expect(headers['x-request-id']).to.be.a('string');
    expect(headers['authorization']).to.match(/^Token /);
  });

  it('lets the part behind answer browsers itself, for it knows its own headers', async () => {
    const preflight = await at.ask('OPTIONS', '/mcp', { key: null, headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' } });
    expect([preflight.status, seen.at(-1)!.method]).to.deep.equal([207, 'OPTIONS']);
    expect(preflight.headers.get('access-control-allow-methods')).to.equal(null);
    const away = await at.ask('GET', '/account', { headers: { origin: 'https://app.example' } });
    expect(away.headers.get('access-control-allow-origin')).to.equal('*');
  });

  it('streams: the first bytes arrive before the last are written', async () => {
    const response = await fetch(`${at.url}/mcp/stream`);
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).to.equal('data: first\n\n');
    letGo();
    expect(Buffer.from((await reader.read()).value!).toString()).to.equal('data: last\n\n');
    expect((await reader.read()).done).to.equal(true);
  });

  it('lets go of the part behind when the caller goes', async () => {
    const gone = new Promise<void>((resolve) => server.once('request', (req) => req.once('close', () => resolve())));
    const caller = request(`${at.url}/mcp/stream`, (res) => res.once('data', () => caller.destroy()));
    caller.once('error', () => undefined);
    caller.end();
    await gone;
  });

  it('answers 503 with Retry-After while that part is down, and goes on serving the rest [D-08]', async () => {
    for (const path of ['/oauth/token', '/.well-known/oauth-authorization-server', '/account']) {
      const reply = await at.ask('GET', path);
      expectFault(reply, 503, 'unavailable');
      expect(reply.headers.get('retry-after')).to.match(/^\d+$/);
    }
    expect((await at.ask('GET', '/v2/tracking_requests')).status).to.equal(200);
  });
});
