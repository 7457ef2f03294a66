import { expect } from 'chai';
import fc from 'fast-check';
import { admit, afterAnswer, freshLimits, type LimitState } from '../../src/domain/limits.js';

const POLICY = { perMinute: 60, burst: 3, breakAfter: 3, openMs: 10_000, longestOpenMs: 60_000 };
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

const faults = (count: number, from: LimitState, ms: number): LimitState => Array.from({ length: count }).reduce<LimitState>((state) => afterAnswer(state, POLICY, { kind: 'failed' }, at(ms)), from);

describe('limits', () => {
  it('lets a burst through and then one question a step', () => {
    let state = freshLimits('x');
    const granted = [0, 0, 0, 0, 999, 1_000, 1_500, 2_000].map((ms) => {
      const admission = admit(state, POLICY, 1, at(ms));
      state = admission.state;
      return admission.granted;
    });
    expect(granted).to.deep.equal([1, 1, 1, 0, 0, 1, 0, 1]);
  });

  it('never lets more through than the rate and one burst, however it is asked', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 5 })), { maxLength: 60 }), (steps) => {
        let state = freshLimits('x');
        let ms = 0;
        let total = 0;
        for (const [wait, wanted] of steps) {
          ms += wait;
          const admission = admit(state, POLICY, wanted, at(ms));
          state = admission.state;
          total += admission.granted;
          expect(total).to.be.at.most(POLICY.burst + Math.floor(ms / 1_000) + 1e-9);
          if (admission.granted < wanted) expect(admission.waitUntil?.getTime()).to.be.greaterThan(at(ms).getTime());
        }
      }),
    );
  });

  it('says when there is room again, and then there is', () => {
    const empty = admit(freshLimits('x'), POLICY, 3, at(0)).state;
    const refused = admit(empty, POLICY, 1, at(10));
    expect(refused).to.include({ granted: 0, because: 'rate' });
    expect(admit(empty, POLICY, 1, refused.waitUntil ?? at(0)).granted).to.equal(1);
  });

  it('opens the breaker after so many faults in a row, and not after faults with answers between', () => {
    expect(faults(2, freshLimits('x'), 0).openUntil).to.equal(null);
    expect(faults(3, freshLimits('x'), 0).openUntil).to.deep.equal(at(10_000));
    const healed = afterAnswer(faults(2, freshLimits('x'), 0), POLICY, { kind: 'answered' }, at(0));
    expect(faults(2, healed, 0).openUntil).to.equal(null);
  });

  it('asks nothing while it is open, one question when it half opens, and all again after an answer', () => {
    const open = faults(3, freshLimits('x'), 0);
    expect(admit(open, POLICY, 2, at(5_000))).to.include({ granted: 0, because: 'breaker' });
    const probe = admit(open, POLICY, 2, at(10_001));
    expect(probe.granted).to.equal(1);
    expect(admit(probe.state, POLICY, 1, at(10_002)).granted).to.equal(0);
    const healthy = afterAnswer(probe.state, POLICY, { kind: 'answered' }, at(10_003));
    expect(admit(healthy, POLICY, 2, at(10_004)).granted).to.equal(2);
  });

  it('stays open longer every time the probe fails, up to a bound', () => {
    let state = faults(3, freshLimits('x'), 0);
    const waits = Array.from({ length: 5 }, () => {
      state = afterAnswer(state, POLICY, { kind: 'failed' }, at(0));
      return Number(state.openUntil) - Number(at(0));
    });
    expect(waits).to.deep.equal([20_000, 40_000, 60_000, 60_000, 60_000]);
  });

  it('honours what the carrier says about coming back, within a day', () => {
    const asked = (retryAfterMs: number | undefined) => afterAnswer(freshLimits('x'), POLICY, { kind: 'throttled', retryAfterMs }, at(0));
    expect(admit(asked(3_600_000), POLICY, 1, at(3_599_999))).to.include({ granted: 0, because: 'retry_after' });
    expect(admit(asked(3_600_000), POLICY, 1, at(3_600_001)).granted).to.equal(1);
    expect(asked(undefined).blockedUntil).to.deep.equal(at(60_000));
    expect(asked(365 * 86_400_000).blockedUntil).to.deep.equal(at(86_400_000));
  });

  it('costs a healthy carrier no write', () => {
    const state = freshLimits('x');
    expect(afterAnswer(state, POLICY, { kind: 'answered' }, at(0))).to.equal(state);
  });
});
