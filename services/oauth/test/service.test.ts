import { accountClient, type AccountClient } from '@landfall/clients/account';
import { principalClient, type PrincipalClient } from '@landfall/clients/principal';
import type { Service } from '@landfall/kit/lifecycle';
import { testBus, type TestBus } from '@landfall/testkit/test-bus';
import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { freePort } from '@landfall/testkit/free-port';
import { until } from '@landfall/testkit/until';
import { planOf } from '@landfall/testkit/index-use';
import { connect, StringCodec, type NatsConnection } from 'nats';
import { expect } from 'chai';
import { load } from '../src/config.js';
import { wire } from '../src/wire.js';
import { MASTER_KEY } from './fakes.js';

describe('the service', () => {
  let store: TestMongo;
  let bus: TestBus;
  let nats: NatsConnection;
  let running: Service;
  let accounts: AccountClient;
  let principals: PrincipalClient;
  const heard: { subject: string; body: Record<string, unknown> }[] = [];

  before(async () => {
    [store, bus] = await Promise.all([testMongo(), testBus()]);
    const grpcPort = await freePort();
    const uri = new URL(store.uri);
    uri.pathname = `/${store.database}`;
    running = wire(load({ MONGODB_URI: uri.href, NATS_URL: bus.url, GRPC_PORT: String(grpcPort), HTTP_PORT: '0', HEALTH_PORT: '0', DATA_ENCRYPTION_KEY: MASTER_KEY, DEMO_ACCOUNT: 'true', LOG_LEVEL: 'silent' }));
    await running.start();
    accounts = accountClient(`127.0.0.1:${grpcPort}`);
    principals = principalClient(`127.0.0.1:${grpcPort}`);
    nats = await connect({ servers: bus.url });
    void (async () => {
      for await (const { subject, data } of nats.subscribe('fact.principal.*')) heard.push({ subject, body: JSON.parse(StringCodec().decode(data)) as Record<string, unknown> });
    })();
    await nats.flush();
  });
  after(async () => {
    accounts.close();
    principals.close();
    await nats.close();
    await running.stop();
    await bus.stop();
    await store.stop();
  });

  const refused = (asked: Promise<unknown>) => asked.then(() => 'done', ({ code }: { code: string }) => code);
  const fact = (subject: string, more: Record<string, unknown>) => until(`${subject} is heard`, () => heard.find((one) => one.subject === subject && Object.entries(more).every(([name, value]) => one.body[name] === value)));

  it('makes an account, a person and a key, and says whose the key is [D-50]', async () => {
    const account = await accounts.createAccount({ name: 'Acme' });
    const user = await accounts.createUser({ accountId: account.id, email: 'Ann@acme.example', password: 'correct horse' });
    const key = await accounts.createApiKey({ accountId: account.id, name: 'CI', scopes: ['read'], userId: user.id });
    expect(key.secret).to.match(/^lf_[0-9A-Za-z]{43}$/);
    expect(await principals.authenticate({ credential: key.secret ?? '', audience: 'api' })).to.deep.include({ accountId: account.id, accountName: 'Acme', kind: 'api_key', credentialId: key.id, scopes: ['read'], userId: user.id });
    const listed = await accounts.listApiKeys({ accountId: account.id, page: undefined });
    expect(listed.items.map(({ secret, prefix }) => [secret, prefix])).to.deep.equal([[undefined, key.secret?.slice(0, 8)]]);
    expect((await accounts.listUsers({ accountId: account.id, page: undefined })).items).to.have.lengthOf(1);
    expect((await accounts.batchGetUsers({ accountId: account.id, ids: [user.id, 'missing'] })).items[0]).to.include({ email: 'Ann@acme.example' });
    expect(JSON.stringify(await accounts.listUsers({ accountId: account.id, page: undefined }))).not.to.include('argon2');
  });

  it('revokes a key at once and tells the gateways [D-50] [B3-58]', async () => {
    const account = await accounts.createAccount({ name: 'Acme' });
    const key = await accounts.createApiKey({ accountId: account.id, name: 'CI', scopes: ['read'] });
    expect((await accounts.revokeApiKey({ accountId: account.id, id: key.id })).revokedAt).to.be.an.instanceOf(Date);
    expect(await refused(principals.authenticate({ credential: key.secret ?? '', audience: 'api' }))).to.equal('unauthorized');
    await fact('fact.principal.revoked', { accountId: account.id, credentialId: key.id });
    await accounts.updateAccount({ id: account.id, rateLimits: { other: 7 } });
    await fact('fact.principal.changed', { accountId: account.id });
    expect((await accounts.getAccount({ id: account.id })).rateLimits).to.deep.include({ other: 7 });
  });

  it('shows no account\'s rows to another, exactly as if they were missing [D-08]', async () => {
    const [one, other] = [await accounts.createAccount({ name: 'One' }), await accounts.createAccount({ name: 'Other' })];
    const key = await accounts.createApiKey({ accountId: one.id, name: 'CI', scopes: ['read'] });
    expect(await refused(accounts.getApiKey({ accountId: other.id, id: key.id }))).to.equal('not_found');
    expect(await refused(accounts.revokeApiKey({ accountId: other.id, id: key.id }))).to.equal('not_found');
    expect((await accounts.listApiKeys({ accountId: other.id, page: undefined })).items).to.deep.equal([]);
    expect((await principals.authenticate({ credential: key.secret ?? '', audience: 'api' })).accountId).to.equal(one.id);
  });

  it('lets one person sign in with an e-mail, whatever its capitals and account [D-50]', async () => {
    const account = await accounts.createAccount({ name: 'Acme' });
    const user = await accounts.createUser({ accountId: account.id, email: 'twice@acme.example', password: 'correct horse' });
    const again = () => accounts.createUser({ accountId: account.id, email: 'TWICE@acme.example', password: 'correct horse' });
    expect(await refused(again())).to.equal('duplicate');
    expect((await accounts.revokeUser({ accountId: account.id, id: user.id })).revokedAt).to.be.an.instanceOf(Date);
    await fact('fact.principal.revoked', { accountId: account.id, userId: user.id });
    expect(await refused(again())).to.equal('done');
  });

  it('makes one demo account however often and at once it is asked, and tells the same secrets again until they are revoked [D-53]', async () => {
    const all = await Promise.all([accounts.ensureDemoAccount({}), accounts.ensureDemoAccount({}), accounts.ensureDemoAccount({})]);
    // Whoever died before writing them down asks once more.
    all.push(await accounts.ensureDemoAccount({}));
    expect(new Set(all.map(({ accountId, email, password, apiKey }) => [accountId, email, password, apiKey].join())).size).to.equal(1);
    expect(all.filter(({ created }) => created)).to.have.lengthOf(1);
    const { accountId, apiKey = '', password } = all[0]!;
    expect(password).to.match(/^[0-9A-Za-z]{20}$/);
    const { scopes, credentialId } = await principals.authenticate({ credential: apiKey, audience: 'api' });
    expect(scopes).to.include('admin');
    await accounts.revokeApiKey({ accountId, id: credentialId });
    expect(await accounts.ensureDemoAccount({})).to.deep.include({ accountId, password, apiKey: undefined });
  });

  it('answers no question with a scan of a collection [D-50]', async () => {
    const questions: [string, Record<string, unknown>][] = [['api_keys', { hash: 'x' }], ['api_keys', { accountId: 'x' }], ['users', { emailKey: 'x', live: true }], ['grants', { accountId: 'x', userId: 'y' }], ['artifacts', { grantId: { $eq: 'x', $exists: true } }], ['artifacts', { kind: 'Session', uid: { $eq: 'x', $exists: true } }]];
    for (const [collection, filter] of questions) expect(await planOf(store.connection, collection, filter), collection).not.to.include('COLLSCAN');
  });
});

describe('a service in production', () => {
  it('refuses a demo account unless its configuration allows one [D-53]', async () => {
    const { app } = await import('../src/app/index.js');
    const { fakes } = await import('./fakes.js');
    const use = app(fakes(), { demoAccount: false, origin: 'https://landfall.example' });
    expect(await use.ensureDemoAccount().then(() => 'made', ({ code }: { code: string }) => code)).to.equal('forbidden');
  });
});
