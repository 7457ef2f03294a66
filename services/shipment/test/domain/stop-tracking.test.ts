import { expect } from 'chai';
import { linkRequest, resumed } from '../../src/domain/link-request.js';
import { nextStopCheck, sourceClock, stopOf, stopped, withStopClock } from '../../src/domain/stop-tracking.js';
import { aRequest } from '../flow.js';
import { emptyShipment } from '../journeys.js';

const DAY = 86_400_000;
const at = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * DAY);
const shipment = { bookingCancelled: false, lastNewsAt: at(0) };
const box = { currentStatus: 'on_ship' as const };

describe('the rules that stop tracking', () => {
  it('56 days without any news [D-30]', () => {
    expect(stopOf(shipment, [box], at(55.9))).to.equal(null);
    expect(stopOf(shipment, [box], at(56))).to.deep.equal({ reason: 'no_updates_at_line', at: at(56) });
  });

  it('56 days past arrival, inland if there is one [D-30]', () => {
    const news = { ...shipment, lastNewsAt: at(40) };
    expect(stopOf({ ...news, podAtaAt: at(10) }, [box], at(66))?.reason).to.equal('past_arrival_window');
    expect(stopOf({ ...news, podAtaAt: at(10), destinationAtaAt: at(20) }, [box], at(75))).to.equal(null);
  });

  it('28 days past the last full_out, once every box is out [D-30]', () => {
    const out = { currentStatus: 'picked_up' as const, podFullOutAt: at(5) };
    const news = { ...shipment, lastNewsAt: at(20) };
    expect(stopOf(news, [out, box], at(40))).to.equal(null);
    expect(stopOf(news, [out, { ...out, podFullOutAt: at(9) }], at(36))).to.equal(null);
    expect(stopOf(news, [out, { ...out, podFullOutAt: at(9) }], at(37))?.reason).to.equal('past_full_out_window');
  });

  it('all boxes returned empty, and a cancelled booking, at once [D-30]', () => {
    const returned = { currentStatus: 'empty_returned' as const, emptyTerminatedAt: at(3) };
    expect(stopOf(shipment, [returned, box], at(4))).to.equal(null);
    expect(stopOf(shipment, [returned, returned], at(4))?.reason).to.equal('all_containers_terminated');
    expect(stopOf({ ...shipment, bookingCancelled: true }, [], at(0))?.reason).to.equal('booking_cancelled');
  });

  it('a resumed shipment gets the whole window again [D-30]', () => {
    const returned = { currentStatus: 'empty_returned' as const, emptyTerminatedAt: at(3) };
    expect(stopOf({ ...shipment, resumedAt: at(60) }, [returned], at(61))).to.equal(null);
    expect(stopOf({ ...shipment, resumedAt: at(60) }, [box], at(115))).to.equal(null);
    expect(stopOf({ ...shipment, resumedAt: at(60) }, [box], at(116))?.reason).to.equal('no_updates_at_line');
  });

  it('the next look is when the first rule comes due, by our clock and by that of the source [D-30] [D-62]', () => {
    expect(nextStopCheck({ ...shipment, podAtaAt: at(-10) }, [box])).to.deep.equal(at(46));
    const sandbox = { ...emptyShipment(), lastNewsAt: at(100), sourceNow: at(110), heardAt: at(0) };
    const due = withStopClock(sandbox, [box]);
    expect(due.stopRuleAt).to.deep.equal(at(156));
    expect(due.stopDueAt).to.deep.equal(at(46));
    expect(sourceClock(sandbox, at(1))).to.deep.equal(at(111));
  });

  it('stopping and resuming leave no trace of each other and may be repeated [D-30]', () => {
    const before = withStopClock({ ...emptyShipment(), lastNewsAt: at(0) }, []);
    const after = stopped(before, 'cancelled_by_user', at(1), 'user-1');
    expect(after).to.include({ lineTrackingStoppedReason: 'cancelled_by_user', lineTrackingStoppedByUserId: 'user-1' }).and.to.not.have.any.keys('stopRuleAt', 'stopDueAt');
    const again = resumed(after, at(2));
    expect(again).to.not.have.any.keys('lineTrackingStoppedAt', 'lineTrackingStoppedReason', 'lineTrackingStoppedByUserId');
    expect(resumed(again, at(3))).to.equal(again);
  });
});

describe('a request and its shipment', () => {
  it('brings its labels and customer along, each once [D-13]', () => {
    const linked = linkRequest(linkRequest({ ...emptyShipment(), tags: ['urgent'] }, aRequest({ customerId: 'party-1' }), 'ACME'), aRequest({ id: 'request-2', refNumbers: ['PO-1', 'PO-2'] }), undefined);
    expect(linked).to.include({ customerId: 'party-1', customerName: 'ACME' });
    expect(linked.refNumbers).to.deep.equal(['PO-1', 'PO-2']);
    expect(linked.tags).to.deep.equal(['urgent']);
    expect(linked.trackingRequestIds).to.deep.equal(['request-1', 'request-2']);
    expect(linked.requestNumbers).to.deep.equal(['BL4410077']);
  });
});
