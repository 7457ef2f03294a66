import { expect } from 'chai';
import { afterTally, breakerOf, forgiven, isHealthy, mayTryAtOnce, recent, shouldDeactivate, unknownHealth, warned, warningDue, warningOf, type Health } from '../../src/domain/health.js';
import { DAY, later, MINUTE, NOW, SECOND } from '../fakes/a-notification.js';

const fresh = unknownHealth('account-1', 'webhook-1');
const failures = (count: number, now = NOW, health: Health = fresh) => afterTally(health, { successes: 0, failures: count }, now);
const successes = (count: number, now = NOW, health: Health = fresh) => afterTally(health, { successes: count, failures: 0 }, now);

describe('the health of an endpoint', () => {
  it('opens the breaker at 70 % failures of at least 10 attempts in 5 minutes, for half a minute [D-44][A-06]', () => {
    expect(failures(9).openUntil).to.equal(undefined);
    expect(failures(10).openUntil).to.deep.equal(later(30 * SECOND));
    expect(failures(6, NOW, successes(4)).openUntil).to.equal(undefined);
    expect(failures(7, NOW, successes(3)).openUntil).to.deep.equal(later(30 * SECOND));
  });

  it('forgets what is older than five minutes [D-44]', () => {
    const old = failures(9);
    expect(recent(failures(1, later(6 * MINUTE), old), later(6 * MINUTE))).to.deep.equal({ attempts: 1, failures: 1 });
  });

  it('lets one probe through after the break; its failure opens anew, its success closes [D-44][A-06]', () => {
    const open = failures(10);
    expect(breakerOf(open, later(29 * SECOND))).to.equal('open');
    expect(isHealthy(open, later(30 * SECOND))).to.equal(true);
    expect(breakerOf(open, later(30 * SECOND))).to.equal('half_open');
    expect(mayTryAtOnce(open, 8)).to.equal(1);
    expect(failures(1, later(31 * SECOND), open).openUntil).to.deep.equal(later(61 * SECOND));
    const closed = successes(1, later(31 * SECOND), open);
    expect(breakerOf(closed, later(31 * SECOND))).to.equal('closed');
    expect(mayTryAtOnce(closed, 8)).to.equal(8);
    expect(closed.failingSince).to.equal(undefined);
  });

  it('asks for deactivation after five days of nothing but failures, and twenty of them [D-44][A-05]', () => {
    const failing = failures(19);
    expect(shouldDeactivate(failures(1, later(5 * DAY), failing), later(5 * DAY))).to.equal(true);
    expect(shouldDeactivate(failures(1, later(5 * DAY - 1), failing), later(5 * DAY - 1))).to.equal(false);
    expect(shouldDeactivate(failures(1, later(6 * DAY), failures(1)), later(6 * DAY))).to.equal(false);
    const relieved = successes(1, later(DAY), failing);
    expect(shouldDeactivate(failures(30, later(5 * DAY), relieved), later(5 * DAY))).to.equal(false);
  });

  const enough = failures(20);
  const told = (health: Health, percent: number) => warned(health, health.failingSince, percent);

  it('warns at 50, 70 and 90 % of the way to deactivation, once each [A-05]', () => {
    let health = enough;
    for (const [day, percent] of [[2.5, 50], [3.5, 70], [4.5, 90]] as const) {
      expect(warningDue(health)).to.deep.equal(later(day * DAY));
      expect(warningOf(health, later(day * DAY - 1))).to.equal(undefined);
      expect(warningOf(health, later(day * DAY))).to.equal(percent);
      health = told(health, percent);
      expect(warningOf(health, later(day * DAY))).to.equal(undefined);
    }
    expect(warningDue(health)).to.equal(undefined);
  });

  it('is as far on that way as both the days and the failures are [A-05]', () => {
    const few = failures(9);
    expect(warningDue(few)).to.equal(undefined);
    expect(warningOf(few, later(4 * DAY))).to.equal(undefined);
    const half = failures(1, later(4 * DAY), few);
    expect(warningOf(half, later(4 * DAY))).to.equal(50);
    expect(warningDue(told(half, 50))).to.equal(undefined);
    expect(warningOf(failures(4, later(4 * DAY), told(half, 50)), later(4 * DAY))).to.equal(70);
  });

  it('tells only the greatest of the warnings that were passed unseen [A-05]', () => {
    expect(warningOf(enough, later(4.6 * DAY))).to.equal(90);
    expect(warningDue(told(enough, 90))).to.equal(undefined);
  });

  it('begins anew with the next trouble: after a success, or when its owner switched it on again [A-05]', () => {
    for (const over of [successes(1, later(3 * DAY), told(enough, 50)), forgiven(told(enough, 50))]) {
      const again = failures(20, later(3 * DAY), over);
      expect(warningOf(again, later(5 * DAY))).to.equal(undefined);
      expect(warningOf(again, later(5.5 * DAY))).to.equal(50);
      expect(shouldDeactivate(again, later(5.5 * DAY))).to.equal(false);
      expect(warned(again, enough.failingSince, 90).warnedPercent).to.equal(undefined);
    }
  });
});
