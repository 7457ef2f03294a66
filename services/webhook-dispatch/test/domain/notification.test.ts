import { expect } from 'chai';
import { abandoned, afterAttempt, heldBack, redelivered, RETRY_WAITS, type Answer } from '../../src/domain/notification.js';
import { unknownHealth } from '../../src/domain/health.js';
import { aNotification, HOUR, later, MINUTE, NOW, SECOND } from '../fakes/a-notification.js';

const refused = (change: Partial<Answer> = {}): Answer => ({ outcome: 'refused', durationMs: 20, httpStatus: 500, ...change });
const after = (tries: number, answer: Answer, luck = 0.5) => afterAttempt(aNotification({ tries, attempts: tries }), answer, NOW, luck, 'attempt-1');

describe('what becomes of a notification after an attempt', () => {
  it('ends succeeded on success, with nothing due any more [D-43][A-08]', () => {
    const { notification, attempt } = after(3, { outcome: 'succeeded', durationMs: 20, httpStatus: 204 });
    expect(notification).to.include({ status: 'succeeded', attempts: 4 });
    expect(notification.dueAt).to.equal(undefined);
    expect(attempt).to.include({ attempt: 4, outcome: 'succeeded', httpStatus: 204, durationMs: 20 });
    expect(attempt.attemptedAt).to.deep.equal(later(-20));
  });

  it('is retried after each of the twelve waits, about a day in all, and then has failed [D-43][A-03]', () => {
    expect(RETRY_WAITS.map((wait) => wait / SECOND)).to.deep.equal([10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800]);
    for (const [tries, wait] of RETRY_WAITS.entries()) {
      const { notification } = after(tries, refused());
      expect(notification).to.include({ status: 'pending', tries: tries + 1 });
      expect(notification.dueAt).to.deep.equal(later(wait));
    }
    expect(after(12, refused()).notification).to.include({ status: 'failed', dueAt: undefined });
    expect(RETRY_WAITS.reduce((sum, wait) => sum + wait, 0) / HOUR).to.be.within(23, 25);
  });

  it('spreads retries by a fifth either way [D-43][A-03]', () => {
    expect(after(0, refused(), 0).notification.dueAt).to.deep.equal(later(8 * SECOND));
    expect(after(0, refused(), 1).notification.dueAt).to.deep.equal(later(12 * SECOND));
  });

  it('honours Retry-After between one and two slots [D-43][A-03]', () => {
    const dueAfter = (retryAfterMs: number) => after(1, refused({ retryAfterMs })).notification.dueAt;
    expect(dueAfter(45 * SECOND)).to.deep.equal(later(45 * SECOND));
    expect(dueAfter(1 * SECOND)).to.deep.equal(later(30 * SECOND));
    expect(dueAfter(3 * HOUR)).to.deep.equal(later(60 * SECOND));
  });

  it('keeps to the slot after a 429 or a time-out too; from a minute on no slot is shorter, its spread aside [D-43][A-03]', () => {
    for (const answer of [refused({ httpStatus: 429 }), { outcome: 'timeout', durationMs: 15_000 } as const]) {
      for (const [tries, wait] of RETRY_WAITS.entries()) expect(after(tries, answer).notification.dueAt).to.deep.equal(later(wait));
    }
    expect(after(0, refused({ httpStatus: 429, retryAfterMs: 60 * SECOND })).notification.dueAt).to.deep.equal(later(20 * SECOND));
  });

  it('is pending until it has succeeded or failed, whatever happens in whatever order [A-08]', () => {
    const answers: Answer[] = [{ outcome: 'succeeded', durationMs: 1, httpStatus: 200 }, refused(), refused({ httpStatus: 410 }), ...(['timeout', 'dns', 'tls', 'connect', 'blocked'] as const).map((outcome) => ({ outcome, durationMs: 1 }))];
    for (const answer of answers) {
      for (let tries = 0; tries <= RETRY_WAITS.length; tries += 1) {
        const { notification: next, attempt } = after(tries, answer);
        const isLast = tries === RETRY_WAITS.length || answer.httpStatus === 410;
        expect(next.status).to.equal(answer.outcome === 'succeeded' ? 'succeeded' : isLast ? 'failed' : 'pending');
        expect(next.dueAt !== undefined).to.equal(next.status === 'pending');
        expect(attempt).to.include({ attempt: tries + 1, outcome: answer.outcome, durationMs: answer.durationMs, nextAttemptAt: next.dueAt });
        expect(redelivered(next, NOW).status).to.equal('pending');
        expect(abandoned(next).status).to.equal('failed');
      }
    }
  });

  it('gives up at once when the receiver says 410 [D-43][A-05]', () => {
    const { notification, isGone } = after(0, refused({ httpStatus: 410 }));
    expect(notification.status).to.equal('failed');
    expect(isGone).to.equal(true);
  });

  it('starts a new round on redelivery and keeps id, body and the count of attempts [D-45][A-07]', () => {
    const before = aNotification({ status: 'failed', tries: 13, attempts: 13, dueAt: undefined, body: '{"a":1}' });
    expect(redelivered(before, NOW)).to.deep.include({ id: before.id, body: '{"a":1}', status: 'pending', tries: 0, attempts: 13, dueAt: NOW });
  });

  it('ends failed when its webhook was switched off [D-44]', () => {
    expect(abandoned(aNotification())).to.include({ status: 'failed', dueAt: undefined });
  });

  it('waits while the breaker of its endpoint is open, the wider spread the longer the trouble, and that is no attempt [D-44]', () => {
    const failing = (sinceMs: number) => ({ ...unknownHealth('account-1', 'webhook-1'), failingSince: later(-sinceMs), openUntil: later(30 * SECOND) });
    const held = (sinceMs: number, luck: number) => heldBack(aNotification({ tries: 2, attempts: 2 }), failing(sinceMs), NOW, luck);
    expect(held(MINUTE, 0)).to.deep.include({ dueAt: later(30 * SECOND), held: true, tries: 2, attempts: 2 });
    expect(held(MINUTE, 1)?.dueAt).to.deep.equal(later(60 * SECOND));
    expect(held(5 * HOUR, 1)?.dueAt).to.deep.equal(later(30 * SECOND + 10 * MINUTE));
    expect(heldBack(aNotification(), unknownHealth('account-1', 'webhook-1'), NOW, 0.5)).to.equal(undefined);
  });
});
