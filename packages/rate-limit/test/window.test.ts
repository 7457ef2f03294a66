import { expect } from 'chai';
import fc from 'fast-check';
import { admit, giveBack, WINDOW_MS, type Window } from '../src/window.js';

const fill = (count: number, now: number): Window => {
  let window: Window = [];
  for (let n = 0; n < count; n += 1) window = admit(window, now, count, 1).window;
  return window;
};

describe('the rolling window', () => {
  it('admits exactly the limit and says how long to wait [D-10]', () => {
    const full = fill(100, 1_000);
    const { verdict } = admit(full, 31_000, 100, 1);
    expect(verdict).to.deep.include({ allowed: false, remaining: 0, limit: 100 });
    expect(verdict.resetMs).to.be.within(30_000, 30_100);
  });

  it('counts down what is left [D-10]', () => {
    expect(admit(fill(40, 0), 10, 100, 1).verdict).to.include({ allowed: true, remaining: 59 });
  });

  it('has room again after the wait it named [D-10]', () => {
    const full = fill(10, 5_000);
    const { resetMs } = admit(full, 20_000, 10, 1).verdict;
    expect(admit(full, 20_000 + resetMs, 10, 1).verdict.allowed).to.equal(true);
  });

  it('takes a bulk whole or not at all [D-26]', () => {
    const { window, verdict } = admit(fill(60, 0), 1, 100, 41);
    expect(verdict.allowed).to.equal(false);
    expect(admit(window, 1, 100, 40).verdict.allowed).to.equal(true);
  });

  it('gives back what did not count [D-10]', () => {
    expect(admit(giveBack(fill(10, 0), 1, 3), 1, 10, 3).verdict).to.include({ allowed: true, remaining: 0 });
    expect(giveBack([], 1, 5)).to.deep.equal([]);
  });

  it('never lets more than the limit into any rolling minute, whatever comes when [D-10]', () => {
    const arrivals = fc.array(fc.record({ waitMs: fc.nat(9_000), cost: fc.integer({ min: 1, max: 4 }) }), { minLength: 1, maxLength: 120 });
    fc.assert(fc.property(arrivals, fc.integer({ min: 1, max: 20 }), (all, limit) => {
      const admitted: { at: number; cost: number }[] = [];
      let window: Window = [];
      let now = 0;
      for (const { waitMs, cost } of all) {
        now += waitMs;
        const next = admit(window, now, limit, cost);
        window = next.window;
        if (next.verdict.allowed) admitted.push({ at: now, cost });
        const inMinute = admitted.filter(({ at }) => at > now - WINDOW_MS).reduce((sum, each) => sum + each.cost, 0);
        expect(inMinute).to.be.at.most(limit);
      }
    }));
  });
});
