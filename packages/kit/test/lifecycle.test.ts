import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { loop, service, type Part } from '../src/lifecycle.js';
import { logger } from '../src/log.js';

const log = logger('test', 'silent');

const recorded = (name: string, diary: string[], faults: { start?: boolean; stop?: boolean } = {}): Part => ({
  name,
  start: async () => {
    if (faults.start) throw new Error(`${name} does not start`);
    diary.push(`start ${name}`);
  },
  stop: async () => {
    diary.push(`stop ${name}`);
    if (faults.stop) throw new Error(`${name} does not stop`);
  },
});

describe('lifecycle', () => {
  it('starts parts in order and stops them in reverse, even when one fails at it', async () => {
    const diary: string[] = [];
    const one = service('one', log, [recorded('store', diary), recorded('bus', diary, { stop: true }), recorded('door', diary)]);
    await one.start();
    await one.stop();
    expect(diary).to.deep.equal(['start store', 'start bus', 'start door', 'stop door', 'stop bus', 'stop store']);
  });

  it('stops what had started when a later part fails, and says why', async () => {
    const diary: string[] = [];
    const broken = service('one', log, [recorded('store', diary), recorded('door', diary, { start: true })]);
    const failure = await broken.start().then(() => undefined, (error: Error) => error.message);
    expect(failure).to.equal('door does not start');
    expect(diary).to.deep.equal(['start store', 'stop store']);
  });
});

describe('a part that wants to know', () => {
  it('is told when all have started, and before the first stops', async () => {
    const diary: string[] = [];
    const watcher = { ...recorded('health', diary), opened: () => diary.push('opened'), closing: () => diary.push('closing') };
    const one = service('one', log, [watcher, recorded('door', diary)]);
    await one.start();
    await one.stop();
    expect(diary).to.deep.equal(['start health', 'start door', 'opened', 'closing', 'stop door', 'stop health']);
  });
});

describe('a service that is told to stop', () => {
  const main = `
    import { createServer } from 'node:http';
    import { health } from './src/health.ts';
    import { httpServer } from './src/http.ts';
    import { run, service } from './src/lifecycle.ts';
    import { logger } from './src/log.ts';
    const log = logger('one', 'silent');
    const doctor = health({ port: 0, ready: {} });
    const door = httpServer({ port: 0, stopDelayMs: 1_500, app: (req, res) => void setTimeout(() => res.end('served'), req.url === '/slow' ? 400 : 0) });
    const told = { name: 'told', start: async () => undefined, stop: async () => undefined, opened: () => console.log(JSON.stringify({ doctor: doctor.port(), door: door.port() })) };
    await run(() => service('one', log, [doctor, door, told]), log);`;

  it('lets clients give idle connections back in time, says so first, serves on for its delay, lets answers under way finish, and ends with 0', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', main], { env: { ...process.env, STOP_DELAY_MS: '1500' }, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const ports = JSON.parse(line.toString()) as { doctor: number; door: number };
    const status = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.status);
    expect(await status(ports.doctor, '/readyz')).to.equal(200);
    // Shorter than the delay: whoever keeps to it never sends on a connection that is just being closed.
    expect((await fetch(`http://127.0.0.1:${ports.door}/`)).headers.get('keep-alive')).to.equal('timeout=1');
    child.kill('SIGTERM');
    await until('it is unready', async () => (await status(ports.doctor, '/readyz')) === 503);
    const kept = await fetch(`http://127.0.0.1:${ports.door}/`);
    expect(kept.status).to.equal(200);
    expect(kept.headers.get('connection')).to.equal('close');
    // Asked again and again until the door closes: whatever was accepted is answered.
    let served = 0;
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${ports.door}/slow`).then((one) => one.text(), (error: Error) => error);
      if (typeof answer !== 'string') {
        expect(String((answer as { cause?: { code?: string } }).cause?.code)).to.equal('ECONNREFUSED');
        break;
      }
      served += 1;
    }
    expect(served).to.be.greaterThan(1);
    expect(await ended).to.equal(0);
  });
});

describe('loop', () => {
  it('turns at once while there is more, rests then, and wakes on demand', async () => {
    let turns = 0;
    const life = loop('test', log, 60_000, async () => (turns += 1) % 3 !== 0);
    await life.start();
    await until('the first rest', () => turns === 3);
    life.wake();
    await until('the second rest', () => turns === 6);
    await life.stop();
    expect(turns).to.equal(6);
  });

  it('does not lose a wake-up that comes during a turn', async () => {
    let turns = 0;
    const life = loop('test', log, 60_000, async () => {
      turns += 1;
      if (turns === 1) life.wake();
      return false;
    });
    await life.start();
    await until('the turn that was asked for', () => turns === 2);
    await life.stop();
  });

  it('goes on after a turn that throws', async () => {
    let turns = 0;
    const life = loop('test', log, 1, () => {
      turns += 1;
      return Promise.reject(new Error('away'));
    });
    await life.start();
    await until('some turns', () => turns >= 3);
    await life.stop();
  });
});
