import { until } from '@landfall/testkit/until';
import { newId } from '@landfall/kit/identity';
import { expect } from 'chai';
import { aRequest, facts, running, type Running } from './support/running.js';
import { set315, x12 } from './support/edi.js';
import { arrivalAtLosAngeles, loadAtYantian, move } from './support/raw-events.js';

describe('event-ingest', () => {
  let world: Running;

  before(async () => {
    world = await running();
    await world.start();
  });
  after(() => world.stop());

  const track = async (changes: Parameters<typeof aRequest>[0]) => {
    const request = aRequest(changes);
    await world.say(facts.trackingRequest.created, { trackingRequest: request });
    return request;
  };
  const snapshotFor = ({ id }: { id: string }, sequence = 1) => world.hears(facts.carrier.snapshotTaken, (taken) => taken.sequence >= sequence && taken.trackers.some(({ trackingRequestId }) => trackingRequestId === id));
  const failureFor = ({ id }: { id: string }, attempt = 0) => world.hears(facts.carrier.lookupFailed, (failed) => failed.trackingRequestId === id && failed.attempt === attempt);
  const askedFor = (number: string) => world.carrier.seen.filter(({ url }) => url.includes(number)).length;

  it('answers a look-up with everything the carrier knows [D-60] [D-32]', async () => {
    world.carrier.events.set('BL4410077', [loadAtYantian(), arrivalAtLosAngeles()]);
    const request = await track({ normalizedNumber: 'BL4410077' });
    const taken = await snapshotFor(request);
    expect(taken).to.include({ sequence: 1, channel: 'line', scac: 'TEST', normalizedNumber: 'BL4410077' });
    expect(taken.snapshot?.bookingNumber).to.equal('BK4410077');
    expect(taken.snapshot?.containers.map(({ number }) => number)).to.deep.equal(['TRKU1000010']);
    expect(taken.snapshot?.events.map(({ eventType, eventCode }) => `${eventType}/${eventCode}`)).to.deep.equal(['TRANSPORT/ARRI']);
    expect(taken.trackers).to.deep.equal([{ accountId: request.accountId, trackingRequestId: request.id }]);
    expect(taken.sourceNow).to.deep.equal(world.carrier.now);
  });

  it('says not found, and answers the next attempt too [D-24]', async () => {
    const request = await track({ normalizedNumber: 'LATECOMER' });
    expect(await failureFor(request)).to.include({ reason: 'not_found', known: false, scac: 'TEST' });
    await world.say(facts.trackingRequest.lookupDue, { trackingRequest: request, attempt: 1 });
    await failureFor(request, 1);
    world.carrier.events.set('LATECOMER', [loadAtYantian()]);
    await world.say(facts.trackingRequest.lookupDue, { trackingRequest: request, attempt: 2 });
    await snapshotFor(request);
  });

  it('hears what changes as the journey moves, and asks the terminal when the ship is near [D-62]', async () => {
    world.carrier.events.set('MOVING', [loadAtYantian({ equipmentReference: 'TRKU1000237' })]);
    const request = await track({ normalizedNumber: 'MOVING' });
    await snapshotFor(request);
    world.carrier.terminal.set('TRKU1000237', { container: 'TRKU1000237', terminal: { locode: 'USLAX', smdg: 'APMT' }, available: true, lastFreeDay: '2026-03-24', holds: [], fees: [] });
    const discharged = move('DISC', 'LADEN', new Date(world.carrier.now.getTime() - 3_600_000).toISOString(), { equipmentReference: 'TRKU1000237', transportCall: { modeOfTransport: 'VESSEL', UNLocationCode: 'USLAX', facilityCode: 'APMT', facilityCodeListProvider: 'SMDG' } });
    world.carrier.events.set('MOVING', [loadAtYantian({ equipmentReference: 'TRKU1000237' }), discharged]);
    const second = await snapshotFor(request, 2);
    expect(second.snapshot?.containers[0]?.events).to.have.length(2);
    const told = await world.hears(facts.terminal.reportTaken, ({ report }) => report?.containerNumber === 'TRKU1000237');
    expect(told.report).to.include({ available: true, lastFreeDay: '2026-03-24', terminalSmdgCode: 'APMT' });
    expect(told.trackers[0]?.trackingRequestId).to.equal(request.id);
  });

  it('asks no more when tracking stops, and again when it resumes [D-30]', async () => {
    world.carrier.events.set('STOPPING', [loadAtYantian()]);
    const request = await track({ normalizedNumber: 'STOPPING' });
    await snapshotFor(request);
    const shipmentAt = (revision: number) => ({ id: newId(), trackingRequestIds: [request.id], revision }) as never;
    await world.say(facts.shipment.trackingStopped, { accountId: request.accountId, shipment: shipmentAt(1), reason: 'cancelled_by_user' });
    const watch = () => world.store.connection.useDb('event-ingest').collection('watches').findOne({ normalizedNumber: 'STOPPING' });
    await until('the watch sleeps', async () => (await watch())?.['dueAt'] === null);
    const asked = askedFor('STOPPING');
    await world.say(facts.shipment.trackingResumed, { accountId: request.accountId, shipment: shipmentAt(2) });
    await until('the carrier is asked again', () => askedFor('STOPPING') > asked);
  });

  it('asks no more for a request that was cancelled while it waited', async () => {
    const request = aRequest({ normalizedNumber: 'CANCELLED1' });
    await world.say(facts.trackingRequest.ended, { trackingRequest: request, because: 'cancelled' });
    const ended = () => world.store.connection.useDb('event-ingest').collection('watches').findOne({ normalizedNumber: 'CANCELLED1' });
    await until('the end is noted', async () => (await ended()) !== null);
    await world.say(facts.trackingRequest.created, { trackingRequest: request });
    const other = await track({ normalizedNumber: 'AFTERWARDS' });
    await failureFor(other);
    expect(askedFor('CANCELLED1')).to.equal(0);
  });

  it('detects the carrier of a request that names none, then looks it up [D-25]', async () => {
    const request = aRequest({ normalizedNumber: 'MAEU123456789' });
    delete request.scac;
    await world.say(facts.trackingRequest.created, { trackingRequest: request });
    const detected = await world.hears(facts.carrier.scacDetected, ({ trackingRequestId }) => trackingRequestId === request.id);
    expect(detected.scac).to.equal('MAEU');
    await world.say(facts.trackingRequest.scacResolved, { trackingRequest: { ...request, scac: 'MAEU' } });
    expect(await failureFor(request)).to.include({ reason: 'shipping_line_unreachable', scac: 'MAEU' });
  });

  it('does not let a flaky carrier lose anything: a fault is told, the next answer counts [D-23]', async () => {
    world.carrier.events.set('FLAKY', [loadAtYantian()]);
    let faults = 0;
    world.carrier.interfere = (seen, res) => {
      if (!seen.url.includes('FLAKY') || (faults += 1) > 1) return false;
      res.writeHead(503).end();
      return true;
    };
    const request = await track({ normalizedNumber: 'FLAKY' });
    expect(await failureFor(request)).to.include({ reason: 'shipping_line_unreachable' });
    await world.say(facts.trackingRequest.lookupDue, { trackingRequest: request, attempt: 1 });
    await snapshotFor(request);
    world.carrier.interfere = () => false;
  });

  it('takes mail at its door and tells who waits for it', async () => {
    const calls = world.calls();
    const request = await track({ scac: 'CARX', normalizedNumber: 'BL4410077' });
    await failureFor(request);
    const receipt = await calls.receiveMessage({ accountId: '', format: 'x12', body: Buffer.from(x12([set315(), set315({ reference: '0008', count: 3 })])), headers: {}, channel: 'carx' });
    expect(receipt.verdicts.map(({ verdict }) => verdict)).to.deep.equal(['accepted', 'refused']);
    expect(receipt.acknowledgement).to.include('AK9*P*2*2*1~');
    expect((await snapshotFor(request)).channel).to.equal('edi');
  });

  it('serves detection, sources, refresh, unknown codes and positions to the edges [D-25] [D-35]', async () => {
    const calls = world.calls();
    world.carrier.events.set('SERVED', [loadAtYantian({ equipmentEventTypeCode: 'ZZZZ' }), loadAtYantian({ eventDateTime: 'soon' })]);
    const request = await track({ normalizedNumber: 'SERVED' });
    await snapshotFor(request);
    expect((await calls.inferNumber({ accountId: '', number: 'TRKU1000010' })).numberType).to.equal('container');
    const { sources } = await calls.listSources({ accountId: request.accountId, trackingRequestIds: [request.id] });
    expect(sources.map(({ kind }) => kind)).to.include('line');
    expect((await calls.refreshWatch({ accountId: request.accountId, scac: 'TEST', normalizedNumbers: ['SERVED'] })).started).to.include('Shipping line');
    expect((await calls.listUnknownCodes({ limit: 10 })).codes.map(({ code }) => code)).to.include('EQUIPMENT/ZZZZ');
    const { events: parked } = await calls.listParkedEvents({ limit: 10 });
    expect(parked.map(({ index, reason }) => [index, reason])).to.deep.include([1, 'eventDateTime soon is no date.']);
    expect(JSON.parse(parked[0]?.eventJson ?? '')).to.include({ eventDateTime: 'soon' });
    expect(await calls.listVesselPositions({ imo: '9074729', limit: 5, from: undefined, to: undefined })).to.deep.equal({ positions: [] });
    const nameless = await calls.listVesselPositions({ limit: 5, from: undefined, to: undefined }).then(() => 'served', (error: { code: string }) => error.code);
    expect(nameless).to.equal('missing_parameter');
    expect(await calls.putCredential({ accountId: '', provider: 'HLCU', values: { clientId: 'a', clientSecret: 'b' } })).to.deep.equal({ stored: true });
    expect(await calls.rederive({ normalizedNumber: 'SERVED', since: undefined, after: '', limit: 0 })).to.deep.equal({ watches: 1, changed: 0, nextAfter: '' });
  });

  it('says the same snapshot once, however many replicas share the work', async () => {
    await world.start();
    const numbers = Array.from({ length: 30 }, (_, index) => `SHARED${index}`);
    numbers.forEach((number) => world.carrier.events.set(number, [loadAtYantian({ eventID: number })]));
    const requests = await Promise.all(numbers.map((normalizedNumber) => track({ normalizedNumber })));
    await Promise.all(requests.map((request) => snapshotFor(request)));
    const asked = askedFor('SHARED0?') + askedFor('SHARED0&');
    await until('both replicas went on', () => askedFor('SHARED0?') + askedFor('SHARED0&') > asked + 2);
    const told = world.heard(facts.carrier.snapshotTaken).filter(({ normalizedNumber }) => normalizedNumber.startsWith('SHARED'));
    expect(told).to.have.length(30);
  });
});
