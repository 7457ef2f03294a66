import { expect } from 'chai';
import fc from 'fast-check';
import { changed, newClock, PLAYED_MS, playing, sandboxNow, type Clock } from '../../src/domain/clock.js';

const real = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);
const DAY_MS = 86_400_000;
const fresh = () => newClock('everybody', 86_400, real(0));

describe('the sandbox clock', () => {
  it('goes like ours while nothing plays [D-62]', () => {
    expect(sandboxNow(fresh(), real(3_600))).to.deep.equal(real(3_600));
  });

  it('makes a day a second while a journey plays, and goes like ours behind it [D-62]', () => {
    const clock = playing(fresh(), real(0), real(0));
    expect(sandboxNow(clock, real(40)).getTime() - real(0).getTime()).to.equal(40 * DAY_MS);
    const playedMs = clock.playsUntil.getTime() - real(0).getTime();
    expect(playedMs).to.be.within(PLAYED_MS, PLAYED_MS + 10 * DAY_MS);
    expect(sandboxNow(clock, real(playedMs / DAY_MS + 60)).getTime() - real(0).getTime()).to.equal(playedMs + 60_000);
  });

  it('plays every journey to its end, and is written once for those that begin within ten days [D-62]', () => {
    const clock = playing(fresh(), real(0), real(0));
    const soon = new Date(real(0).getTime() + 10 * DAY_MS);
    expect(playing(clock, soon, real(10))).to.equal(clock);
    const later = new Date(soon.getTime() + 1);
    expect(playing(clock, later, real(11)).playsUntil.getTime() - later.getTime()).to.be.at.least(PLAYED_MS);
  });

  it('stands while it is paused, and goes on from there [D-62]', () => {
    const paused = changed(playing(fresh(), real(0), real(0)), { paused: true }, real(5));
    expect(sandboxNow(paused, real(500))).to.deep.equal(sandboxNow(paused, real(5)));
    const again = changed(paused, { paused: false }, real(500));
    expect(sandboxNow(again, real(501)).getTime() - sandboxNow(paused, real(5)).getTime()).to.equal(DAY_MS);
  });

  it('keeps what it showed when its speed changes, and is advanced by as much as was said [D-62]', () => {
    const clock = playing(fresh(), real(0), real(0));
    const slow = changed(clock, { speed: 60 }, real(3));
    expect(sandboxNow(slow, real(3))).to.deep.equal(sandboxNow(clock, real(3)));
    expect(sandboxNow(slow, real(4)).getTime() - sandboxNow(slow, real(3)).getTime()).to.equal(60_000);
    expect(sandboxNow(changed(slow, { advanceMs: DAY_MS }, real(4)), real(4)).getTime() - sandboxNow(slow, real(4)).getTime()).to.equal(DAY_MS);
  });

  it('never goes back, whatever is done to it [D-62]', () => {
    const acts = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: 500 }), act: fc.constantFrom('play', 'pause', 'resume', 'advance', 'fast', 'slow') }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(acts, (steps) => {
        let clock: Clock = fresh();
        let seconds = 0;
        let shown = sandboxNow(clock, real(0)).getTime();
        for (const { wait, act } of steps) {
          seconds += wait;
          const now = sandboxNow(clock, real(seconds));
          const changes = { pause: { paused: true }, resume: { paused: false }, advance: { advanceMs: DAY_MS }, fast: { speed: 8_640_000 }, slow: { speed: 1 } };
          clock = act === 'play' ? playing(clock, now, real(seconds)) : changed(clock, changes[act], real(seconds));
          expect(now.getTime()).to.be.at.least(shown);
          shown = sandboxNow(clock, real(seconds)).getTime();
          expect(shown).to.be.at.least(now.getTime());
        }
      }),
    );
  });
});
