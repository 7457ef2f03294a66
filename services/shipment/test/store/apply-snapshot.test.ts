import { factsIn, type OutboxEntry } from '@landfall/kit/outbox';
import { deleteAll, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import type { App } from '../../src/app/index.js';
import { aRequest, ACCOUNT, only, published, said, subjects, taken } from '../flow.js';
import { BOX, direct, directSailing, equipment, estimated, milestones, sea, SECOND_BOX, snapshotOf, transport } from '../journeys.js';
import { storedApp } from '../stored-app.js';

const VOYAGE = { pol: 'CNYTN', pod: 'USLAX' };
const SHIP = sea('EXAMPLE STAR', '612E');
const at = (text: string) => new Date(text);
const early = () => snapshotOf({ [BOX]: direct().slice(0, 3) }, directSailing().slice(0, 2), VOYAGE);

describe('a snapshot, applied to the store', () => {
  let mongo: TestMongo;
  let app: App;
  let replica: () => App;

  before(async () => {
    ({ mongo, app, replica } = await storedApp());
  });
  after(() => mongo.stop());
  beforeEach(async () => {
    await deleteAll(mongo.connection);
    await app.requests.remember(aRequest());
  });

  it('makes the shipment with what its request brought along and tells of it once [D-33]', async () => {
    const whole = taken(snapshotOf({ [BOX]: direct(), [SECOND_BOX]: direct() }, directSailing(), VOYAGE));
    await app.applySnapshot(whole);
    const { shipment, containers } = await only(app);
    expect(shipment).to.include({ billOfLadingNumber: 'BL4410077', scac: 'MAEU', portOfDischargeLocode: 'USLAX', portOfLadingName: 'Yantian' });
    expect(shipment.refNumbers).to.deep.equal(['PO-1']);
    expect(shipment.trackingRequestIds).to.deep.equal(['request-1']);
    expect(containers.map(({ number, currentStatus }) => [number, currentStatus])).to.deep.equal([[BOX, 'empty_returned'], [SECOND_BOX, 'empty_returned']]);
    expect(containers.map(({ id }) => id)).to.have.members(shipment.containerIds);
    const told = await subjects(mongo.connection);
    expect(told.filter((subject) => subject === 'fact.shipment.tracked')).to.have.length(1);
    expect(told.filter((subject) => subject === 'notice.container.transport.vessel_loaded')).to.have.length(2);
  });

  it('every notice carries the shipment and the container of its moment, and where it was [D-41]', async () => {
    await app.applySnapshot(taken(early()));
    const loaded = (await said(mongo.connection)).find(({ subject }) => subject === 'notice.container.transport.vessel_loaded');
    expect(loaded?.body).to.include({ accountId: ACCOUNT, event: 'container.transport.vessel_loaded', referenceType: 'transport_event' });
    expect(loaded?.body).to.have.nested.property('shipment.billOfLadingNumber', 'BL4410077');
    expect(loaded?.body).to.have.nested.property('containers[0].currentStatus', 'on_ship');
    expect(loaded?.body).to.have.nested.property('ports[0].code', 'CNYTN');
    expect(loaded?.body).to.have.nested.property('vessels[0].imo', '9074729');
  });

  it('events inside one box are told in the order of the journey [D-34]', async () => {
    await app.applySnapshot(taken(snapshotOf({ [BOX]: direct().reverse() }, directSailing().reverse(), VOYAGE)));
    const row = await mongo.connection.collection('containers').findOne({});
    const told = (row?.['outbox'] as OutboxEntry[]).flatMap(factsIn).map(({ subject }) => subject.split('.').at(-1));
    expect(told).to.deep.equal(['created', 'empty_out', 'full_in', 'vessel_loaded', 'vessel_departed', 'vessel_arrived', 'vessel_discharged', 'full_out', 'empty_in']);
  });

  it('repeated, it changes nothing and tells nothing [D-33]', async () => {
    const one = taken(early());
    await app.applySnapshot(one);
    const before = await only(app);
    await published(mongo.connection);
    await app.applySnapshot(one);
    expect(await only(app)).to.deep.equal(before);
    expect(await said(mongo.connection)).to.deep.equal([]);
  });

  it('older than what was applied, it changes nothing [C.3]', async () => {
    const older = taken(snapshotOf({ [BOX]: direct() }, directSailing(), VOYAGE));
    await app.applySnapshot(taken(early()));
    const before = await only(app);
    await app.applySnapshot(older);
    expect(await only(app)).to.deep.equal(before);
  });

  it('a list finds every box by the arrival its shipment expects now, even one that has no news of its own [D-06]', async () => {
    const discharge = (call: string, said: string) => equipment('DISC', 'LADEN', 'USLAX', '2026-03-19', { ...SHIP, transportCallKey: call, ...estimated(said) });
    const boxes = { [BOX]: [...direct().slice(0, 3), discharge('TC-USLAX', '2026-03-02')], [SECOND_BOX]: [...direct().slice(0, 3), discharge('TC-OTHER', '2026-03-01')] };
    const later = transport('ARRI', 'USLAX', '2026-03-20', { ...SHIP, transportCallKey: 'TC-USLAX', ...estimated('2026-03-05') });
    const events = directSailing().slice(0, 2);
    const expectedOn = async (day: string) => {
      const { items } = await app.containers.list({ accountId: ACCOUNT, page: { number: 1, size: 30 }, filters: [{ field: 'pod_eta_at', op: 'eq', values: [day] }], sort: [], q: '' });
      return items.map(({ number, revision }) => [number, revision]).sort();
    };
    await app.applySnapshot(taken(snapshotOf(boxes, events, VOYAGE)));
    expect(await expectedOn('2026-03-17')).to.deep.equal([[BOX, 1], [SECOND_BOX, 1]]);
    await app.applySnapshot(taken(snapshotOf(boxes, [...events, later], VOYAGE)));
    expect(await expectedOn('2026-03-17')).to.deep.equal([]);
    expect(await expectedOn('2026-03-20')).to.deep.equal([[BOX, 2], [SECOND_BOX, 1]]);
  });

  it('unchanged, it only notes how fresh the shipment is [D-35] [D-74]', async () => {
    const one = taken(early());
    await app.applySnapshot(one);
    await published(mongo.connection);
    const later = at('2026-06-01T06:00:00Z');
    await app.applySnapshot(taken(one.snapshot, { digest: one.digest, takenAt: later, sourceNow: later }));
    const { shipment } = await only(app);
    expect(shipment.lineTrackingLastSucceededAt).to.deep.equal(later);
    expect(shipment.watches['watch-1']?.sequence).to.be.greaterThan(one.sequence);
    expect(await subjects(mongo.connection)).to.deep.equal(['fact.shipment.changed']);
  });

  it('a failed poll is an attempt without success [D-35]', async () => {
    await app.applySnapshot(taken(early()));
    await app.shipments.noteAttempt(ACCOUNT, 'request-1', at('2026-06-02T00:00:00Z'));
    await app.shipments.noteAttempt(ACCOUNT, 'request-1', at('2026-06-01T12:00:00Z'));
    const { shipment } = await only(app);
    expect(shipment.lineTrackingLastAttemptedAt).to.deep.equal(at('2026-06-02T00:00:00Z'));
    expect(shipment.lineTrackingLastSucceededAt).to.deep.equal(at('2026-06-01T00:00:00Z'));
  });

  it('news of a later snapshot are told, and only those [D-33]', async () => {
    const { snapshot } = taken(early());
    await app.applySnapshot(taken(snapshot));
    await published(mongo.connection);
    const later = transport('ARRI', 'USLAX', '2026-03-20', { ...SHIP, transportCallKey: 'TC-USLAX', ...estimated('2026-03-05') });
    await app.applySnapshot(taken({ ...snapshot, events: [...snapshot.events, later] }));
    expect(await subjects(mongo.connection)).to.deep.equal(['fact.container.changed', 'notice.shipment.estimated.arrival', 'fact.shipment.changed']);
    // It occurred when the line said so, whatever our clock says.
    expect((await said(mongo.connection)).find(({ subject }) => subject.startsWith('notice.'))?.body).to.include({ occurredAt: '2026-06-01T00:00:00.000Z' });
  });

  it('before its request is known, it asks to be told again [C.4]', async () => {
    const other = taken(early(), { trackers: [{ accountId: ACCOUNT, trackingRequestId: 'request-9' }] });
    const failure: unknown = await app.applySnapshot(other).catch((error: unknown) => error);
    expect(failure).to.include({ code: 'unavailable', again: true });
    await app.requests.remember(aRequest({ id: 'request-9', requestNumber: 'BL9', normalizedNumber: 'BL9' }));
    await app.applySnapshot(other);
    expect((await only(app)).shipment.requestNumbers).to.deep.equal(['BL9']);
  });

  it('for a request that ended meanwhile it makes no shipment [C.4]', async () => {
    await app.requests.end(ACCOUNT, 'request-1', at('2026-01-02T00:00:00Z'));
    await app.requests.remember(aRequest());
    await app.applySnapshot(taken(early()));
    expect(await mongo.connection.collection('shipments').countDocuments({})).to.equal(0);
  });

  it('another request of the same account finds the shipment that is there, by bill or booking, with or without SCAC [C.4]', async () => {
    await app.applySnapshot(taken({ ...early(), bookingNumber: 'BK1' }));
    await app.requests.remember(aRequest({ id: 'request-2', requestType: 'booking_number', requestNumber: 'MAEUBK1234', normalizedNumber: 'BK1', refNumbers: ['PO-2'] }));
    await published(mongo.connection);
    await app.applySnapshot(taken({ ...early(), billOfLadingNumber: 'MAEUBL4410077' }, { watchId: 'watch-2', trackers: [{ accountId: ACCOUNT, trackingRequestId: 'request-2' }] }));
    const { shipment, containers } = await only(app);
    expect(shipment.trackingRequestIds).to.deep.equal(['request-1', 'request-2']);
    expect(shipment.refNumbers).to.deep.equal(['PO-1', 'PO-2']);
    expect(containers).to.have.length(1);
    expect((await subjects(mongo.connection)).filter((subject) => subject.includes('tracked') || subject.includes('created'))).to.deep.equal(['fact.shipment.tracked']);
  });

  it('two accounts that track one number have a shipment each, and neither sees the other’s [C.3]', async () => {
    await app.requests.remember(aRequest({ id: 'request-b', accountId: 'acc-2' }));
    await app.applySnapshot(taken(early(), { trackers: [{ accountId: ACCOUNT, trackingRequestId: 'request-1' }, { accountId: 'acc-2', trackingRequestId: 'request-b' }] }));
    const { shipment, containers } = await only(app);
    expect(await app.shipments.find('acc-2', shipment.id)).to.equal(undefined);
    expect(await app.containers.find('acc-2', containers[0]!.id)).to.equal(undefined);
    expect(await mongo.connection.collection('shipments').countDocuments({})).to.equal(2);
  });

  it('a crash between the boxes and the shipment is repaired by the next delivery, and nothing is told twice [house 1.1]', async () => {
    const one = taken(early());
    const { collection } = mongo.connection.models['shipment']!;
    await app.applySnapshot(one);
    const first = await only(app);
    const told = await said(mongo.connection);
    // As if the process had died before it wrote the shipment.
    await collection.deleteMany({});
    await replica().applySnapshot(one);
    const second = await only(app);
    expect(second.shipment.id).to.equal(first.shipment.id);
    expect(second.containers.map(milestones)).to.deep.equal(first.containers.map(milestones));
    const ids = (await said(mongo.connection)).map(({ id }) => id);
    expect(new Set(ids)).to.deep.equal(new Set(told.map(({ id }) => id)));
    expect(ids.length).to.equal(new Set(ids).size);
  });

  it('two consumers that race end with one shipment, one of each box and every milestone once [house 1.1]', async () => {
    const one = taken(early()), two = taken(snapshotOf({ [BOX]: direct(), [SECOND_BOX]: direct().slice(0, 2) }, directSailing(), VOYAGE));
    const other = replica();
    await Promise.all([app.applySnapshot(one), other.applySnapshot(two), other.applySnapshot(one), app.applySnapshot(two)]);
    const { containers } = await only(app);
    expect(containers.map(({ number }) => number)).to.deep.equal([BOX, SECOND_BOX]);
    const ids = (await said(mongo.connection)).map(({ id }) => id);
    expect(ids.length).to.equal(new Set(ids).size);
  });

  it('a flood of estimates is thinned in the box and kept in the archive [C.5]', async () => {
    const estimates = Array.from({ length: 60 }, (_, n) => equipment('DISC', 'LADEN', 'USLAX', `2026-03-${String(10 + (n % 20))}`, { ...SHIP, ...estimated(new Date(Date.UTC(2026, 1, 1) + n * 3_600_000).toISOString()) }));
    await app.applySnapshot(taken(snapshotOf({ [BOX]: [...direct().slice(0, 3), ...estimates] }, [], VOYAGE)));
    const { containers } = await only(app);
    expect(containers[0]!.own.length).to.be.lessThan(20);
    expect(await mongo.connection.collection('archived_events').countDocuments({})).to.equal(60 + 3 - containers[0]!.own.length);
    const explained = await app.explainShipment(ACCOUNT, containers[0]!.shipmentId);
    expect(explained.find(({ field }) => field === 'port_of_discharge_locode')?.value).to.equal('USLAX');
  });

  it('a rule that came due with the snapshot stops the tracking and says why [D-30]', async () => {
    await app.applySnapshot(taken(snapshotOf({ [BOX]: direct() }, directSailing(), VOYAGE)));
    const { shipment } = await only(app);
    expect(shipment).to.include({ lineTrackingStoppedReason: 'all_containers_terminated' });
    const facts = (await said(mongo.connection)).filter(({ subject }) => subject.startsWith('fact.shipment')).map(({ subject }) => subject);
    expect(facts).to.deep.equal(['fact.shipment.tracked', 'fact.shipment.tracking_stopped']);
  });
});
