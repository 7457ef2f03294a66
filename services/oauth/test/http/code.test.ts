import { expect } from 'chai';
import { isGood, login, redeem, refreshWith, register, together, tokenRequest, verifier, world, type World } from './world.js';

describe('token endpoint, for a code', () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(() => w.stop());

  it('refuses a wrong verifier [B3-20]', async () => {
    const { status, body } = await redeem(w.origin, await login(w), { code_verifier: verifier() });
    expect(status).to.equal(400);
    expect(body['error']).to.equal('invalid_grant');
  });

  it('refuses a missing verifier [B3-21]', async () => {
    const { status, body } = await redeem(w.origin, await login(w), { code_verifier: undefined });
    expect(status).to.equal(400);
    expect(body['error']).to.equal('invalid_grant');
  });

  it('refuses a verifier for a code that was issued without a challenge [B3-22]', async () => {
    const done = await login(w);
    const kept = await w.ports.artifacts.find('AuthorizationCode', done.code);
    const { codeChallenge, codeChallengeMethod, ...payload } = kept!.payload;
    expect([typeof codeChallenge, codeChallengeMethod]).to.deep.equal(['string', 'S256']);
    await w.ports.artifacts.put({ kind: 'AuthorizationCode', id: done.code, payload });
    expect((await redeem(w.origin, done)).body['error']).to.equal('invalid_grant');
  });

  it('refuses another callback than the code was sent to [B3-23]', async () => {
    const { clientId } = await register(w.origin, { redirect_uris: ['https://client.example/callback', 'https://client.example/second'] });
    const done = await login(w, {}, undefined, clientId);
    expect((await redeem(w.origin, done, { redirect_uri: 'https://client.example/second' })).body['error']).to.equal('invalid_grant');
  });

  it('answers JSON that nobody may keep [B3-24]', async () => {
    const { status, headers, body } = await redeem(w.origin, await login(w));
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^application\/json/);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(body).to.include({ token_type: 'Bearer', expires_in: 3_600, scope: 'mcp' });
  });

  it('redeems a code once [B3-25]', async () => {
    const done = await login(w);
    expect((await redeem(w.origin, done)).status).to.equal(200);
    const again = await redeem(w.origin, done);
    expect(again.status).to.equal(400);
    expect(again.body['error']).to.equal('invalid_grant');
  });

  it('revokes what a code brought when it is used again [B3-26]', async () => {
    const done = await login(w);
    const tokens = await redeem(w.origin, done);
    expect(await isGood(w.app, tokens.access)).to.equal(true);
    await redeem(w.origin, done);
    expect(await isGood(w.app, tokens.access)).to.equal(false);
    expect((await refreshWith(w.origin, done.clientId, tokens.refresh)).body['error']).to.equal('invalid_grant');
  });

  it('gives exactly one token to eight redemptions at once, and that one is good [B3-27]', async () => {
    const done = await login(w);
    together(w.ports.artifacts, 'AuthorizationCode', 8);
    const all = await Promise.all(Array.from({ length: 8 }, () => redeem(w.origin, done)));
    const won = all.filter(({ status }) => status === 200);
    expect(won).to.have.lengthOf(1);
    for (const { status, body } of all.filter((one) => one !== won[0])) expect([status, body['error']]).to.deep.equal([400, 'invalid_grant']);
    expect(await isGood(w.app, won[0]!.access)).to.equal(true);
  });

  it('binds a code to its client, resource and person [B3-28]', async () => {
    const done = await login(w, { resource: `${w.origin}/mcp` });
    const { clientId: other } = await register(w.origin);
    expect((await redeem(w.origin, done, { client_id: other })).body['error']).to.equal('invalid_grant');
    expect((await redeem(w.origin, done, { resource: 'https://other.example/mcp' })).body['error']).to.equal('invalid_target');
    const own = await login(w);
    const { access } = await redeem(w.origin, own);
    expect(await w.app.authenticate(access, 'mcp')).to.include({ accountId: w.person.accountId, userId: w.person.userId, userEmail: 'ann@acme.example', kind: 'user' });
  });

  it('refuses GET and other content types [B3-36]', async () => {
    const get = await fetch(`${w.origin}/oauth/token?grant_type=authorization_code`);
    expect(get.status).to.equal(405);
    expect(get.headers.get('allow')).to.equal('POST');
    const json = await fetch(`${w.origin}/oauth/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"grant_type":"authorization_code"}' });
    expect(json.status).to.equal(400);
    expect(((await json.json()) as { error: string }).error).to.equal('invalid_request');
  });

  it('refuses grant types that it does not know [B3-37]', async () => {
    const { clientId } = await register(w.origin);
    for (const type of ['password', 'client_credentials', 'urn:ietf:params:oauth:grant-type:device_code']) {
      const { status, body } = await tokenRequest(w.origin, { grant_type: type, client_id: clientId });
      expect([status, body['error']], type).to.deep.equal([400, 'unsupported_grant_type']);
    }
  });

  it('refuses a code of an expired sign-in to the second, and no code lives longer than a minute [B3-53]', async () => {
    const done = await login(w);
    const kept = await w.ports.artifacts.find('AuthorizationCode', done.code);
    const { iat, exp } = kept!.payload as { iat: number; exp: number };
    expect(exp - iat).to.equal(60);
    await w.ports.artifacts.put({ kind: 'AuthorizationCode', id: done.code, payload: { ...kept!.payload, exp: Math.floor(Date.now() / 1_000) } });
    const { status, body } = await redeem(w.origin, done);
    expect([status, body['error']]).to.deep.equal([400, 'invalid_grant']);
  });
});
