import { expect } from 'chai';
import { login, redeem, register, world, type World } from './world.js';

describe('client registration', () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(() => w.stop());

  const BAD = [
    'javascript:alert(1)', 'http://client.example/cb', 'https://client.example/cb#x', 'not a url', 'data:text/html,x', 'http://localhost.evil.example/cb', 'ftp://client.example/', 'myapp://cb', 'vbscript:x',
    'https://client.example/a/../b', 'https://client.example/%2e%2e/b', 'http://127.1/cb', 'http://0x7f000001/cb', 'http://[::2]/cb', 'https://client.example\\@evil.example/cb', `https://client.example/${'x'.repeat(2_048)}`, '', 'https://',
  ];
  for (const uri of BAD) {
    it(`refuses the callback ${uri.slice(0, 50) || '(empty)'} with invalid_client_metadata [B3-43]`, async () => {
      const { status, body } = await register(w.origin, { redirect_uris: ['https://client.example/cb', uri] });
      expect([status, body['error']]).to.deep.equal([400, 'invalid_client_metadata']);
    });
  }

  it('takes https and localhost callbacks [AU-03] [B3-43]', async () => {
    for (const uri of ['https://client.example/cb?x=1', 'http://localhost:33418/', 'http://localhost/cb', 'http://127.0.0.1:1/cb', 'http://[::1]:8/cb']) expect((await register(w.origin, { redirect_uris: [uri] })).status, uri).to.equal(201);
  });

  it('answers no secret, whatever way to authenticate was asked for [AU-03] [B3-44]', async () => {
    for (const method of [undefined, 'none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']) {
      const { status, body, headers } = await register(w.origin, { token_endpoint_auth_method: method });
      expect(status, method).to.equal(201);
      expect(Object.keys(body).filter((name) => name.includes('secret') || name.includes('token_uri') || name === 'registration_access_token')).to.deep.equal([]);
      expect(body['token_endpoint_auth_method']).to.equal('none');
      expect(headers.get('cache-control')).to.equal('no-store');
    }
  });

  it('chooses the client id itself and overwrites nobody [B3-45]', async () => {
    const first = await register(w.origin);
    const second = await register(w.origin, { client_id: first.clientId, client_name: 'Thief', client_secret: 'mine' });
    expect(second.clientId).to.match(/^lfc_\w{22}$/).and.not.equal(first.clientId);
    expect(JSON.stringify(second.body)).not.to.include('mine');
    expect((await w.ports.clients.find(first.clientId, new Date()))?.metadata.client_name).to.equal('Test client');
  });

  it('refuses user information in callbacks [B3-46]', async () => {
    for (const uri of ['https://u:p@client.example/cb', 'https://client.example@evil.example/cb', 'http://u@localhost/cb', 'https://@client.example/cb']) {
      expect((await register(w.origin, { redirect_uris: [uri] })).body['error'], uri).to.equal('invalid_client_metadata');
    }
  });

  it('bounds the body, the number of callbacks and every text [B3-47]', async () => {
    const uris = (count: number) => Array.from({ length: count }, (_, n) => `https://client.example/${n}`);
    expect((await register(w.origin, { redirect_uris: uris(10) })).status).to.equal(201);
    expect((await register(w.origin, { redirect_uris: uris(11) })).status).to.equal(400);
    expect((await register(w.origin, { redirect_uris: [] })).status).to.equal(400);
    expect((await register(w.origin, { redirect_uris: 'https://client.example/cb' })).status).to.equal(400);
    expect((await register(w.origin, { client_name: 'x'.repeat(101) })).status).to.equal(400);
    expect((await register(w.origin, { client_uri: 'http://client.example' })).status).to.equal(400);
    const large = await register(w.origin, { software_id: 'x'.repeat(40_000) });
    expect([large.status, large.body['error']]).to.deep.equal([413, 'invalid_client_metadata']);
    for (const body of ['', '[]', 'null', '{', '"x"']) {
      const response = await fetch(`${w.origin}/oauth/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      expect([response.status, ((await response.json()) as { error: string }).error], body).to.deep.equal([400, 'invalid_client_metadata']);
    }
  });

  it('forgets a client that nobody used for a week, and keeps one that got tokens [B3-47]', async () => {
    const { clientId } = await register(w.origin);
    const week = 7 * 86_400_000;
    const unused = (await w.ports.clients.find(clientId, new Date()))!;
    expect(unused.expiresAt.getTime() - unused.createdAt.getTime()).to.equal(week);
    expect(await w.ports.clients.find(clientId, unused.expiresAt)).to.equal(undefined);
    await redeem(w.origin, await login(w, {}, undefined, clientId));
    const { until } = await import('@landfall/testkit/until');
    await until('the client lives on', async () => (await w.ports.clients.find(clientId, unused.expiresAt)) !== undefined);
  });

  it('leaves grant types it does not support out of the answer, and needs the code flow [D-52]', async () => {
    expect((await register(w.origin, { grant_types: ['authorization_code', 'implicit', 'password'] })).body['grant_types']).to.deep.equal(['authorization_code']);
    expect((await register(w.origin, { grant_types: ['client_credentials'] })).status).to.equal(400);
    expect((await register(w.origin, { response_types: ['token'] })).status).to.equal(400);
  });
});
