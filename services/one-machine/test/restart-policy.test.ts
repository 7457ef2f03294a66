import { expect } from 'chai';
import fc from 'fast-check';
import { afterEnding, howItEnded } from '../src/restart-policy.js';

describe('restart policy', () => {
  const now = 1_000_000;
  const died = { code: 1, signal: null };

  it('restarts at once at first, then more and more slowly, then not at all', () => {
    const answers = [1, 2, 3, 4, 5, 6].map((times) => afterEnding(died, Array.from({ length: times }, (_, n) => now - n), now));
    expect(answers).to.deep.equal([
      { do: 'restart', afterMs: 200 },
      { do: 'restart', afterMs: 400 },
      { do: 'restart', afterMs: 800 },
      { do: 'restart', afterMs: 1_600 },
      { do: 'restart', afterMs: 3_200 },
      { do: 'give_up', because: 'it ended 6 times within a minute' },
    ]);
  });

  it('forgets endings that are over a minute old', () => {
    const old = Array.from({ length: 50 }, (_, n) => now - 60_000 - n);
    expect(afterEnding(died, [...old, now], now)).to.deep.equal({ do: 'restart', afterMs: 200 });
  });

  it('never restarts into a wrong configuration', () => {
    expect(afterEnding({ code: 78, signal: null }, [now], now)).to.deep.equal({ do: 'give_up', because: 'its configuration is wrong' });
  });

  it('never restarts more than five times within any minute', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 59_999 }), { minLength: 6 }), (ages) => {
      expect(afterEnding(died, [...ages.map((age) => now - age), now], now).do).to.equal('give_up');
    }));
  });

  it('tells how a part ended', () => {
    expect(howItEnded(died)).to.equal('ended with code 1');
    expect(howItEnded({ code: null, signal: 'SIGKILL' })).to.equal('was ended by SIGKILL');
  });
});
