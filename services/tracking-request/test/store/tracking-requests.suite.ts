import { expect } from 'chai';
import type { TrackingRequests } from '../../src/app/ports.js';
import type { Change, TrackingRequest } from '../../src/domain/tracking-request.js';
import { aRequest, later, MINUTE, NOW } from '../fakes/a-request.js';

const next = (request: TrackingRequest, change: Partial<TrackingRequest>): Change => ({ request: { ...request, ...change, revision: request.revision + 1 }, says: [] });
const opened = (request: TrackingRequest): Change => ({ request, says: [] });

/** What every implementation of the port must do; run on the fake and on the store, so that the fake cannot lie. */
export const trackingRequestsSuite = (make: () => TrackingRequests): void => {
  let requests: TrackingRequests;
  beforeEach(() => {
    requests = make();
  });

  it('gives back what was added, and nothing to another account [D-08]', async () => {
    const request = aRequest({ refNumbers: ['PO-1'], failedReason: 'not_found' });
    expect(await requests.add(opened(request))).to.equal('added');
    expect(await requests.find('account-1', request.id)).to.deep.equal(request);
    expect(await requests.find('account-2', request.id)).to.equal(undefined);
    expect(await requests.findMany('account-2', [request.id])).to.deep.equal([]);
    expect(await requests.findMany('account-1', [request.id, 'unknown'])).to.deep.equal([request]);
  });

  it('gives what was just added once more, as it was then, and to nobody else [D-08]', async () => {
    const request = aRequest({ refNumbers: ['PO-1'] });
    await requests.add(opened(request));
    await requests.save(next(request, { tags: ['a'] }));
    expect(requests.justAdded('account-2', request.id)).to.equal(undefined);
    expect(requests.justAdded('account-1', request.id)).to.deep.equal(request);
    expect(requests.justAdded('account-1', request.id)).to.equal(undefined);
  });

  it('keeps one live request a number, line and account, however many race for it [D-22]', async () => {
    const racing = Array.from({ length: 20 }, (_, n) => requests.add(opened(aRequest({ id: `racer-${n}` }))));
    const answers = await Promise.all(racing);
    expect(answers.filter((answer) => answer === 'added')).to.have.length(1);
    expect(await requests.add(opened(aRequest({ id: 'other-account', accountId: 'account-2' })))).to.equal('added');
    expect(await requests.add(opened(aRequest({ id: 'other-line', scac: 'HLCU' })))).to.equal('added');
  });

  it('takes the number again once the first request is no longer live [D-22]', async () => {
    const first = aRequest();
    await requests.add(opened(first));
    await requests.save(next(first, { status: 'failed', failedReason: 'not_found' }));
    expect(await requests.add(opened(aRequest({ id: 'second' })))).to.equal('added');
  });

  it('lets any number of requests wait for detection', async () => {
    expect(await requests.add(opened(aRequest({ id: 'one', scac: undefined })))).to.equal('added');
    expect(await requests.add(opened(aRequest({ id: 'two', scac: undefined })))).to.equal('added');
  });

  it('saves against the revision that was read, so that of two writers one wins', async () => {
    const request = aRequest();
    await requests.add(opened(request));
    const both = await Promise.all([requests.save(next(request, { tags: ['a'] })), requests.save(next(request, { tags: ['b'] }))]);
    expect(both.sort()).to.deep.equal(['moved', 'saved']);
    expect(await requests.find('account-1', request.id)).to.have.property('revision', 2);
  });

  it('forgets what the new state no longer has', async () => {
    const request = aRequest({ failedReason: 'not_found', nextAttemptAt: NOW });
    await requests.add(opened(request));
    await requests.save(next(request, { failedReason: undefined, nextAttemptAt: undefined }));
    const read = await requests.find('account-1', request.id);
    expect(read).not.to.have.any.keys('failedReason', 'nextAttemptAt');
  });

  it('refuses to make a request live beside another one [D-22]', async () => {
    const waiting = aRequest({ id: 'waiting', status: 'awaiting_manifest' });
    await requests.add(opened(waiting));
    await requests.add(opened(aRequest({ id: 'live' })));
    expect(await requests.save(next(waiting, { status: 'created' }))).to.equal('duplicate');
  });

  it('finds of all accounts what is due', async () => {
    await requests.add(opened(aRequest({ id: 'due', dueAt: NOW })));
    await requests.add(opened(aRequest({ id: 'later', scac: 'HLCU', dueAt: later(MINUTE) })));
    await requests.add(opened(aRequest({ id: 'never', scac: 'CMDU', dueAt: undefined })));
    expect((await requests.due(NOW, 10)).map(({ id }) => id)).to.deep.equal(['due']);
  });
};
