import { expect } from 'chai';
import { cancel, resumeTracking, stopTracking, withLabels } from '../../src/domain/edit.js';
import type { Change } from '../../src/domain/tracking-request.js';
import { aRequest, NOW } from '../fakes/a-request.js';

const CARGO = { shipment: {}, containers: [] };

describe('editing a tracking request', () => {
  it('replaces the labels that are given and leaves the others [D-13]', () => {
    const before = aRequest({ refNumbers: ['old'], tags: ['kept'] });
    const after = withLabels(before, { refNumbers: ['PO-1'] }, NOW);
    expect(after).to.have.deep.nested.property('request.refNumbers', ['PO-1']);
    expect(after).to.have.deep.nested.property('request.tags', ['kept']);
    expect(after).to.have.nested.property('request.revision', 2);
  });

  it('is no change when everything stays as it was', () => {
    expect(withLabels(aRequest({ tags: ['a'] }), { tags: ['a'] }, NOW)).to.equal('unchanged');
  });

  it('cancels from pending and awaiting_manifest only [D-15]', () => {
    for (const status of ['pending', 'awaiting_manifest'] as const) {
      const answer = cancel(aRequest({ status }), NOW);
      expect(answer).to.have.nested.property('request.status', 'cancelled');
      expect(answer).to.have.nested.property('request.failedReason', 'Cancelled by user');
      expect(answer).to.have.deep.nested.property('says[0]', { says: 'ended', because: 'cancelled' });
    }
    for (const status of ['created', 'failed', 'cancelled', 'tracking_stopped'] as const) {
      expect(cancel(aRequest({ status }), NOW)).to.equal('not_cancellable');
    }
  });

  it('follows its shipment when tracking stops and resumes, each once [D-30]', () => {
    const stopped = stopTracking(aRequest({ status: 'created' }), CARGO, 3, NOW) as Change;
    expect(stopped.request.status).to.equal('tracking_stopped');
    expect(stopped.says.map(({ says }) => says)).to.deep.equal(['notice.tracking_stopped', 'changed']);
    expect(stopTracking(stopped.request, CARGO, 3, NOW)).to.equal('unchanged');
    for (const status of ['pending', 'awaiting_manifest'] as const) expect(stopTracking(aRequest({ status }), CARGO, 3, NOW)).to.equal('too_early');
    const resumed = resumeTracking(stopped.request, 4, NOW) as Change;
    expect(resumed.request.status).to.equal('created');
    expect(resumeTracking(resumed.request, 4, NOW)).to.equal('unchanged');
    expect(stopTracking(resumed.request, CARGO, 3, NOW)).to.equal('unchanged');
    expect(stopTracking(resumed.request, CARGO, 5, NOW)).to.have.nested.property('request.status', 'tracking_stopped');
  });

  it('is tracked when the stop comes only after the resume that followed it, and tells of both [D-30]', () => {
    const resumed = resumeTracking(aRequest({ status: 'created' }), 4, NOW) as Change;
    const stopped = stopTracking(resumed.request, CARGO, 3, NOW) as Change;
    expect(stopped.request.status).to.equal('created');
    expect(stopped.says.map(({ says }) => says)).to.include('notice.tracking_stopped');
    expect(stopTracking(stopped.request, CARGO, 3, NOW)).to.equal('unchanged');
    expect(resumeTracking(stopped.request, 4, NOW)).to.equal('unchanged');
  });

  it('is stopped when its shipment was resumed only to stop again, in whichever order the two are heard [D-30]', () => {
    const before = aRequest({ status: 'tracking_stopped', told: { stopped: 2, resumed: 1 } });
    const resumed = resumeTracking(before, 4, NOW) as Change;
    expect(stopTracking(resumed.request, CARGO, 4, NOW)).to.have.nested.property('request.status', 'tracking_stopped');
    const stopped = stopTracking(before, CARGO, 4, NOW) as Change;
    expect(resumeTracking(stopped.request, 4, NOW)).to.equal('unchanged');
    expect(stopped.request.status).to.equal('tracking_stopped');
  });

  it('is left alone by its shipment once it is over', () => {
    for (const status of ['cancelled', 'failed'] as const) {
      expect(stopTracking(aRequest({ status }), CARGO, 3, NOW)).to.equal('unchanged');
      expect(resumeTracking(aRequest({ status }), 4, NOW)).to.equal('unchanged');
    }
  });
});
