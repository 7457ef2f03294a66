import { facts, noticeOf } from '@landfall/contracts/facts';
import type { Notice } from '@landfall/contracts/gen/notice/v1/notice';
import { ShipmentTracked } from '@landfall/contracts/gen/shipment/v1/facts';
import { TrackingRequestServiceService, type CreateTrackingRequestRequest, type TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { bus, type Bus } from '@landfall/kit/bus';
import { grpcClient, type Caller } from '@landfall/kit/grpc-client';
import type { Service } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import type { Problem } from '@landfall/kit/problem';
import { freePort } from '@landfall/testkit/free-port';
import { testBus, type TestBus } from '@landfall/testkit/test-bus';
import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { load } from '../src/config.js';
import { wire } from '../src/wire.js';

const a = (change: Partial<CreateTrackingRequestRequest> = {}): CreateTrackingRequestRequest => ({
  accountId: 'account-1', requestType: 'bill_of_lading', requestNumber: 'MAEU123456', scac: 'MAEU', autoDetectScac: false,
  refNumbers: [], tags: [], customerId: undefined, userId: undefined, initialCustomFields: undefined, ...change,
});

describe('tracking-request, whole: real gRPC, real store, real bus', () => {
  let store: TestMongo;
  let nats: TestBus;
  let running: Service;
  let outside: Bus;
  let caller: Caller<typeof TrackingRequestServiceService>;
  const said: { subject: string; body: unknown }[] = [];

  before(async () => {
    [store, nats] = [await testMongo(), await testBus()];
    const port = await freePort();
    running = wire(load({ MONGODB_URI: store.uri, NATS_URL: nats.url, GRPC_PORT: String(port), HEALTH_PORT: '0', LOG_LEVEL: 'silent', LOOKUP_DUE_POLL_MS: '50' }));
    await running.start();
    caller = grpcClient(TrackingRequestServiceService, `127.0.0.1:${port}`);
    outside = bus({ url: nats.url, name: 'test', log: logger('test', 'silent') });
    await outside.start();
    for (const subject of ['fact.tracking_request.>', 'notice.>']) {
      outside.connection.subscribe(subject, { callback: (_, message) => said.push({ subject: message.subject, body: message.json() }) });
    }
    await outside.connection.flush();
  });
  after(async () => {
    caller.close();
    await outside.stop();
    await running.stop();
    await store.stop();
    await nats.stop();
  });

  const saidOf = (subject: string, id: string) => said.filter((each) => each.subject === subject && JSON.stringify(each.body).includes(id));
  const heardAbout = (subject: string, id: string) => until(`${subject} is said`, () => saidOf(subject, id)[0]);
  const faultOf = (promise: Promise<unknown>) => promise.then(() => undefined, (error: Problem) => error);
  const read = (request: TrackingRequest) => caller.getTrackingRequest({ accountId: request.accountId, id: request.id });

  const tracked = (request: TrackingRequest) => ShipmentTracked.fromJSON({ account_id: request.accountId, tracking_request_id: request.id, shipment: { id: 'shipment-1', tracking_request_ids: [request.id] }, containers: [{ id: 'container-1' }] });

  it('takes a number, answers pending, and says so on the bus [TR-01]', async () => {
    const request = await caller.createTrackingRequest(a({ requestNumber: 'MAEU-A1234567' }));
    expect(request).to.include({ status: 'pending', scac: 'MAEU', requestNumber: 'MAEU-A1234567', normalizedNumber: 'A1234567' });
    expect(request.shipmentId).to.equal(undefined);
    const { body } = await heardAbout('fact.tracking_request.created', request.id);
    expect(facts.trackingRequest.created.codec.fromJSON(body).trackingRequest).to.deep.equal(request);
  });

  it('ends created when the shipment exists, and tells it with shipment and containers [TR-02][D-41]', async () => {
    const request = await caller.createTrackingRequest(a({ requestNumber: 'MAEUB1234567' }));
    const fact = facts.shipment.tracked;
    for (const repeat of ['1', '2']) await outside.publish(fact.subject, fact.codec.toJSON(tracked(request)), `tracked-${request.id}-${repeat}`);
    const notice = noticeOf('tracking_request.succeeded').codec.fromJSON((await heardAbout('notice.tracking_request.succeeded', request.id)).body) as Notice;
    expect(notice.shipment?.id).to.equal('shipment-1');
    expect(notice.containers.map(({ id }) => id)).to.deep.equal(['container-1']);
    expect(await read(request)).to.include({ status: 'created', shipmentId: 'shipment-1' });

    const stop = facts.shipment.trackingStopped;
    await outside.publish(stop.subject, { account_id: request.accountId, shipment: { id: 'shipment-1', tracking_request_ids: [request.id] }, reason: 'cancelled_by_user' }, `stop-${request.id}`);
    await heardAbout('notice.tracking_request.tracking_stopped', request.id);
    expect((await read(request)).status).to.equal('tracking_stopped');
    expect(saidOf('notice.tracking_request.succeeded', request.id)).to.have.length(1);
  });

  it('ends stopped also when the stop overtakes the news that the shipment exists [TR-02]', async () => {
    const request = await caller.createTrackingRequest(a({ requestNumber: 'MAEUB7654321' }));
    const { tracked: exists, trackingStopped: stop } = facts.shipment;
    await outside.publish(stop.subject, { account_id: request.accountId, shipment: { id: 'shipment-2', tracking_request_ids: [request.id] }, reason: 'all_containers_terminated' }, `early-stop-${request.id}`);
    await outside.publish(exists.subject, exists.codec.toJSON(tracked(request)), `late-tracked-${request.id}`);
    await heardAbout('notice.tracking_request.succeeded', request.id);
    await heardAbout('notice.tracking_request.tracking_stopped', request.id);
    expect((await read(request)).status).to.equal('tracking_stopped');
  });

  it('waits for the manifest when the carrier does not know the number, and asks again by its own clockwork [D-24]', async () => {
    const request = await caller.createTrackingRequest(a({ requestNumber: 'MAEUC1234567' }));
    const fact = facts.carrier.lookupFailed;
    await outside.publish(fact.subject, fact.codec.toJSON({ accountId: request.accountId, trackingRequestId: request.id, scac: 'MAEU', reason: 'not_found', detail: '', failedAt: new Date(), known: false, attempt: 0 }), `failed-${request.id}`);
    await heardAbout('notice.tracking_request.awaiting_manifest', request.id);
    const waiting = await read(request);
    expect(waiting.status).to.equal('awaiting_manifest');
    expect(waiting.nextAttemptAt?.getTime()).to.be.closeTo(Date.now() + 86_400_000, 60_000);

    await store.connection.getClient().db('tracking-request').collection('tracking_requests').updateOne({ _id: request.id as never }, { $set: { dueAt: new Date() } });
    const { body } = await heardAbout('fact.tracking_request.lookup_due', request.id);
    expect(facts.trackingRequest.lookupDue.codec.fromJSON(body).attempt).to.equal(1);
  });

  it('takes one of many racing submissions and refuses the others as duplicates [D-22]', async () => {
    const racing = Array.from({ length: 20 }, () => caller.createTrackingRequest(a({ requestNumber: 'MAEUD1234567' })).then(() => 'created', (error: Problem) => error.code));
    const answers = await Promise.all(racing);
    expect(answers.filter((answer) => answer === 'created')).to.have.length(1);
    expect(answers.filter((answer) => answer === 'duplicate')).to.have.length(19);
  });

  it('says with code and pointer what is wrong, everything at once [D-08][D-21]', async () => {
    const fault = await faultOf(caller.createTrackingRequest(a({ requestType: 'container', requestNumber: 'TRKU1000011', scac: 'ZZZZ' })));
    expect(fault?.code).to.equal('invalid_number');
    expect(fault?.more.pointer).to.equal('/data/attributes/request_number');
    expect(fault?.more.others?.map(({ code }) => code)).to.deep.equal(['unrecognized_scac']);
  });

  it('answers several at once, each for itself, whatever account an item names [D-26]', async () => {
    const items = [a({ requestNumber: 'MAEUE1234567' }), a({ scac: '' }), a({ requestNumber: 'MAEUF1234567', accountId: 'account-2' })];
    const { results } = await caller.batchCreateTrackingRequests({ accountId: 'account-1', items });
    expect(results.map(({ outcome }) => outcome?.$case)).to.deep.equal(['created', 'refused', 'created']);
    const third = results[2]?.outcome;
    expect(third?.$case === 'created' && third.value.accountId).to.equal('account-1');
  });

  it('edits labels and cancels, and answers a foreign id like a missing one at every method [D-13][D-15][D-08]', async () => {
    const request = await caller.createTrackingRequest(a({ requestNumber: 'MAEUG1234567' }));
    const edit = { id: request.id, refNumbers: { values: ['PO-1'] }, tags: undefined, expectedRevision: undefined };
    expect((await caller.updateTrackingRequest({ accountId: 'account-1', ...edit })).refNumbers).to.deep.equal(['PO-1']);
    const foreign = { accountId: 'account-2', id: request.id };
    for (const promise of [caller.getTrackingRequest(foreign), caller.updateTrackingRequest({ ...edit, ...foreign }), caller.cancelTrackingRequest(foreign)]) {
      expect((await faultOf(promise))?.code).to.equal('not_found');
    }
    expect((await caller.batchGetTrackingRequests({ accountId: 'account-2', ids: [request.id] })).items).to.deep.equal([]);
    const list = await caller.listTrackingRequests({ accountId: 'account-2', page: undefined, filters: [], sort: [], q: '' });
    expect(list.items).to.deep.equal([]);
    expect((await caller.cancelTrackingRequest({ accountId: 'account-1', id: request.id })).status).to.equal('cancelled');
    await heardAbout('fact.tracking_request.ended', request.id);
  });

  it('resolves the carrier of an auto-detected number, once [D-25]', async () => {
    const request = await caller.createTrackingRequest(a({ requestNumber: 'MAEUH1234567', scac: undefined, autoDetectScac: true }));
    expect(request.scac).to.equal(undefined);
    const fact = facts.carrier.scacDetected;
    await outside.publish(fact.subject, fact.codec.toJSON({ accountId: request.accountId, trackingRequestId: request.id, scac: 'MAEU', confidence: 1, detectedAt: new Date() }), `detected-${request.id}`);
    await heardAbout('fact.tracking_request.scac_resolved', request.id);
    expect(await read(request)).to.include({ scac: 'MAEU', normalizedNumber: 'H1234567' });
  });
});
