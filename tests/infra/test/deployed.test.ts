import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@landfall/infra/services';
import { expect } from 'chai';
import { cutOut, runDeployed, type Deployed } from '../harness/deployed.js';
import { metricsNamed } from '../harness/promql.js';
import { ROOT, text } from '../harness/paths.js';

describe('the services as an image holds them', function () {
  this.timeout(600_000);
  let folder: string;
  let landfall: Deployed;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'landfall-images-'));
    await cutOut(folder);
    execFileSync('chmod', ['-R', 'go=rX', folder]);
    landfall = await runDeployed(folder);
  });
  after(async () => {
    await landfall?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('start as a user who may not write, against a store and a bus with passwords, and say that they are healthy', () => {
    for (const { name } of SERVICES) expect(landfall.isHealthy(name), name).to.equal(true);
    if (process.getuid?.() === 0) expect(() => execFileSync('touch', [join(folder, 'shipment/dist/main.js')], { uid: 65_534, gid: 65_534, stdio: 'ignore' })).to.throw();
  });

  it('carry a number from the public door to its signed webhooks', () => {
    const said = execFileSync(process.execPath, [join(ROOT, 'scripts/smoke.mjs'), 'TEST-TR-SUCCEEDED'], { env: { ...process.env, LANDFALL_HOME: landfall.home }, encoding: 'utf8' });
    expect(said).to.match(/TEST-TR-SUCCEEDED-\w+: \d+ signed webhooks in/);
    expect(said).not.to.include('UNSIGNED');
  });

  it('answer the five requests of the README, word for word', () => {
    const block = text('README.md').split('```sh\n').map((part) => part.split('```')[0] ?? '').find((part) => part.includes('demo.json')) ?? '';
    expect(block.match(/^curl/gm)).to.have.length(5);
    cpSync(join(landfall.home, 'demo.json'), join(landfall.home, '.landfall/demo.json'));
    const said = execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', block.replaceAll('curl -sS', 'curl --fail-with-body -sS')], { cwd: landfall.home, encoding: 'utf8' });
    for (const type of ['tracking_request', 'container', 'event']) expect(said).to.include(`"type":"${type}"`);
  });

  it('expose every figure that a dashboard or an alert asks for', async () => {
    const exposed = new Set<string>();
    for (const metrics of Object.values(await landfall.metrics())) {
      for (const [, name = '', type] of metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
        exposed.add(name);
        if (type === 'histogram') for (const suffix of ['_bucket', '_count', '_sum']) exposed.add(`${name}${suffix}`);
      }
    }
    // Prometheus itself says whether it could reach somebody.
    exposed.add('up');
    const asked = metricsNamed();
    expect(asked.length).to.be.greaterThan(15);
    expect(asked.filter((name) => !exposed.has(name))).to.deep.equal([]);
  });

  it('prepare their stores and end when they are told to migrate', () => {
    const said = execFileSync(process.execPath, ['dist/main.js', 'migrate'], { cwd: join(folder, 'shipment'), env: { ...landfall.environment('shipment'), LOG_LEVEL: 'info' }, encoding: 'utf8' });
    expect(said).to.include('service.migrated');
  });

  it('end with 0 when they are told to stop', async () => {
    for (const { name } of [...SERVICES].reverse()) expect(await landfall.end(name), name).to.equal(0);
  });
});
