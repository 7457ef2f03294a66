import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { clearCopies, copyOf, type Copy, ROOT } from './copy.js';

describe('landfall up, status, logs and down', function () {
  this.timeout(120_000);
  let copy: Copy;
  beforeEach(async () => (copy = await copyOf()));
  afterEach(clearCopies);

  const landfall = (...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'packages', 'cli', 'bin', 'landfall.mjs'), ...args], { env: copy.env, encoding: 'utf8', cwd: ROOT });

  it('start in the background, show what runs, and leave nothing', async () => {
    const up = landfall('up');
    expect(up.status, up.stderr).to.equal(0);
    expect(up.stderr).to.contain('Landfall is ready');
    expect(copy.run()?.state).to.equal('ready');

    const status = JSON.parse(landfall('status', '--json').stdout) as { pid: number; parts: Array<{ name: string; memory_mib: number }> };
    expect(status.pid).to.equal(copy.run()?.pid);
    for (const part of status.parts) expect(part.memory_mib, part.name).to.be.greaterThan(1);

    expect(landfall('logs', 'tracking-request').stdout).to.contain('service.started');
    expect(landfall('facts', 'list').stdout).to.equal('No fact is parked.\n');
    expect(landfall('facts', 'redrive').stdout).to.equal('0 facts were handed out again.\n');
    expect(landfall('doctor').stdout).to.contain('Landfall runs at');
    expect(landfall('ingest', 'unknown').stdout).to.equal('Every code is known.\n');
    expect(landfall('ingest', 'parked').stdout).to.equal('No event is parked.\n');
    expect(landfall('ingest', 'rederive').stdout).to.equal('0 numbers were read again; 0 changed and were told.\n');
    expect(landfall('up').stdout).to.contain('already runs here');

    const down = landfall('down');
    expect(down.stdout).to.equal('Stopped.\n');
    await copy.nothingIsLeft();
    expect(landfall('status').status).to.equal(3);
  });

  it('ask a running service over gRPC', () => {
    expect(landfall('up').status).to.equal(0);
    const answer = landfall('rpc', 'tracking-request', 'ListTrackingRequests', '{"account_id":"00000000-0000-7000-8000-000000000001"}');
    expect(answer.status, answer.stderr).to.equal(0);
    expect(JSON.parse(answer.stdout)).to.have.property('items').that.deep.equals([]);
  });

  it('say why it did not start', () => {
    copy.env['LANDFALL_PORT'] = 'http';
    const up = landfall('up');
    expect(up.status).to.equal(78);
    expect(up.stderr).to.contain('LANDFALL_PORT must be');
  });
});
