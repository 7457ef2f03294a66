import { expect } from 'chai';
import { cancel, resumeTracking, stopTracking, withLabels } from '../../src/domain/edit.js';
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
    const stopped = stopTracking(aRequest({ status: 'created' }), CARGO, NOW);
    expect(stopped).to.have.nested.property('request.status', 'tracking_stopped');
    expect(stopped).to.have.nested.property('says[0].says', 'notice.tracking_stopped');
    expect(stopTracking(aRequest({ status: 'tracking_stopped' }), CARGO, NOW)).to.equal('unchanged');
    for (const status of ['pending', 'awaiting_manifest'] as const) expect(stopTracking(aRequest({ status }), CARGO, NOW)).to.equal('too_early');
    expect(resumeTracking(aRequest({ status: 'tracking_stopped' }), NOW)).to.have.nested.property('request.status', 'created');
    expect(resumeTracking(aRequest({ status: 'created' }), NOW)).to.equal('unchanged');
  });
});
