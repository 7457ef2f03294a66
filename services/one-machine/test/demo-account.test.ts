import { type AccountServiceServer, AccountServiceService, type DemoAccount } from '@landfall/contracts/gen/oauth/v1/oauth';
import { grpcServer, type GrpcServer, unary } from '@landfall/kit/grpc';
import { logger } from '@landfall/kit/log';
import { expect } from 'chai';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { demoAccount } from '../src/demo-account.js';
import { pickPorts } from '../src/ports.js';
import { scene, type Scene } from './fixtures/scene.js';

describe('demo account', () => {
  const made = { accountId: 'a1', email: 'demo@landfall.test', password: 'open-sesame', apiKey: 'lf_0123', created: true };
  const { password: _password, apiKey: _apiKey, ...known } = { ...made, created: false };
  let here: Scene;
  let server: GrpcServer;
  let port: number;
  let answer: DemoAccount;

  beforeEach(async () => {
    here = scene();
    port = (await pickPorts(['oauth.grpc'], here.folder))['oauth.grpc'] ?? 0;
    const accounts = { ensureDemoAccount: unary(async () => answer) } as Partial<AccountServiceServer> as AccountServiceServer;
    server = grpcServer({ port, services: [[AccountServiceService, accounts]], log: logger('test', 'silent'), service: 'oauth' });
    await server.start();
  });
  afterEach(async () => {
    await server.stop();
    here.clear();
  });

  const asked = () => demoAccount(here.folder, { 'oauth.grpc': port });

  it('is kept in the data folder, for its owner only, and stands when the service cannot tell it any more [D-53]', async () => {
    answer = made;
    const first = await asked();
    answer = known;
    expect(first).to.deep.equal({ email: 'demo@landfall.test', password: 'open-sesame', api_key: 'lf_0123' });
    expect(await asked()).to.deep.equal(first);
    expect(statSync(join(here.folder, 'demo-account.json')).mode & 0o777).to.equal(0o600);
  });

  it('is told anew when the store was emptied under the folder [D-53]', async () => {
    answer = made;
    await asked();
    answer = { ...made, apiKey: 'lf_4567' };
    expect(await asked()).to.include({ api_key: 'lf_4567' });
  });

  it('is written again when the file was lost, or when dying came before writing it [D-53]', async () => {
    answer = made;
    const first = await asked();
    rmSync(join(here.folder, 'demo-account.json'));
    answer = { ...made, created: false };
    expect(await asked()).to.deep.equal(first);
    expect(JSON.parse(readFileSync(join(here.folder, 'demo-account.json'), 'utf8'))).to.deep.equal(first);
  });

  it('is not made up when nobody can tell it any more [D-53]', async () => {
    answer = known;
    expect(await asked()).to.equal(undefined);
  });

  it('is not asked for while there is no oauth service', async () => {
    expect(await demoAccount(here.folder, {})).to.equal(undefined);
  });
});
