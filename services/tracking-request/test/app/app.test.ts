import { Problem } from '@landfall/kit/problem';
import { expect } from 'chai';
import { app } from '../../src/app/index.js';
import { aRequest, aSubmission, later, MINUTE, NOW } from '../fakes/a-request.js';
import { inMemoryRequests } from '../fakes/in-memory-requests.js';

const SUPPORTS = { bill_of_lading: true, booking_number: true, container: true };
const CARGO = { shipment: { id: 'shipment-1' }, containers: [] };

const setUp = () => {
  let now = NOW;
  let made = 0;
  const requests = inMemoryRequests();
  const lines = { find: (scac: string) => (['MAEU', 'HLCU'].includes(scac) ? { scac, scacs: [scac], supports: SUPPORTS } : undefined) };
  const around = { now: () => now, luck: () => 0.5, newId: () => `id-${(made += 1)}`, pace: () => 1 };
  const pass = (ms: number) => {
    now = later(ms);
  };
  return { use: app({ requests, lines, around }), requests, pass };
};

const refusal = async (promise: Promise<unknown>): Promise<Problem> => {
  const thrown = await promise.then(() => undefined, (error: unknown) => error);
  if (!(thrown instanceof Problem)) throw new Error(`not a Problem: ${String(thrown)}`);
  return thrown;
};

describe('the use cases of tracking-request', () => {
  it('answer a duplicate with the code and the pointer of the interface [D-22][TR-07]', async () => {
    const { use } = setUp();
    await use.submit(aSubmission());
    const twice = await refusal(use.submit(aSubmission({ requestNumber: 'maeu-123456' })));
    expect(twice.code).to.equal('duplicate');
    expect(twice.more.pointer).to.equal('/data/attributes/request_number');
  });

  it('answer several in order, each for itself, and the first of two equal ones wins [D-26]', async () => {
    const { use } = setUp();
    const results = await use.submitMany([aSubmission(), aSubmission(), aSubmission({ scac: 'ZZZZ' }), aSubmission({ scac: 'HLCU' })]);
    expect(results.map((result) => ('created' in result ? result.created.scac : result.refused.code))).to.deep.equal(['MAEU', 'duplicate', 'unrecognized_scac', 'HLCU']);
  });

  it('let a store that is away fail the whole of several, so that nobody takes it for a refusal [D-26]', async () => {
    const { use, requests } = setUp();
    requests.add = () => Promise.reject(Object.assign(new Error('gone'), { name: 'MongoNetworkError' }));
    const thrown = await use.submitMany([aSubmission()]).then(() => undefined, (error: Error) => error);
    expect(thrown?.message).to.equal('gone');
  });

  it('take a success after a failure, tell it once, and stay deaf to its repeats', async () => {
    const { use, requests } = setUp();
    const { id } = await use.submit(aSubmission());
    await use.recordFailure({ accountId: 'account-1', trackingRequestId: id, reason: 'not_found', known: false, attempt: 0 });
    for (let time = 0; time < 3; time += 1) await use.recordSuccess({ accountId: 'account-1', trackingRequestId: id, shipmentId: 'shipment-1', cargo: CARGO });
    expect(requests.said).to.deep.equal(['created', 'notice.awaiting_manifest', 'changed', 'notice.succeeded', 'changed']);
  });

  it('ask again when the time has come, under a new attempt, and ignore the answer to the old one [D-23]', async () => {
    const { use, requests, pass } = setUp();
    const { id } = await use.submit(aSubmission());
    const failure = { accountId: 'account-1', trackingRequestId: id, reason: 'shipping_line_unreachable' as const, known: false };
    await use.recordFailure({ ...failure, attempt: 0 });
    pass(MINUTE);
    await use.askAgainForDue();
    await use.recordFailure({ ...failure, attempt: 0 });
    expect(await requests.find('account-1', id)).to.include({ attempt: 1, retryCount: 1 });
    expect(requests.said).to.deep.equal(['created', 'changed', 'lookup_due', 'changed']);
  });

  it('make a request whose number came to be tracked meanwhile the duplicate that it is [D-22]', async () => {
    const { use, requests } = setUp();
    const waiting = aRequest({ id: 'waiting', status: 'awaiting_manifest', attempt: 0 });
    await requests.add({ request: waiting, says: [] });
    await use.submit(aSubmission());
    await use.recordSuccess({ accountId: 'account-1', trackingRequestId: 'waiting', shipmentId: 'shipment-1', cargo: CARGO });
    expect(await requests.find('account-1', 'waiting')).to.include({ status: 'failed', failedReason: 'duplicate' });
  });

  it('refuse an edit against another version than the client saw [D-12]', async () => {
    const { use } = setUp();
    const { id } = await use.submit(aSubmission());
    expect((await use.edit({ accountId: 'account-1', id, tags: ['a'], expectedRevision: 1 })).revision).to.equal(2);
    expect((await refusal(use.edit({ accountId: 'account-1', id, tags: ['b'], expectedRevision: 1 }))).code).to.equal('precondition_failed');
  });

  it('answer a foreign id like a missing one [D-08]', async () => {
    const { use } = setUp();
    const { id } = await use.submit(aSubmission());
    expect((await refusal(use.edit({ accountId: 'account-2', id, tags: [] }))).code).to.equal('not_found');
    expect((await refusal(use.cancel({ accountId: 'account-2', id }))).code).to.equal('not_found');
    expect((await refusal(use.cancel({ accountId: 'account-1', id: 'unknown' }))).code).to.equal('not_found');
  });

  it('cancel while waiting and refuse afterwards [D-15]', async () => {
    const { use } = setUp();
    const { id } = await use.submit(aSubmission());
    expect((await use.cancel({ accountId: 'account-1', id })).status).to.equal('cancelled');
    expect((await refusal(use.cancel({ accountId: 'account-1', id }))).code).to.equal('not_cancellable');
  });

  it('give an auto-detected request its carrier, and its account no second one [D-25]', async () => {
    const { use, requests } = setUp();
    const detecting = { scac: undefined, autoDetectScac: true };
    const first = await use.submit(aSubmission(detecting));
    const second = await use.submit(aSubmission(detecting));
    for (const { id } of [first, second]) await use.recordCarrier({ accountId: 'account-1', trackingRequestId: id, scac: 'MAEU' });
    expect(await requests.find('account-1', first.id)).to.include({ scac: 'MAEU', normalizedNumber: '123456', status: 'pending' });
    expect(await requests.find('account-1', second.id)).to.include({ status: 'failed', failedReason: 'duplicate' });
  });
});
