import { expect } from 'chai';
import fc from 'fast-check';
import { afterEnding, type Ending, howItEnded, type PastEnding } from '../src/restart-policy.js';

describe('restart policy', () => {
  const now = 1_000_000;
  const died = { code: 1, signal: null };
  const killed = { code: null, signal: 'SIGKILL' };
  const at = (times: readonly number[], ending = died as Ending): PastEnding[] => times.map((each) => ({ ...ending, at: each }));

  it('restarts at once at first, then more and more slowly, then not at all', () => {
    const answers = [1, 2, 3, 4, 5, 6].map((times) => afterEnding(at(Array.from({ length: times }, (_, n) => now - n)), now));
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
    expect(afterEnding(at([...old, now]), now)).to.deep.equal({ do: 'restart', afterMs: 200 });
  });

  it('never restarts into a wrong configuration', () => {
    expect(afterEnding(at([now], { code: 78, signal: null }), now)).to.deep.equal({ do: 'give_up', because: 'its configuration is wrong' });
  });

  it('never restarts more than five times within any minute', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 59_999 }), { minLength: 6 }), (ages) => {
      expect(afterEnding(at([...ages.map((age) => now - age), now]), now).do).to.equal('give_up');
    }));
  });

  it('restarts for ever what somebody else kills, and more and more slowly', () => {
    const often = at(Array.from({ length: 50 }, () => now), killed);
    expect(afterEnding(often, now)).to.deep.equal({ do: 'restart', afterMs: 5_000 });
    expect(afterEnding(at(often.map(() => now), { code: 137, signal: null }), now).do).to.equal('restart');
  });

  it('tells how a part ended', () => {
    expect(howItEnded(died)).to.equal('ended with code 1');
    expect(howItEnded(killed)).to.equal('was ended by SIGKILL');
  });
});
