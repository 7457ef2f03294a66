import { expect } from 'chai';
import { afterFailure, afterSuccess, asDuplicate, askAgain, withScac, type Failure } from '../../src/domain/lookup-outcome.js';
import type { Change, TrackingRequest, Unchanged } from '../../src/domain/tracking-request.js';
import { aRequest, DAY, HOUR, later, MINUTE, NOW } from '../fakes/a-request.js';

const CARGO = { shipment: {}, containers: [] };
const fault = (reason: Failure['reason'], change: Partial<Failure> = {}): Failure => ({ reason, known: false, attempt: 0, ...change });
const done = (answer: Change | Unchanged): Change => {
  if (answer === 'unchanged') throw new Error('nothing changed');
  return answer;
};
const at = (now: Date, luck: number, pace = 1) => ({ now, luck, pace });
const says = (answer: Change | Unchanged) => done(answer).says.map((each) => each.says);

describe('technical faults of a look-up', () => {
  const SCHEDULE_MINUTES = [1, 2, 4, 8, 16, 30, 60, 90, 120, 150, 180, 210, 240, 240];

  it('are retried after 1, 2, 4 … 240 minutes, fourteen times, then the request fails as retries_exhausted [D-23][TR-03]', () => {
    let request: TrackingRequest = aRequest();
    let now = NOW;
    for (const [tries, minutes] of SCHEDULE_MINUTES.entries()) {
      request = done(afterFailure(request, fault('shipping_line_unreachable', { attempt: request.attempt }), at(now, 0.5))).request;
      expect(request).to.include({ status: 'pending', isRetrying: true, retryCount: tries + 1, failedReason: 'shipping_line_unreachable' });
      expect(request.nextAttemptAt?.getTime()).to.equal(now.getTime() + minutes * MINUTE);
      now = request.nextAttemptAt ?? now;
      request = done(askAgain(request, now)).request;
    }
    const end = done(afterFailure(request, fault('shipping_line_unreachable', { attempt: request.attempt }), at(now, 0.5)));
    expect(end.request).to.include({ status: 'failed', failedReason: 'retries_exhausted', isRetrying: false });
    expect(end.request.nextAttemptAt).to.equal(undefined);
    expect(says(end)).to.deep.equal(['notice.failed', 'ended', 'changed']);
    expect((now.getTime() - NOW.getTime()) / HOUR).to.be.within(22, 23);
  });

  it('spread the retry by ten per cent either way [D-23]', () => {
    const dueAt = (luck: number) => done(afterFailure(aRequest(), fault('unrecognized_response'), at(NOW, luck))).request.nextAttemptAt;
    expect(dueAt(0)).to.deep.equal(later(54_000));
    expect(dueAt(1)).to.deep.equal(later(66_000));
  });

  it('start a new count once the carrier had answered something else [D-23]', () => {
    const waiting = aRequest({ status: 'awaiting_manifest', awaitingManifestSince: NOW, isRetrying: false, retryCount: 9 });
    expect(done(afterFailure(waiting, fault('internal_processing_error'), at(NOW, 0.5))).request).to.include({ status: 'awaiting_manifest', retryCount: 1, isRetrying: true });
  });
});

