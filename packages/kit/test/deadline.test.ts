import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { withDeadline } from '../src/deadline.js';

/** Timers that were set and not cleared while something ran. */
const leftBy = async (run: () => Promise<void>): Promise<number> => {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const open = new Set<unknown>();
  globalThis.setTimeout = ((...args: Parameters<typeof set>) => {
    const timer = set(...args);
    open.add(timer);
    return timer;
  }) as typeof set;
  globalThis.clearTimeout = (timer) => {
    open.delete(timer);
    clear(timer);
  };
  await run().finally(() => Object.assign(globalThis, { setTimeout: set, clearTimeout: clear }));
  return open.size;
};

describe('work with a deadline', () => {
  it('hears that its time is up, as of a timeout', async () => {
    const failed = await withDeadline(5, (signal) => pause(60_000, undefined, { signal })).then(() => undefined, (error: Error) => error);
    expect(failed?.name).to.equal('AbortError');
    expect((failed?.cause as Error).name).to.equal('TimeoutError');
  });

  it('leaves no timer behind when it ends in time, well or not', async () => {
    const left = await leftBy(async () => {
      expect(await withDeadline(60_000, async () => 'done')).to.equal('done');
      const failed = await withDeadline(60_000, () => Promise.reject(new Error('broken'))).catch((error: Error) => error.message);
      expect(failed).to.equal('broken');
    });
    expect(left).to.equal(0);
  });
});
