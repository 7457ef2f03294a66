import { facts, type Fact } from '@landfall/contracts/facts';
import { PollFailed, SnapshotTaken, TerminalReportTaken, VesselPositionTaken } from '@landfall/contracts/gen/event_ingest/v1/facts';
import { AnnotationServiceService } from '@landfall/contracts/gen/shipment/v1/annotation';
import { PlaceServiceService } from '@landfall/contracts/gen/shipment/v1/place';
import { ShipmentServiceService, type Shipment } from '@landfall/contracts/gen/shipment/v1/shipment';
import { TrackingRequestCreated } from '@landfall/contracts/gen/tracking_request/v1/facts';
import { bus, type Bus } from '@landfall/kit/bus';
import { grpcClient, type Caller } from '@landfall/kit/grpc-client';
import { newId } from '@landfall/kit/identity';
import type { Service } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { startOfDay } from '@landfall/shipping/local-date';
import { freePort } from '@landfall/testkit/free-port';
import { testBus, type TestBus } from '@landfall/testkit/test-bus';
import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { load } from '../src/config.js';
import { wire } from '../src/wire.js';
import { BOX, direct, directSailing, estimated, sea, transport } from './journeys.js';

const ACCOUNT = 'account-1';
const DAY = 86_400_000;

// The service lives by the real clock, so the journey of the other tests is moved until its 5th of March is today.
const SHIFT = Math.floor((Date.now() - Date.parse('2026-03-05T00:00:00Z')) / DAY) * DAY;
const on = (time: string): string => new Date(Date.parse(time) + SHIFT).toISOString();
const eta = (time: string, reported: string) => transport('ARRI', 'USLAX', on(time), { ...sea('EXAMPLE STAR', '612E'), transportCallKey: 'TC-USLAX', ...estimated(on(reported)) });
const ETA = eta('2026-03-20T12:00:00Z', '2026-03-01T00:00:00Z');
const TODAY = on('2026-03-05T00:00:00Z'), TONIGHT = on('2026-03-05T06:00:00Z'), LAST_FREE_DAY = on('2026-03-25T00:00:00Z').slice(0, 10);