describe('a number that the carrier does not find', () => {
  it('fails at once when it is a container number [D-24]', () => {
    const answer = done(afterFailure(aRequest({ requestType: 'container' }), fault('not_found'), at(NOW, 0)));
    expect(answer.request).to.include({ status: 'failed', failedReason: 'not_found' });
    expect(says(answer)).to.include('notice.failed');
  });

  for (const requestType of ['bill_of_lading', 'booking_number'] as const) {
    it(`awaits its manifest when it is a ${requestType}, and says so the first time only [D-24]`, () => {
      const first = done(afterFailure(aRequest({ requestType }), fault('not_found'), at(NOW, 0)));
      expect(first.request).to.include({ status: 'awaiting_manifest', failedReason: 'awaiting_manifest' });
      expect(first.request.nextAttemptAt).to.deep.equal(later(DAY));
      expect(says(first)).to.deep.equal(['notice.awaiting_manifest', 'changed']);
      expect(says(afterFailure(first.request, fault('not_found'), at(later(DAY), 0)))).to.deep.equal(['changed']);
    });
  }

  it('is asked for every 24 hours and fails after seven days as not_found [D-24]', () => {
    let request = done(afterFailure(aRequest(), fault('not_found'), at(NOW, 0))).request;
    for (let day = 1; day < 7; day += 1) {
      request = done(askAgain(request, later(day * DAY))).request;
      request = done(afterFailure(request, fault('not_found', { attempt: day }), at(later(day * DAY), 0))).request;
      expect(request.status).to.equal('awaiting_manifest');
      expect(request.dueAt).to.deep.equal(later((day + 1) * DAY));
    }
    const end = done(afterFailure(request, fault('not_found', { attempt: 6 }), at(later(7 * DAY), 0))).request;
    expect(end).to.include({ status: 'failed', failedReason: 'not_found' });
  });

  it('is asked for again after a second in the sandbox, whose days pass that fast [D-62]', () => {
    const waiting = done(afterFailure(aRequest(), fault('not_found'), at(NOW, 0, 86_400))).request;
    expect(waiting.nextAttemptAt).to.deep.equal(later(1_000));
    expect(done(afterFailure(waiting, fault('not_found'), at(later(7_000), 0, 86_400))).request.status).to.equal('failed');
  });

  it('fails as expired when the carrier had known it once [D-24]', () => {
    const known = done(afterFailure(aRequest(), fault('data_unavailable', { known: true }), at(NOW, 0))).request;
    const end = done(afterFailure(known, fault('not_found'), at(later(7 * DAY), 0))).request;
    expect(end).to.include({ status: 'failed', failedReason: 'expired' });
  });
});

describe('answers of other kinds', () => {
  it('an invalid number or a failed detection ends the request at once [D-20]', () => {
    for (const reason of ['invalid_number', 'scac_auto_detect_failed', 'booking_cancelled'] as const) {
      expect(done(afterFailure(aRequest(), fault(reason), at(NOW, 0))).request).to.include({ status: 'failed', failedReason: reason });
    }
  });

  it('success links the shipment, ends the waiting and says so [TR-02]', () => {
    const waiting = aRequest({ status: 'awaiting_manifest', failedReason: 'awaiting_manifest', isRetrying: true, nextAttemptAt: NOW });
    const answer = done(afterSuccess(waiting, 'shipment-1', CARGO, NOW));
    expect(answer.request).to.include({ status: 'created', shipmentId: 'shipment-1', isRetrying: false });
    expect(answer.request.failedReason).to.equal(undefined);
    expect(answer.request.nextAttemptAt).to.equal(undefined);
    expect(says(answer)).to.deep.equal(['notice.succeeded', 'changed']);
  });

  it('late, repeated and meaningless news change nothing [D-22]', () => {
    expect(afterFailure(aRequest({ attempt: 2 }), fault('not_found', { attempt: 1 }), at(NOW, 0))).to.equal('unchanged');
    for (const status of ['created', 'failed', 'cancelled', 'tracking_stopped'] as const) {
      expect(afterFailure(aRequest({ status }), fault('not_found'), at(NOW, 0))).to.equal('unchanged');
      expect(afterSuccess(aRequest({ status }), 'shipment-2', CARGO, NOW)).to.equal('unchanged');
      expect(askAgain(aRequest({ status }), later(DAY))).to.equal('unchanged');
    }
    expect(askAgain(aRequest(), later(29 * MINUTE))).to.equal('unchanged');
  });

  it('a lost answer is asked for again after half an hour, as a new attempt', () => {
    const again = done(askAgain(aRequest(), later(30 * MINUTE)));
    expect(again.request.attempt).to.equal(1);
    expect(says(again)).to.deep.equal(['lookup_due', 'changed']);
  });

  it('detection gives a SCAC once and never replaces one [D-25]', () => {
    const answer = done(withScac(aRequest({ scac: undefined }), 'MAEU', '123456', NOW));
    expect(answer.request).to.include({ scac: 'MAEU', normalizedNumber: '123456', status: 'pending' });
    expect(says(answer)).to.deep.equal(['scac_resolved', 'changed']);
    expect(withScac(aRequest(), 'HLCU', '1', NOW)).to.equal('unchanged');
  });

  it('a second request for a number that is tracked already fails as its duplicate [D-22]', () => {
    expect(asDuplicate(aRequest(), NOW).request).to.include({ status: 'failed', failedReason: 'duplicate' });
  });
});
