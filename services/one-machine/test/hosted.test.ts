import type { Service } from '@landfall/kit/lifecycle';
import { expect } from 'chai';
import { startAll, stopAll } from '../src/hosted.js';

describe('services in one process', () => {
  let told: string[];
  beforeEach(() => (told = []));
  const service = (name: string, fails?: 'start' | 'stop'): Service => {
    const does = (what: 'start' | 'stop') => async () => {
      told.push(`${what} ${name}`);
      if (fails === what) throw new Error(`${name} does not ${what}`);
    };
    return { name, start: does('start'), stop: does('stop') };
  };

  it('start in order and stop in reverse', async () => {
    const started: Service[] = [];
    await startAll([service('a'), service('b')], started);
    await stopAll(started);
    expect(told).to.deep.equal(['start a', 'start b', 'stop b', 'stop a']);
  });

  it('stop what was begun when one of them cannot start', async () => {
    const started: Service[] = [];
    const failure = await startAll([service('a'), service('b', 'start'), service('c')], started).catch((error: Error) => error.message);
    await stopAll(started);
    expect(failure).to.equal('b does not start');
    expect(told).to.deep.equal(['start a', 'start b', 'stop b', 'stop a']);
  });

  it('stop all of them although one does not stop', async () => {
    const started: Service[] = [];
    await startAll([service('a'), service('b', 'stop')], started);
    await stopAll(started);
    expect(told.slice(2)).to.deep.equal(['stop b', 'stop a']);
  });
});
