import { expect } from 'chai';
import { afterTally, breakerOf, isHealthy, mayTryAtOnce, recent, shouldDeactivate, unknownHealth, type Health } from '../../src/domain/health.js';
import { DAY, later, MINUTE, NOW, SECOND } from '../fakes/a-notification.js';

const fresh = unknownHealth('account-1', 'webhook-1');
const failures = (count: number, now = NOW, health: Health = fresh) => afterTally(health, { successes: 0, failures: count }, now);
const successes = (count: number, now = NOW, health: Health = fresh) => afterTally(health, { successes: count, failures: 0 }, now);

describe('the health of an endpoint', () => {
  it('opens the breaker at 70 % failures of at least 10 attempts in 5 minutes, for half a minute [D-44]', () => {
    expect(failures(9).openUntil).to.equal(undefined);
    expect(failures(10).openUntil).to.deep.equal(later(30 * SECOND));
    expect(failures(6, NOW, successes(4)).openUntil).to.equal(undefined);
    expect(failures(7, NOW, successes(3)).openUntil).to.deep.equal(later(30 * SECOND));
  });

  it('forgets what is older than five minutes [D-44]', () => {
    const old = failures(9);
    expect(recent(failures(1, later(6 * MINUTE), old), later(6 * MINUTE))).to.deep.equal({ attempts: 1, failures: 1 });
  });

  it('lets one probe through after the break; its failure opens anew, its success closes [D-44]', () => {
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

  it('asks for deactivation after five days of nothing but failures, and twenty of them [D-44]', () => {
    const failing = failures(19);
    expect(shouldDeactivate(failures(1, later(5 * DAY), failing), later(5 * DAY))).to.equal(true);
    expect(shouldDeactivate(failures(1, later(5 * DAY - 1), failing), later(5 * DAY - 1))).to.equal(false);
    expect(shouldDeactivate(failures(1, later(6 * DAY), failures(1)), later(6 * DAY))).to.equal(false);
    const relieved = successes(1, later(DAY), failing);
    expect(shouldDeactivate(failures(30, later(5 * DAY), relieved), later(5 * DAY))).to.equal(false);
  });
});
