import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { fork } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PartState } from '../src/keep-running.js';
import type { Part } from '../src/plan.js';
import { supervisor } from '../src/supervisor.js';
import { isAlive, scene, type Scene, withLoader } from './fixtures/scene.js';

describe('supervisor', () => {
  let here: Scene;
  let said: string[];
  let givenUp: string[];
  let states: PartState[];
  let stop: () => Promise<void>;

  beforeEach(() => {
    here = scene();
    [said, givenUp, states] = [[], [], []];
  });
  afterEach(async () => {
    await stop();
    here.clear();
  });

  const supervised = (parts: Part[]) => {
    const made = supervisor(parts, join(here.folder, 'logs'), withLoader, {
      say: (line) => said.push(line),
      onGiveUp: (because) => givenUp.push(because),
      onChange: (now) => (states = now),
    });
    stop = () => made.stop();
    return made;
  };

  it('stops the parts in the reverse of their order, and none is left', async () => {
    await supervised([here.part('store'), here.nativePart('bus'), here.part('services')]).start();
    const pids = ['store', 'bus', 'services'].map(here.pidOf);
    expect(pids.every(isAlive)).to.equal(true);

    await stop();
    expect(here.read('stops')).to.equal('services\nbus\nstore\n');
    expect(pids.some(isAlive)).to.equal(false);
  });

  it('tells the end of the log of a part that died, and starts it again', async () => {
    await supervised([here.part('services', 'crashes-on-wish')]).start();
    const first = here.pidOf('services');
    writeFileSync(join(here.folder, 'crash'), '');
    await until('the part died', () => !isAlive(first));
    rmSync(join(here.folder, 'crash'));

    await until('the part is back', () => said.some((line) => line.includes('services is back')));
    expect(said).to.include('✗ services ended with code 4. The end of its log:').and.to.include('  | services says hello');
    expect(here.pidOf('services')).not.to.equal(first);
    expect(states).to.deep.equal([{ name: 'services', pid: here.pidOf('services'), state: 'ready', restarts: 1 }]);
    expect(givenUp).to.deep.equal([]);
  });

  for (const [kind, make] of [['node', 'part'], ['native', 'nativePart']] as const) {
    it(`starts a ${kind} part again that was killed with SIGKILL`, async () => {
      await supervised([here[make]('bus')]).start();
      const first = here.pidOf('bus');
      process.kill(first, 'SIGKILL');
      await until('the part is back', () => said.some((line) => line.includes('bus is back')));
      expect(isAlive(first)).to.equal(false);
      expect(isAlive(here.pidOf('bus'))).to.equal(true);
    });
  }

  it('gives a part up that dies again and again, instead of starting it for ever', async () => {
    const part = here.part('services', 'crashes-on-wish');
    await supervised([part]).start();
    writeFileSync(join(here.folder, 'crash'), '');
    await until('the part is given up', () => givenUp.length > 0, 18_000);
    expect(givenUp).to.deep.equal(['services is given up: it ended 6 times within a minute']);
  }).timeout(25_000);

  it('does not start when a part cannot start, and says why from its log', async () => {
    const failure = await supervised([here.part('store', 'crashes'), here.part('services')]).start().catch((error: Error) => error);
    expect(failure).to.be.instanceOf(Error).with.property('message', 'store could not be started.');
    expect(said).to.include('✗ store ended with code 3 before it was ready. The end of its log:').and.to.include('  | store cannot go on');
    expect(here.pidOf('services')).to.equal(0);
  });

  it('says it when a program is not there at all', async () => {
    const failure = await supervised([{ ...here.nativePart('bus'), program: '/nowhere/nats-server' }]).start().catch((error: Error) => error);
    expect(failure).to.be.instanceOf(Error);
    expect(said.join('\n')).to.match(/nowhere\/nats-server: (not found|No such file)/);
  });

  it('stops what has started when it is told to stop in the middle of a start', async () => {
    const slow = { ...here.part('services'), ready: { by: 'message' as const } };
    const starting = supervised([here.part('store'), slow]).start().catch((error: Error) => error.message);
    await until('the slow part runs', () => here.pidOf('services') > 0);
    const pids = ['store', 'services'].map(here.pidOf);
    await stop();
    expect(await starting).to.equal('services could not be started.');
    expect(pids.some(isAlive)).to.equal(false);
  });

  it('keeps what each part writes in a log of its own', async () => {
    await supervised([here.part('store'), here.nativePart('bus')]).start();
    expect(readFileSync(join(here.folder, 'logs', 'store.log'), 'utf8')).to.contain('store says hello');
    expect(readFileSync(join(here.folder, 'logs', 'bus.log'), 'utf8')).to.contain('bus says hello');
  });
});

describe('a supervisor that is killed with SIGKILL', () => {
  it('leaves no process: every part notices and ends itself', async () => {
    const parent = fork(new URL('./fixtures/orphan-maker.ts', import.meta.url).pathname, { env: withLoader, execArgv: [] });
    const { folder } = await new Promise<{ folder: string }>((resolve) => parent.once('message', (message) => resolve(message as { folder: string })));
    const pids = ['bus', 'services'].map((name) => Number(readFileSync(join(folder, `${name}.pid`), 'utf8')));
    expect(pids.every(isAlive)).to.equal(true);

    parent.kill('SIGKILL');
    await until('all parts have ended', () => !pids.some(isAlive));
    rmSync(folder, { recursive: true, force: true });
  });
});
