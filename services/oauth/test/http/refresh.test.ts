import { expect } from 'chai';
import { isGood, login, redeem, refreshWith, register, together, tokenRequest, world, type Tokens, type World } from './world.js';

describe('refreshing and revoking', () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(() => w.stop());

  const connected = async (): Promise<Tokens & { clientId: string }> => {
    const done = await login(w);
    return { ...(await redeem(w.origin, done)), clientId: done.clientId };
  };
  const revoke = (clientId: string, token: string) => tokenRequest(w.origin, { client_id: clientId, token }, 'revoke');

  it('keeps both tokens of a refresh in one write, and tells of neither when it fails [B3-39]', async () => {
    const done = await login(w);
    const { refresh } = await redeem(w.origin, done);
    const { artifacts } = w.ports;
    const { put } = artifacts;
    const writes: string[][] = [];
    artifacts.put = (...all) => (writes.push(all.map(({ kind }) => kind)), put(...all));
    const next = await refreshWith(w.origin, done.clientId, refresh);
    expect(writes).to.deep.equal([['RefreshToken', 'AccessToken']]);
    expect(await isGood(w.app, next.access)).to.equal(true);
    artifacts.put = () => Promise.reject(new Error('the store is away'));
    const failed = await refreshWith(w.origin, done.clientId, next.refresh);
    artifacts.put = put;
    expect([failed.status, failed.body]).to.satisfy(([status, body]: [number, object]) => status >= 500 && !('refresh_token' in body) && !('access_token' in body));
  });

  it('answers 200 for a token it does not know [B3-38]', async () => {
    const { clientId } = await register(w.origin);
    expect((await revoke(clientId, 'x'.repeat(43))).status).to.equal(200);
  });

  it('kills the access tokens of a refresh token that is revoked [B3-38]', async () => {
    const { clientId, access, refresh } = await connected();
    expect((await revoke(clientId, refresh)).status).to.equal(200);
    expect(await isGood(w.app, access)).to.equal(false);
    expect((await refreshWith(w.origin, clientId, refresh)).body['error']).to.equal('invalid_grant');
  });

  it('ends a grant by its access token too, since a client that logs out names either [B3-38] [B3-58]', async () => {
    const { clientId, access, refresh } = await connected();
    await revoke(clientId, access);
    expect(await isGood(w.app, access)).to.equal(false);
    expect((await refreshWith(w.origin, clientId, refresh)).status).to.equal(400);
  });

  it('leaves another client\'s token alone and answers the same [B3-38]', async () => {
    const { access, refresh } = await connected();
    const { clientId: other } = await register(w.origin);
    for (const token of [access, refresh]) expect((await revoke(other, token)).status).to.equal(200);
    expect(await isGood(w.app, access)).to.equal(true);
  });

  it('rotates the refresh token, and a second use of the old one kills the whole family [B3-39]', async () => {
    const first = await connected();
    const second = await refreshWith(w.origin, first.clientId, first.refresh);
    expect(second.status).to.equal(200);
    expect(second.refresh).to.match(/^[\w-]{43}$/).and.not.equal(first.refresh);
    const third = await refreshWith(w.origin, first.clientId, second.refresh);
    expect((await refreshWith(w.origin, first.clientId, first.refresh)).body['error']).to.equal('invalid_grant');
    for (const { access } of [first, second, third]) expect(await isGood(w.app, access)).to.equal(false);
    expect((await refreshWith(w.origin, first.clientId, third.refresh)).body['error']).to.equal('invalid_grant');
  });

  it('lets one of two refreshes at once win, whose tokens stay good [B3-40]', async () => {
    const { clientId, refresh } = await connected();
    together(w.ports.artifacts, 'RefreshToken', 2);
    const both = await Promise.all([refreshWith(w.origin, clientId, refresh), refreshWith(w.origin, clientId, refresh)]);
    const won = both.filter(({ status }) => status === 200);
    expect(won).to.have.lengthOf(1);
    expect(await isGood(w.app, won[0]!.access)).to.equal(true);
    expect((await refreshWith(w.origin, clientId, won[0]!.refresh)).status).to.equal(200);
  });

  it('never widens scope or resource [B3-41]', async () => {
    const { clientId, refresh } = await connected();
    expect((await refreshWith(w.origin, clientId, refresh, { scope: 'mcp admin' })).body['error']).to.equal('invalid_scope');
    expect((await refreshWith(w.origin, clientId, refresh, { resource: 'https://other.example/mcp' })).body['error']).to.equal('invalid_target');
  });

  it('keeps the first audience when a client refreshes without a resource [B3-41]', async () => {
    const done = await login(w, { resource: `${w.origin}/mcp` });
    const tokens = await redeem(w.origin, done, { resource: `${w.origin}/mcp` });
    const { access } = await refreshWith(w.origin, done.clientId, tokens.refresh);
    expect((await w.app.liveToken(access))?.token.audience).to.equal(`${w.origin}/mcp`);
  });

  it('binds a refresh token to its client and tells another nothing [B3-42]', async () => {
    const { refresh, access } = await connected();
    const { clientId: other } = await register(w.origin);
    const stolen = await refreshWith(w.origin, other, refresh);
    const unknown = await refreshWith(w.origin, other, 'x'.repeat(43));
    expect(stolen.status).to.equal(400);
    expect(stolen.body).to.deep.equal(unknown.body);
    expect(await isGood(w.app, access)).to.equal(true);
  });

  it('keeps a refresh token for 30 days and asks the person again after a year [D-52]', async () => {
    const { refresh } = await connected();
    const { payload } = (await w.ports.artifacts.find('RefreshToken', refresh))!;
    expect(Number(payload['exp']) - Number(payload['iat'])).to.equal(30 * 86_400);
    const grant = (await w.ports.grants.find(String(payload['grantId'])))!;
    expect(grant.expiresAt.getTime() - grant.createdAt.getTime()).to.equal(365 * 86_400_000);
  });
});
