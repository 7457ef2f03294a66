import { AccountServiceService, type AccountServiceServer } from '@landfall/contracts/gen/oauth/v1/oauth';
import { grpcServer, unary, type GrpcServer } from '@landfall/kit/grpc';
import { logger } from '@landfall/kit/log';
import { problem } from '@landfall/kit/problem';
import { expect } from 'chai';
import { aRun, testWorld } from '../world.js';

describe('landfall accounts, users and keys', () => {
  const asked: [string, unknown][] = [];
  const { world, said, landfall, put, clear } = testWorld();
  let server: GrpcServer;

  before(async () => {
    const note = <Answer>(name: string, answer: Answer) => unary(async (request: unknown) => (asked.push([name, request]), answer));
    const account = { id: 'a1', name: 'Acme', closed: false, createdAt: undefined, rateLimits: undefined };
    const user = { accountId: 'a1', id: 'u1', email: 'ann@acme.example', createdAt: undefined, revokedAt: undefined };
    const key = { accountId: 'a1', id: 'k1', name: 'CI', scopes: ['read'], prefix: 'lf_abcde', createdAt: undefined, expiresAt: undefined, revokedAt: undefined, lastUsedAt: undefined };
    const page = { total: 1, nextAfter: '' };
    const service: Partial<AccountServiceServer> = {
      createAccount: note('createAccount', account),
      listAccounts: note('listAccounts', { items: [account], page }),
      updateAccount: unary(async () => Promise.reject(problem('not_found', 'No account has the id a9.'))),
      createUser: note('createUser', user),
      listUsers: note('listUsers', { items: [user], page }),
      revokeUser: note('revokeUser', user),
      createApiKey: note('createApiKey', { ...key, secret: 'lf_told_once' }),
      listApiKeys: note('listApiKeys', { items: [key], page }),
      revokeApiKey: note('revokeApiKey', key),
    };
    server = grpcServer({ port: 0, services: [[AccountServiceService, service as AccountServiceServer]], log: logger('test', 'silent'), service: 'oauth' });
    await server.start();
    put('run.json', aRun({ ports: { 'oauth.grpc': server.port() } }));
  });
  beforeEach(() => {
    asked.length = 0;
    said.out = '';
    said.err = '';
  });
  after(async () => {
    await server.stop();
    clear();
  });

  it('make, list and revoke what they are named after [D-53]', async () => {
    const table: [string[], string, object][] = [
      [['accounts', 'create', 'Acme'], 'createAccount', { name: 'Acme' }],
      [['accounts', 'list'], 'listAccounts', {}],
      [['users', 'list', 'a1'], 'listUsers', { accountId: 'a1' }],
      [['users', 'revoke', 'a1', 'u1'], 'revokeUser', { accountId: 'a1', id: 'u1' }],
      [['keys', 'list', 'a1'], 'listApiKeys', { accountId: 'a1' }],
      [['keys', 'create', 'a1', 'CI', '--scopes', 'read,admin'], 'createApiKey', { accountId: 'a1', name: 'CI', scopes: ['read', 'admin'] }],
      [['keys', 'revoke', 'a1', 'k1'], 'revokeApiKey', { accountId: 'a1', id: 'k1' }],
    ];
    for (const [args, method, request] of table) {
      expect(await landfall(...args), args.join(' ')).to.equal(0);
      expect(asked.at(-1)?.[0]).to.equal(method);
      expect(asked.at(-1)?.[1]).to.deep.include(request);
    }
    expect(said.out).to.include('lf_told_once');
  });

  it('make a password and tell it, or take the one of LANDFALL_PASSWORD and do not [D-53]', async () => {
    expect(await landfall('users', 'create', 'a1', 'ann@acme.example')).to.equal(0);
    const made = (asked[0]?.[1] as { password: string }).password;
    expect(made).to.match(/^[\w-]{20}$/);
    expect(said.out).to.include(made);
    world.env = { ...world.env, LANDFALL_PASSWORD: 'a secret of mine' };
    said.out = '';
    await landfall('users', 'create', 'a1', 'ann@acme.example');
    expect((asked[1]?.[1] as { password: string }).password).to.equal('a secret of mine');
    expect(said.out).not.to.include('a secret of mine');
  });

  it('say why the service refused, and what was missing [D-53]', async () => {
    expect(await landfall('accounts', 'revoke', 'a9')).to.equal(1);
    expect(said.err).to.include('not_found: No account has the id a9.');
    expect(await landfall('accounts', 'burn', 'a1')).to.equal(64);
    expect(await landfall('keys', 'create', 'a1')).to.equal(64);
    expect(await landfall('keys', 'create', 'a1', 'CI', '--days', 'x')).to.equal(64);
  });

  it('reach the service of another machine by OAUTH_GRPC_URL, and say so when there is none [D-53]', async () => {
    const elsewhere = testWorld();
    expect(await elsewhere.landfall('accounts', 'list')).to.equal(1);
    expect(elsewhere.said.err).to.include('OAUTH_GRPC_URL');
    elsewhere.world.env = { OAUTH_GRPC_URL: `127.0.0.1:${server.port()}` };
    expect(await elsewhere.landfall('accounts', 'list')).to.equal(0);
    elsewhere.clear();
  });
});
