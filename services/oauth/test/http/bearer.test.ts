import type { Problem } from '@landfall/kit/problem';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { subjectOf } from '../../src/domain/subject.js';
import { browser, formToken, isGood, login, PASSWORD, redeem, world, type Login, type Tokens, type World } from './world.js';

describe('what a credential is good for', () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(() => w.stop());

  const connected = async (): Promise<Tokens & Login> => {
    const done = await login(w);
    return { ...done, ...(await redeem(w.origin, done)) };
  };
  const refusal = (credential: string, audience: string): Promise<string> => w.app.authenticate(credential, audience).then(() => 'taken', ({ code }: Problem) => code);
  /** The token, with something of it other than it was issued. */
  const changed = async (token: string, more: Record<string, unknown>) => {
    const kept = (await w.ports.artifacts.find('AccessToken', token))!;
    await w.ports.artifacts.put({ kind: 'AccessToken', id: token, payload: { ...kept.payload, ...more }, grantId: String(kept.payload['grantId']) });
  };
  const apiKey = (scopes: string[]) => w.app.createApiKey({ accountId: w.person.accountId, name: 'key', scopes });

  it('refuses a token at an audience that is not its own, and a key\'s rights never leak into it [B3-54]', async () => {
    const { access } = await connected();
    expect(await refusal(access, 'mcp')).to.equal('taken');
    expect(await refusal(access, 'api')).to.equal('unauthorized');
    expect((await w.app.authenticate(access, 'mcp')).scopes).to.deep.equal(['mcp']);
    await changed(access, { aud: 'https://other.example/mcp' });
    expect(await refusal(access, 'mcp')).to.equal('unauthorized');
    const { secret } = await apiKey(['read']);
    expect((await w.app.authenticate(secret, 'mcp')).scopes).to.deep.equal(['read']);
    expect(await refusal(secret, 'api')).to.equal('taken');
  });

  it('says insufficient_scope of a token without the scope mcp [AU-04] [B3-54]', async () => {
    const { access } = await connected();
    await changed(access, { scope: 'other' });
    expect(await refusal(access, 'mcp')).to.equal('insufficient_scope');
  });

  it('gives malformed, unknown and expired credentials one and the same answer [AU-01] [B3-55]', async () => {
    const { access } = await connected();
    await changed(access, { exp: Math.floor(Date.now() / 1_000) });
    for (const credential of ['', 'x', 'x'.repeat(43), `lf_${'x'.repeat(43)}`, 'x'.repeat(5_000), 'sha256:abc', access, 'eyJhbGciOiJub25lIn0.e30.']) expect(await refusal(credential, 'mcp'), credential.slice(0, 50)).to.equal('unauthorized');
  });

  it('takes no refresh token and no code for an access token [B3-55]', async () => {
    const { refresh, code } = await connected();
    expect(await refusal(refresh, 'mcp')).to.equal('unauthorized');
    expect(await refusal(code, 'mcp')).to.equal('unauthorized');
  });

  it('lets an access token live an hour and no longer [B3-53]', async () => {
    const { access } = await connected();
    const { token } = (await w.app.liveToken(access))!;
    expect(token.expiresAt.getTime() - token.issuedAt.getTime()).to.equal(3_600_000);
  });

  it('introspects for an authenticated admin of the same account only, and tells nothing of inactive tokens [B3-56]', async () => {
    const { access } = await connected();
    const introspect = async (token: string, key?: string) => {
      const response = await fetch(`${w.origin}/oauth/introspect`, { method: 'POST', body: new URLSearchParams({ token }), headers: key === undefined ? {} : { authorization: `Bearer ${key}` } });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    expect((await introspect(access)).status).to.equal(401);
    expect((await introspect(access, access)).status).to.equal(401);
    expect((await introspect(access, (await apiKey(['read', 'write'])).secret)).status).to.equal(401);
    const { secret } = await apiKey(['admin']);
    expect((await introspect(access, secret)).body).to.include({ active: true, scope: 'mcp', aud: `${w.origin}/mcp`, iss: w.origin, username: 'ann@acme.example', token_type: 'Bearer' });
    expect((await introspect('x'.repeat(43), secret)).body).to.deep.equal({ active: false });
    const other = await w.app.createAccount('Other');
    const foreign = await w.app.createApiKey({ accountId: other.id, name: 'key', scopes: ['admin'] });
    expect((await introspect(access, foreign.secret)).body).to.deep.equal({ active: false });
  });

  it('ends at once with the key, the grant, the person or the account [B3-58]', async () => {
    const { key, secret } = await apiKey(['read']);
    await w.app.revokeApiKey(key.accountId, key.id);
    expect(await refusal(secret, 'mcp')).to.equal('unauthorized');

    const { access } = await connected();
    const b = browser(w.origin);
    const page = await b.get('/account/sign-in');
    await b.post('/account/sign-in', { form_token: formToken(page.text), email: 'ann@acme.example', password: PASSWORD });
    await b.post('/account/clients/revoke', { form_token: formToken((await b.get('/account')).text) });
    expect(await isGood(w.app, access)).to.equal(false);

    const second = await connected();
    await w.app.updateAccount(w.person.accountId, { closed: true });
    expect(await isGood(w.app, second.access)).to.equal(false);
    await w.app.updateAccount(w.person.accountId, { closed: false });
    const third = await connected();
    await w.app.revokeUser(w.person.accountId, w.person.userId);
    expect(await isGood(w.app, third.access)).to.equal(false);
    await w.app.createUser({ accountId: w.person.accountId, email: 'ann@acme.example', password: PASSWORD });
  });

  it('tells the gateways of a grant that ended, in the same write [B3-58]', async () => {
    const { access } = await connected();
    const { grant } = (await w.app.liveToken(access))!;
    await w.app.endGrant(grant.id);
    const row = await w.store.connection.collection('grants').findOne({ _id: grant.id as never });
    expect((row?.['outbox'] as { subject: string; body: unknown }[])[0]).to.deep.include({ subject: 'fact.principal.revoked' }).and.nested.include({ 'body.credentialId': grant.id, 'body.accountId': grant.accountId });
  });

  it('fixes the tenant of a token at consent [B3-61]', async () => {
    const { access } = await connected();
    const { grant } = (await w.app.liveToken(access))!;
    const other = await w.app.createAccount('Other tenant');
    await changed(access, { accountId: subjectOf({ accountId: other.id, userId: grant.userId }) });
    expect(await refusal(access, 'mcp')).to.equal('unauthorized');
  });

  it('notes the last use of a key, once a minute at most [D-50]', async () => {
    const { key, secret } = await apiKey(['read']);
    await w.app.authenticate(secret, 'api');
    const noted = await until('the use is noted', async () => (await w.app.apiKeys.find(key.accountId, key.id))?.lastUsedAt);
    await w.app.authenticate(secret, 'api');
    expect((await w.app.apiKeys.find(key.accountId, key.id))?.lastUsedAt).to.deep.equal(noted);
  });
});