describe('shipment, whole: real gRPC, real store, real bus', () => {
  let store: TestMongo;
  let nats: TestBus;
  let running: Service;
  let outside: Bus;
  let cargo: Caller<typeof ShipmentServiceService>;
  let places: Caller<typeof PlaceServiceService>;
  let annotations: Caller<typeof AnnotationServiceService>;
  const heard: { subject: string; body: Record<string, unknown> }[] = [];

  const say = <Message>(fact: Fact<Message>, message: Message) => outside.publish(fact.subject, fact.codec.toJSON(message), newId());
  const told = (subject: string) => heard.filter((one) => one.subject === subject);

  before(async () => {
    [store, nats] = [await testMongo(), await testBus()];
    const port = await freePort();
    running = wire(load({ MONGODB_URI: store.uri, NATS_URL: nats.url, GRPC_PORT: String(port), HEALTH_PORT: '0', LOG_LEVEL: 'silent', STOP_POLL_MS: '50' }));
    await running.start();
    const address = `127.0.0.1:${port}`;
    [cargo, places, annotations] = [grpcClient(ShipmentServiceService, address), grpcClient(PlaceServiceService, address), grpcClient(AnnotationServiceService, address)];
    outside = bus({ url: nats.url, name: 'test', log: logger('test', 'silent') });
    await outside.start();
    for (const subject of ['fact.>', 'notice.>']) {
      outside.connection.subscribe(subject, { callback: (_, message) => message.data.length > 0 && heard.push({ subject: message.subject, body: message.json() }) });
    }
    await outside.connection.flush();
  });
  after(async () => {
    for (const caller of [cargo, places, annotations]) caller.close();
    await running.stop();
    await outside.stop();
    await Promise.all([store.stop(), nats.stop()]);
  });

  const tracker = { accountId: ACCOUNT, trackingRequestId: 'request-1' };
  const snapshot = (sequence: number, own: unknown[], shared: unknown[]) =>
    SnapshotTaken.fromJSON({
      watchId: 'watch-1', scac: 'MAEU', requestType: 'bill_of_lading', normalizedNumber: 'BL4410077', digest: `d${sequence}`, sequence, channel: 'line', trackers: [tracker],
      takenAt: TODAY, nextDueAt: TONIGHT,
      snapshot: { scac: 'MAEU', billOfLadingNumber: 'BL4410077', portOfLadingLocode: 'CNYTN', portOfDischargeLocode: 'USLAX', bookingCancelled: false, containers: [{ number: BOX, isoCode: '45G1', sealNumber: 'SL1', weightLbs: 22000, events: own }], events: shared },
    });
  const moved = (events: ReturnType<typeof direct>) => events.map((event) => ({ ...event, occursAt: new Date((event.occursAt?.getTime() ?? 0) + SHIFT), reportedAt: new Date((event.reportedAt?.getTime() ?? 0) + SHIFT) }));
  const own = moved(direct()), sailing = moved(directSailing());

  const theShipment = (): Promise<Shipment> =>
    until('the shipment is there', async () => (await cargo.listShipments({ accountId: ACCOUNT, page: undefined, filters: [], sort: [], q: '' })).items[0]);

  it('a snapshot that overtakes its request waits for it, then makes the shipment and tells everybody [C.4] [D-33]', async () => {
    await say(facts.carrier.snapshotTaken, snapshot(1, own.slice(0, 3), [...sailing.slice(0, 1), ETA]));
    await say(facts.trackingRequest.created, TrackingRequestCreated.fromJSON({
      trackingRequest: { accountId: ACCOUNT, id: 'request-1', requestType: 'bill_of_lading', requestNumber: 'BL4410077', normalizedNumber: 'BL4410077', scac: 'MAEU', refNumbers: ['PO-1'], tags: ['urgent'], createdAt: TODAY, updatedAt: TODAY, status: 'pending', isRetrying: false, revision: 1 },
    }));
    const fact = await until('it is tracked', () => told('fact.shipment.tracked')[0]);
    expect(fact.body).to.have.nested.property('shipment.billOfLadingNumber', 'BL4410077');
    expect(fact.body).to.have.nested.property('containers[0].currentStatus', 'on_ship');
    await until('the milestones are told', () => told('notice.container.transport.vessel_departed').length === 1);
    expect(told('notice.container.created')).to.have.length(1);
  });

  it('answers for the shipment, its container, their events and their evidence [C.3] [D-36]', async () => {
    const shipment = await theShipment();
    expect(shipment).to.include({ shippingLineScac: 'MAEU', portOfLadingLocode: 'CNYTN', portOfDischargeLocode: 'USLAX', podVesselImo: '9074729' });
    const [containerId = ''] = shipment.containerIds;
    const box = await cargo.getContainer({ accountId: ACCOUNT, id: containerId });
    expect(box).to.include({ number: BOX, sealNumber: 'SL1', weightLbs: 22000, equipmentType: 'dry', currentStatus: 'on_ship', shipmentId: shipment.id });
    expect(box.shipmentLastTrackingRequestAt).to.deep.equal(new Date(TODAY));

    const events = await cargo.listTransportEvents({ accountId: ACCOUNT, containerId, page: undefined, sort: [{ field: 'timestamp', descending: false }] });
    expect(events.items.map(({ event }) => event.split('.').at(-1))).to.deep.equal(['empty_out', 'full_in', 'vessel_loaded', 'vessel_departed']);
    expect(events.items.map(({ id }) => id)).to.have.members(box.transportEventIds);
    const one = await cargo.batchGetTransportEvents({ accountId: ACCOUNT, ids: [events.items[2]?.id ?? ''] });
    expect(one.items[0]).to.include({ containerId, locationLocode: 'CNYTN', locationType: 'port', timezone: 'Asia/Shanghai', dataSource: 'shipping_line' });

    const raw = await cargo.listRawEvents({ accountId: ACCOUNT, containerId });
    expect(raw.items.map(({ event, index, estimated: still }) => [event, index, still])).to.deep.equal([['empty_out', 0, false], ['full_in', 1, false], ['vessel_loaded', 2, false], ['vessel_departed', 3, false], ['vessel_arrived', 4, true]]);
    const source = await cargo.batchGetRawEvents({ accountId: ACCOUNT, ids: [events.items[2]?.sourceEventId ?? ''] });
    expect(source.items[0]).to.include({ event: 'vessel_loaded', originalEvent: 'EQUIPMENT/LOAD/LADEN' });

    const explained = await cargo.explainShipment({ accountId: ACCOUNT, id: shipment.id });
    const expected = explained.fields.find(({ field }) => field === 'pod_eta_at');
    expect(expected?.valueJson).to.equal(JSON.stringify(ETA.occursAt));
    expect(expected?.source).to.include({ dataSource: 'shipping_line' });
    const status = (await cargo.explainContainer({ accountId: ACCOUNT, id: containerId })).fields.find(({ field }) => field === 'current_status');
    expect(status?.valueJson).to.equal('"on_ship"');
    const route = await cargo.getContainerRoute({ accountId: ACCOUNT, id: containerId });
    expect(route.locations.map(({ label, locode }) => [label, locode])).to.deep.equal([['POL', 'CNYTN'], ['POD', 'USLAX']]);
  });

  it('says what an estimate displaced when it moves [D-33] [D-36]', async () => {
    const later = eta('2026-03-22T12:00:00Z', '2026-03-04T00:00:00Z');
    await say(facts.carrier.snapshotTaken, snapshot(2, own.slice(0, 3), [...sailing.slice(0, 1), ETA, later]));
    const notice = await until('the estimate is told', () => told('notice.shipment.estimated.arrival')[0]);
    expect(notice.body).to.have.nested.property('estimatedEvent.estimatedTimestamp', on('2026-03-22T12:00:00Z'));
    const shipment = await theShipment();
    expect(shipment.podOriginalEtaAt).to.deep.equal(ETA.occursAt);
    const explained = await cargo.explainShipment({ accountId: ACCOUNT, id: shipment.id });
    expect(explained.fields.find(({ field }) => field === 'pod_eta_at')?.displaced.map(({ valueJson }) => valueJson)).to.deep.equal([JSON.stringify(ETA.occursAt)]);
  });

  it('hears terminals, failed polls and ships [C.1] [D-35]', async () => {
    const shipment = await theShipment();
    const [containerId = ''] = shipment.containerIds;
    await say(facts.terminal.reportTaken, TerminalReportTaken.fromJSON({ watchId: 'watch-1', scac: 'MAEU', normalizedNumber: 'BL4410077', digest: 't1', takenAt: TODAY, trackers: [tracker], report: { containerNumber: BOX, terminalLocode: 'USLAX', checkedAt: TODAY, available: true, lastFreeDay: LAST_FREE_DAY, lastFreeDayOf: 'terminal', holds: [], fees: [], events: [], source: 'sandbox' } }));
    await until('availability is told', () => told('notice.container.transport.available').length === 1);
    const box = await cargo.getContainer({ accountId: ACCOUNT, id: containerId });
    expect(box).to.include({ availableForPickup: true, availabilityKnown: true, currentLfdSource: 'terminal' });
    expect(box.pickupLfd).to.deep.equal(startOfDay(LAST_FREE_DAY, 'America/Los_Angeles'));

    await say(facts.carrier.pollFailed, PollFailed.fromJSON({ watchId: 'watch-1', scac: 'MAEU', normalizedNumber: 'BL4410077', reason: 'shipping_line_unreachable', detail: '', failedAt: TONIGHT, trackers: [tracker], source: 'line' }));
    await until('the attempt is noted', async () => (await theShipment()).lineTrackingLastAttemptedAt?.getTime() === Date.parse(TONIGHT));

    await say(facts.vessel.positionTaken, VesselPositionTaken.fromJSON({ imo: '9074729', mmsi: '563012345', name: 'EXAMPLE STAR', position: { latitude: 33.6, longitude: -118.4, speedKnots: 14.2, at: TODAY } }));
    const ship = await until('the ship was seen', async () => (await places.batchGetVessels({ keys: ['9074729'] })).items.find(({ latitude }) => latitude !== undefined));
    expect(ship).to.include({ mmsi: '563012345', latitude: 33.6, nauticalSpeedKnots: 14.2 });
    expect((await places.batchGetVessels({ keys: ['563012345', ship.id] })).items.map(({ id }) => id)).to.deep.equal([ship.id]);
  });

  it('edits labels, guards them by revision, and finds by them [D-13] [D-12]', async () => {
    const shipment = await theShipment();
    const edited = await cargo.updateShipment({ accountId: ACCOUNT, id: shipment.id, refNumbers: { values: ['A', ' A ', 'B'] }, tags: undefined, expectedRevision: undefined });
    expect(edited.refNumbers).to.deep.equal(['A', 'B']);
    expect(edited.tags).to.deep.equal(['urgent']);
    const late: unknown = await cargo.updateShipment({ accountId: ACCOUNT, id: shipment.id, refNumbers: undefined, tags: { values: [] }, expectedRevision: shipment.revision }).catch((error: unknown) => error);
    expect(late).to.include({ code: 'precondition_failed' });
    const box = await cargo.updateContainer({ accountId: ACCOUNT, id: shipment.containerIds[0] ?? '', refNumbers: { values: ['BOX-REF'] }, tags: undefined, expectedRevision: undefined });
    expect(box.refNumbers).to.deep.equal(['BOX-REF']);
    expect((await cargo.search({ accountId: ACCOUNT, query: 'BOX-REF', limit: 25 })).hits.map(({ entityType }) => entityType)).to.deep.equal(['cargo']);
    const many: unknown = await cargo.updateShipment({ accountId: ACCOUNT, id: shipment.id, refNumbers: { values: Array.from({ length: 51 }, (_, n) => `R${n}`) }, tags: undefined, expectedRevision: undefined }).catch((error: unknown) => error);
    expect(many).to.include({ code: 'invalid' });
  });

  it('stops and resumes, each safe to repeat, and says so once [D-30]', async () => {
    const { id } = await theShipment();
    const stopped = await cargo.stopTracking({ accountId: ACCOUNT, id, userId: 'user-1' });
    expect(stopped).to.include({ lineTrackingStoppedReason: 'cancelled_by_user', lineTrackingStoppedByUserId: 'user-1' });
    expect((await cargo.stopTracking({ accountId: ACCOUNT, id, userId: undefined })).revision).to.equal(stopped.revision);
    const list = await cargo.listContainers({ accountId: ACCOUNT, page: undefined, filters: [{ field: 'actively_tracked', op: 'eq', values: ['false'] }], sort: [], q: '' });
    expect(list.items).to.have.length(1);
    const resumed = await cargo.resumeTracking({ accountId: ACCOUNT, id });
    expect(resumed.lineTrackingStoppedAt).to.equal(undefined);
    await until('both are told', () => told('fact.shipment.tracking_stopped').length === 1 && told('fact.shipment.tracking_resumed').length === 1);
  });

  it('another account’s records are missing, like missing ones [D-08]', async () => {
    const { id, containerIds: [containerId = ''] } = await theShipment();
    for (const call of [cargo.getShipment({ accountId: 'other', id }), cargo.getContainer({ accountId: 'other', id: containerId }), cargo.stopTracking({ accountId: 'other', id, userId: undefined }), cargo.explainShipment({ accountId: 'other', id }), cargo.getContainerRoute({ accountId: 'other', id: containerId })]) {
      expect(await call.catch((error: unknown) => error)).to.include({ code: 'not_found' });
    }
    expect((await cargo.batchGetShipments({ accountId: 'other', ids: [id] })).items).to.deep.equal([]);
  });

  it('serves places by id and code, lists and searches them [C.5]', async () => {
    const { items: [port] } = await places.batchGetPorts({ keys: ['USLAX'] });
    expect(port).to.include({ name: 'Los Angeles', code: 'USLAX', timeZone: 'America/Los_Angeles' });
    expect(port?.terminalIds.length).to.be.greaterThan(0);
    expect((await places.batchGetPorts({ keys: [port?.id ?? '', 'XXXXX'] })).items).to.have.length(1);
    const terminals = await places.batchGetTerminals({ keys: port?.terminalIds ?? [] });
    expect(terminals.items.every(({ portId }) => portId === port?.id)).to.equal(true);
    expect((await places.batchGetMetroAreas({ keys: ['USCHI'] })).items[0]).to.include({ name: 'Chicago' });
    expect((await places.batchGetShippingLines({ keys: ['MAEU'] })).items[0]).to.include({ scac: 'MAEU', billOfLadingTrackingSupport: true });
    const page = await places.listPorts({ page: { number: 1, size: 2, after: '' }, search: 'rotterdam', sort: [] });
    expect(page.items[0]).to.include({ code: 'NLRTM' });
    const [one, two] = [await places.listTerminals({ page: { number: 1, size: 5, after: '' }, search: '', sort: [{ field: 'name', descending: false }] }), await places.listTerminals({ page: { number: 2, size: 5, after: '' }, search: '', sort: [{ field: 'name', descending: false }] })];
    const cursor = await places.listTerminals({ page: { number: 1, size: 5, after: one.page?.nextAfter ?? '' }, search: '', sort: [{ field: 'name', descending: false }] });
    expect(cursor.items).to.deep.equal(two.items);
    expect((await places.listRailTerminals({ page: undefined, search: 'chicago', sort: [] })).items[0]).to.include({ city: 'Chicago' });
    expect((await places.listVessels({ page: undefined, search: 'maersk', sort: [] })).items.length).to.be.greaterThan(5);
  });

  it('keeps parties and their roles, each once [2.2]', async () => {
    const party = await annotations.createParty({ accountId: ACCOUNT, id: '', companyName: ' ACME  Ltd ', expectedRevision: undefined });
    expect(party.companyName).to.equal('ACME  Ltd');
    const fault = async (call: Promise<unknown>) => (await call.catch((error: unknown) => error)) as { code: string; more: { pointer?: string } };
    const again = await fault(annotations.createParty({ accountId: ACCOUNT, id: '', companyName: 'acme ltd', expectedRevision: undefined }));
    expect([again.code, again.more.pointer]).to.deep.equal(['duplicate', '/data/attributes/customer']);
    expect((await fault(annotations.createParty({ accountId: ACCOUNT, id: '', companyName: '  ', expectedRevision: undefined }))).code).to.equal('blank');
    expect((await annotations.listParties({ accountId: ACCOUNT, page: undefined, q: 'acm', sort: [] })).items).to.have.length(1);

    const entity = { accountId: ACCOUNT, entityType: 'Shipment', entityId: (await theShipment()).id };
    const role = await annotations.addPartyRole({ ...entity, partyId: party.id, role: 'consignee' });
    expect((await fault(annotations.addPartyRole({ ...entity, partyId: party.id, role: 'consignee' }))).code).to.equal('duplicate');
    expect((await fault(annotations.addPartyRole({ ...entity, partyId: newId(), role: 'shipper' }))).code).to.equal('unknown_reference');
    expect((await annotations.listPartyRoles(entity)).items.map(({ role: name }) => name)).to.deep.equal(['consignee']);
    await annotations.removePartyRole({ ...entity, id: role.id });
    expect((await annotations.listPartyRoles(entity)).items).to.deep.equal([]);
    await annotations.addPartyRole({ ...entity, partyId: party.id, role: 'consignee' });
    await until('each change is told', () => told('fact.annotation.changed').length >= 3);
  });

  it('keeps custom fields with their options, values and defaults [2.7]', async () => {
    const draft = { accountId: ACCOUNT, id: '', entityType: 'Container', apiSlug: 'priority', displayName: 'Priority', dataType: 'enum', options: [], revision: 0 } as const;
    const definition = await annotations.createCustomFieldDefinition({ ...draft, options: [] });
    const fault = async (call: Promise<unknown>) => ((await call.catch((error: unknown) => error)) as { code: string }).code;
    expect(await fault(annotations.createCustomFieldDefinition({ ...draft, options: [] }))).to.equal('duplicate');
    const high = await annotations.createCustomFieldOption({ accountId: ACCOUNT, definitionId: definition.id, id: '', label: 'Very high', value: undefined, position: undefined });
    expect(high).to.include({ value: 'very_high', position: 0 });

    const entity = { accountId: ACCOUNT, entityType: 'Container', entityId: (await theShipment()).containerIds[0] ?? '' };
    const put = { ...entity, apiSlug: 'priority', definitionId: '', mustExist: false };
    expect(await fault(annotations.putCustomField({ ...put, valueJson: '"low"' }))).to.equal('invalid');
    expect(await fault(annotations.putCustomField({ ...put, valueJson: '"very_high"', mustExist: true }))).to.equal('not_found');
    const value = await annotations.putCustomField({ ...put, valueJson: '"very_high"' });
    expect(value).to.include({ displayValue: 'Very high', apiSlug: 'priority' });
    const list = await annotations.listCustomFields({ accountId: ACCOUNT, page: undefined, filters: [{ field: 'entity_id', op: 'eq', values: [entity.entityId] }], sort: [] });
    expect(list.items.map(({ id }) => id)).to.deep.equal([value.id]);
    await annotations.deleteCustomField({ accountId: ACCOUNT, id: '', entityType: 'Container', entityId: entity.entityId, apiSlug: 'priority' });
    expect(await fault(annotations.getCustomField({ accountId: ACCOUNT, id: value.id }))).to.equal('not_found');
    await annotations.putCustomField({ ...put, valueJson: '"very_high"' });
    await annotations.deleteCustomFieldDefinition({ accountId: ACCOUNT, id: definition.id });
    expect(await fault(annotations.getCustomField({ accountId: ACCOUNT, id: value.id }))).to.equal('not_found');
    expect((await annotations.listCustomFieldDefinitions({ accountId: ACCOUNT, page: undefined, filters: [{ field: 'entity_type', op: 'eq', values: ['Container'] }], sort: [] })).items).to.deep.equal([]);
  });

  it('a rule that comes due between snapshots is found by the clockwork [D-30]', async () => {
    const { id } = await theShipment();
    await store.connection.getClient().db('shipment').collection('shipments').updateOne({ _id: id as never }, { $set: { bookingCancelled: true, stopDueAt: new Date(0) }, $unset: { resumedAt: 1 } });
    await until('it stopped', async () => (await theShipment()).lineTrackingStoppedReason === 'booking_cancelled');
  });
});
