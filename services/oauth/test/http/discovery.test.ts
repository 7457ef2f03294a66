import { request } from 'node:http';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { expect } from 'chai';
import { authorizePath, browser, follow, register, verifier, world, type World } from './world.js';

const json = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
};

describe('discovery', () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(() => w.stop());

  it('names the issuer exactly as it was found, without a stray slash, and its endpoints below it [AU-02] [B3-1]', async () => {
    const { status, body } = await json(`${w.origin}/.well-known/oauth-authorization-server`);
    expect(status).to.equal(200);
    expect(body['issuer']).to.equal(w.origin);
    for (const [name, path] of Object.entries({ authorization: 'authorize', token: 'token', registration: 'register', revocation: 'revoke', introspection: 'introspect' })) {
      expect(body[`${name}_endpoint`], name).to.equal(`${w.origin}/oauth/${path}`);
    }
    expect(body).to.deep.include({ scopes_supported: ['mcp'], response_types_supported: ['code'], grant_types_supported: ['authorization_code', 'refresh_token'], token_endpoint_auth_methods_supported: ['none'], client_id_metadata_document_supported: true });
  });

  it('offers S256 and no other way to prove possession of the code [AU-02] [B3-2]', async () => {
    const { body } = await json(`${w.origin}/.well-known/oauth-authorization-server`);
    expect(body['code_challenge_methods_supported']).to.deep.equal(['S256']);
  });

  it('advertises that every authorization response names its issuer [B3-5]', async () => {
    const { body } = await json(`${w.origin}/.well-known/oauth-authorization-server`);
    expect(body['authorization_response_iss_parameter_supported']).to.equal(true);
  });

  it('describes the tool server at the root and at each path form, with the server fields beside it [D-52]', async () => {
    for (const [form, resource] of [['', '/mcp'], ['/mcp', '/mcp'], ['/api/mcp', '/api/mcp']]) {
      const { status, body } = await json(`${w.origin}/.well-known/oauth-protected-resource${form}`);
      expect(status, form).to.equal(200);
      expect(body).to.deep.include({ resource: `${w.origin}${resource}`, authorization_servers: [w.origin], scopes_supported: ['mcp'], bearer_methods_supported: ['header'], issuer: w.origin, token_endpoint: `${w.origin}/oauth/token` });
      expect((await json(`${w.origin}/.well-known/oauth-authorization-server${form}`)).body['issuer']).to.equal(w.origin);
    }
  });

  it('signs its metadata with a key that it publishes without the private half [D-52]', async () => {
    const { body } = await json(`${w.origin}/.well-known/oauth-authorization-server`);
    const { body: keys } = await json(String(body['jwks_uri']));
    expect(JSON.stringify(keys)).not.to.match(/"d":/);
    const { payload } = await jwtVerify(String(body['signed_metadata']), createLocalJWKSet(keys as unknown as JSONWebKeySet));
    expect(payload).to.include({ iss: w.origin, issuer: w.origin, token_endpoint: `${w.origin}/oauth/token` });
  });

  it('is open to scripts of any origin where no cookie is read, and closed where a person decides [B3-59]', async () => {
    const allowed = async (path: string, method: string) => (await fetch(`${w.origin}${path}`, { method, redirect: 'manual', headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' } })).headers.get('access-control-allow-origin');
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp', '/oauth/jwks']) expect(await allowed(path, 'GET'), path).to.equal('*');
    for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke']) {
      expect(await allowed(path, 'OPTIONS'), path).to.equal('*');
      expect(await allowed(path, 'POST'), path).to.equal('*');
    }
    const { clientId } = await register(w.origin);
    const b = browser(w.origin);
    const start = await b.get(authorizePath(clientId, verifier()), { origin: 'https://app.example' });
    const page = await follow(b, w.origin, start);
    for (const answer of [start, page]) expect(answer.headers.get('access-control-allow-origin')).to.equal(null);
  });

  it('cannot be made to name another host by Host or X-Forwarded headers [B3-60]', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const lies = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' };
      request(`${w.origin}/.well-known/oauth-authorization-server`, { headers: lies }, (res) => {
        let body = '';
        res.on('data', (chunk) => (body += chunk)).on('end', () => resolve(body));
      }).once('error', reject).end();
    });
    expect(text).to.include(`"issuer":"${w.origin}"`).and.not.include('evil.example');

    const { clientId } = await register(w.origin);
    const location = await new Promise<string>((resolve, reject) => {
      request(`${w.origin}${authorizePath(clientId, verifier())}`, { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } }, (res) => {
        res.resume();
        resolve(`${res.headers.location} ${String(res.headers['set-cookie'])}`);
      }).once('error', reject).end();
    });
    expect(location).to.include('/oauth/interaction/').and.not.include('evil.example');
  });
});
