import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { facts } from '@landfall/contracts/facts';
import { bus } from '@landfall/kit/bus';
import { logger } from '@landfall/kit/log';
import { testBus } from '@landfall/testkit/test-bus';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { scaffoldFact } from '../../../scripts/lib/fact.mjs';
import { scaffold } from '../../../scripts/lib/new-service.mjs';
import { ioFolders } from '../../../scripts/lib/test-io.mjs';
import { ROOT } from './copy.js';

const PATTERN = 'services/tracking-request';

describe('the menu for developers', function () {
  this.timeout(300_000);
  let root: string;
  /** As much of a checkout as a command needs, so that none writes into ours. */
  const take = (...paths: string[]) => {
    for (const path of paths) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'landfall-menu-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const npm = (args: string[], env: Record<string, string> = {}) => spawnSync('npm', ['run', '--silent', ...args], { cwd: ROOT, env: { ...process.env, ...env }, encoding: 'utf8' });

  it('npm run new stamps out a service that type-checks, starts, is ready and stops', () => {
    take('tsconfig.base.json', 'tooling/mocha', ...['package.json', 'tsconfig.json', 'tsconfig.build.json'].map((file) => `${PATTERN}/${file}`));
    const files = scaffold(root, 'berth-planner');
    expect(files).to.include.members(['services/berth-planner/src/wire.ts', 'services/berth-planner/test/service.test.ts']);
    const folder = join(root, 'services/berth-planner');
    // What `pnpm install` would bring: the pattern has everything a new service has.
    symlinkSync(join(ROOT, PATTERN, 'node_modules'), join(folder, 'node_modules'));
    const bin = (name: string, ...args: string[]) => spawnSync(join(folder, 'node_modules/.bin', name), args, { cwd: folder, encoding: 'utf8' });
    const checked = bin('tsc', '-p', 'tsconfig.json');
    expect(checked.status, checked.stdout).to.equal(0);
    const tested = bin('mocha', '--config', '../../tooling/mocha/mocharc.json');
    expect(tested.status, tested.stdout + tested.stderr).to.equal(0);
    expect(tested.stdout).to.include('is ready when it has started');
  });

  it('npm run new refuses a name that is taken or could not be one', () => {
    take(`${PATTERN}/package.json`);
    expect(() => scaffold(root, 'tracking-request')).to.throw('There is a service tracking-request already.');
    expect(() => scaffold(root, 'Berth Planner')).to.throw('kebab-case');
    const bare = npm(['new']);
    expect(bare.status).to.equal(1);
    expect(bare.stderr).to.include('npm run new <name>');
  });

  it('npm run fact new adds a message and its line in the catalogue, once', () => {
    take('proto/shipment/v1/facts.proto', 'packages/contracts/src/facts.ts');
    const { proto, source, subject } = scaffoldFact(root, ['shipment', 'shipment', 'weighed']);
    expect(subject).to.equal('fact.shipment.weighed');
    expect(readFileSync(proto, 'utf8')).to.include('message ShipmentWeighed {');
    expect(readFileSync(source, 'utf8')).to.include("weighed: fact('shipment', 'fact.shipment.weighed', ShipmentWeighed),");
    scaffoldFact(root, ['shipment', 'seal', 'broken']);
    expect(readFileSync(source, 'utf8')).to.match(/ {2}seal: \{\n {4}broken: fact\(/);
    expect(() => scaffoldFact(root, ['shipment', 'shipment', 'weighed'])).to.throw('is said already');
    expect(() => scaffoldFact(root, ['nobody', 'shipment', 'weighed'])).to.throw('proto/nobody/v1/facts.proto');
  });

  it('npm run fact lists what is said, and says a sample to a running bus', async () => {
    const listed = npm(['fact']);
    expect(listed.status, listed.stderr).to.equal(0);
    for (const verbs of Object.values(facts)) for (const { subject, saidBy } of Object.values(verbs)) expect(listed.stdout).to.match(new RegExp(`${subject}\\s+${saidBy}`));

    const nats = await testBus();
    const outside = bus({ url: nats.url, name: 'test', log: logger('test', 'silent') });
    const heard: unknown[] = [];
    await outside.start();
    outside.connection.subscribe('fact.principal.changed', { callback: (_, message) => heard.push(message.json()) });
    await outside.connection.flush();
    const said = npm(['fact', 'fact.principal.changed', '{"accountId":"a-1","nonsense":true}'], { NATS_URL: nats.url });
    expect(said.status, said.stderr).to.equal(0);
    await until('it is heard', () => heard.length === 1);
    expect(heard[0]).to.deep.include({ accountId: 'a-1' }).and.not.to.have.property('nonsense');
    expect(npm(['fact', 'fact.nobody.knows'], { NATS_URL: nats.url }).stderr).to.include('Nobody says fact.nobody.knows');
    await outside.stop();
    await nats.stop();
  });

  it('npm run test:io runs the rooms that meet the world, and counts them', () => {
    const folders = ioFolders(ROOT).map(({ folder }) => basename(folder));
    expect(folders).to.include.members(['tracking-request', 'event-ingest', 'shipment', 'webhook-dispatch', 'oauth', 'api-gateway']);
    const ran = npm(['test:io', '--', 'rate-limit', 'tracking-request']);
    expect(ran.status, ran.stdout + ran.stderr).to.equal(0);
    expect(ran.stdout).to.match(/^tracking-request: .*store/m);
    expect(ran.stdout).to.match(/^[1-9]\d* passed, 0 failed$/m);
    expect(ran.stdout).not.to.include('domain');
  });
});
