import { expect } from 'chai';
import { journeyOfContainer } from '../../src/domain/journey-of-container.js';
import { plannedSpots } from '../../src/domain/plan.js';
import { routeOf } from '../../src/domain/route.js';
import { atlas, BOX, contextAt, direct, directSailing, equipment, estimated, milestones, play, rail, sea, SECOND_BOX, snapshotOf, transport } from '../journeys.js';

const iso = (date: Date | undefined) => date?.toISOString();
const first = ({ containers }: ReturnType<typeof play>) => containers[0]!;
const ONE = sea('FIRST SHIP', '1W'), TWO = sea('SECOND SHIP', '2W', { vesselImo: '9321483' });
const BARGE = { mode: 'BARGE', vesselName: 'LIGHTER' };

const transshipped = () => [
  equipment('GTOT', 'EMPTY', 'CNYTN', '2026-02-20'),
  equipment('GTIN', 'LADEN', 'CNYTN', '2026-02-26'),
  equipment('LOAD', 'LADEN', 'CNYTN', '2026-03-01', { ...ONE, transportCallKey: 'A' }),
  equipment('DISC', 'LADEN', 'SGSIN', '2026-03-06', { ...ONE, transportCallKey: 'B' }),
  equipment('LOAD', 'LADEN', 'SGSIN', '2026-03-10', { ...TWO, transportCallKey: 'C' }),
  equipment('DISC', 'LADEN', 'NLRTM', '2026-04-02', { ...TWO, transportCallKey: 'D' }),
];
const transshippedSailing = () => [
  transport('DEPA', 'CNYTN', '2026-03-02', { ...ONE, transportCallKey: 'A' }),
  transport('ARRI', 'SGSIN', '2026-03-05', { ...ONE, transportCallKey: 'B' }),
  transport('DEPA', 'SGSIN', '2026-03-07', { ...ONE, transportCallKey: 'B' }),
  transport('ARRI', 'SGSIN', '2026-03-09', { ...TWO, transportCallKey: 'C' }),
  transport('DEPA', 'SGSIN', '2026-03-11', { ...TWO, transportCallKey: 'C' }),
  transport('ARRI', 'NLRTM', '2026-04-01', { ...TWO, transportCallKey: 'D' }),
];
const TRANSSHIPPED = ['transshipment_arrived', 'transshipment_discharged', 'transshipment_loaded', 'transshipment_departed'];

describe('a journey', () => {
  it('direct: every milestone once, in order, with its fields [D-32] [D-33] [D-34]', () => {
    const state = play([snapshotOf({ [BOX]: direct() }, directSailing(), { pol: 'CNYTN', pod: 'USLAX' })]);
    const expected = ['empty_out', 'full_in', 'vessel_loaded', 'vessel_departed', 'vessel_arrived', 'vessel_discharged', 'full_out', 'empty_in'];
    expect(milestones(first(state))).to.deep.equal(expected);
    expect(state.told).to.deep.equal(['container_created', ...expected]);
    expect(first(state)).to.include({ equipmentType: 'dry', equipmentLength: 40, equipmentHeight: 'high_cube', currentStatus: 'empty_returned' });
    expect(first(state).gaps).to.deep.equal([]);
    expect(state.shipment).to.include({ podVesselName: 'EXAMPLE STAR', podVesselImo: '9074729', podVoyageNumber: '612E', portOfLadingLocode: 'CNYTN', podTimezone: 'America/Los_Angeles' });
    expect(iso(state.shipment.polAtdAt)).to.equal('2026-03-03T12:00:00.000Z');
  });

  it('a repeated snapshot tells nothing [D-33]', () => {
    const snapshot = snapshotOf({ [BOX]: direct() }, directSailing());
    const once = play([snapshot]), twice = play([snapshot, snapshot]);
    expect(twice.told).to.deep.equal(once.told);
    expect(twice.applied.changed).to.equal(false);
    expect(twice.shipment.revision).to.equal(once.shipment.revision);
  });

  it('transshipment: legs decide what a step is called, with a booking and without [D-32]', () => {
    for (const voyage of [{ pol: 'CNYTN', pod: 'NLRTM' }, {}]) {
      const state = play([snapshotOf({ [BOX]: transshipped() }, transshippedSailing(), voyage)]);
      expect(milestones(first(state))).to.deep.equal(['empty_out', 'full_in', 'vessel_loaded', 'vessel_departed', ...TRANSSHIPPED, 'vessel_arrived', 'vessel_discharged']);
      expect(state.shipment).to.include({ portOfDischargeLocode: 'NLRTM', podVesselName: 'SECOND SHIP' });
      expect(first(state).currentStatus).to.equal('grounded');
    }
  });

  it('a hub is never frozen as the port of discharge: what was said of it is corrected [D-32]', () => {
    const state = play([snapshotOf({ [BOX]: transshipped().slice(0, 4) }, transshippedSailing().slice(0, 2)), snapshotOf({ [BOX]: transshipped() }, transshippedSailing())]);
    expect(state.shipment.portOfDischargeLocode).to.equal('NLRTM');
    expect(milestones(first(state)).filter((name) => name === 'vessel_arrived')).to.have.length(1);
    const wrong = first(state).transportEvents.filter(({ invalidatedAt }) => invalidatedAt).map(({ event, locationLocode }) => [event, locationLocode]);
    expect(wrong).to.have.deep.members([['container.transport.vessel_arrived', 'SGSIN'], ['container.transport.vessel_discharged', 'SGSIN']]);
    expect(state.told).to.include('container_updated');
  });

  it('feeder: a barge, and ships before the port of lading or behind the port of discharge [D-32]', () => {
    const events = [
      equipment('LOAD', 'LADEN', 'BEANR', '2026-02-20', { ...BARGE }),
      equipment('DISC', 'LADEN', 'NLRTM', '2026-02-21', { ...BARGE }),
      equipment('LOAD', 'LADEN', 'NLRTM', '2026-02-24', ONE),
      equipment('DISC', 'LADEN', 'SGSIN', '2026-03-20', ONE),
      equipment('LOAD', 'LADEN', 'SGSIN', '2026-03-22', TWO),
      equipment('DISC', 'LADEN', 'KRPUS', '2026-03-28', TWO),
    ];
    const state = play([snapshotOf({ [BOX]: events }, [], { pol: 'NLRTM', pod: 'SGSIN' })]);
    expect(milestones(first(state))).to.deep.equal(['feeder_loaded', 'feeder_discharged', 'vessel_loaded', 'vessel_discharged', 'feeder_loaded', 'feeder_discharged']);
    const route = routeOf(journeyOfContainer(first(state), { atlas, asOf: contextAt().asOf, planned: plannedSpots(atlas, state.shipment.plan) }), atlas);
    expect(route.map(({ locode, label }) => [locode, label])).to.deep.equal([['BEANR', 'FD1'], ['NLRTM', 'POL'], ['SGSIN', 'POD'], ['KRPUS', 'FD4']]);
  });

  it('explicit phases outrank the booking [D-32]', () => {
    const events = [
      equipment('LOAD', 'LADEN', 'CNSHA', '2026-03-01', { ...ONE, phase: 'ABP_EXP' }),
      equipment('DISC', 'LADEN', 'KRPUS', '2026-03-03', { ...ONE, phase: 'POL' }),
      equipment('LOAD', 'LADEN', 'KRPUS', '2026-03-05', { ...TWO, phase: 'POL' }),
      equipment('DISC', 'LADEN', 'USLAX', '2026-03-20', { ...TWO, phase: 'POD' }),
    ];
    const state = play([snapshotOf({ [BOX]: events }, [], { pol: 'CNSHA', pod: 'USOAK' })]);
    expect(milestones(first(state))).to.deep.equal(['feeder_loaded', 'feeder_discharged', 'vessel_loaded', 'vessel_discharged']);
    expect(state.shipment.portOfDischargeLocode).to.equal('USLAX');
  });

  it('rail: from the quay to the ramp, with statuses, fields and the facility for pick-up [D-31] [D-32]', () => {
    const land = [
      equipment('LOAD', 'LADEN', 'USLAX', '2026-03-21', rail),
      equipment('DEPA', 'LADEN', 'USLAX', '2026-03-22', rail),
      equipment('ARRI', 'LADEN', 'USCHI', '2026-03-26', rail),
      equipment('DISC', 'LADEN', 'USCHI', '2026-03-27', rail),
      equipment('GTOT', 'LADEN', 'USCHI', '2026-03-29', { mode: 'TRUCK', facilityType: 'RAMP' }),
      equipment('GTIN', 'EMPTY', 'USCHI', '2026-04-02', { mode: 'TRUCK' }),
    ];
    const voyage = { pol: 'CNYTN', pod: 'USLAX', destination: 'USCHI' };
    const statuses = [0, 1, 2, 3, 4, 5, 6].map((steps) => first(play([snapshotOf({ [BOX]: [...direct().slice(0, 4), ...land.slice(0, steps)] }, directSailing(), voyage)])).currentStatus);
    expect(statuses).to.deep.equal(['awaiting_inland_transfer', 'on_rail', 'on_rail', 'on_rail', 'grounded', 'picked_up', 'empty_returned']);
    const state = play([snapshotOf({ [BOX]: [...direct().slice(0, 4), ...land] }, directSailing(), voyage)]);
    expect(milestones(first(state)).slice(6)).to.deep.equal(['rail_loaded', 'rail_departed', 'rail_arrived', 'arrived_at_inland_destination', 'rail_unloaded', 'full_out', 'empty_in']);
    const box = first(state);
    expect([box.podRailLoadedAt, box.podRailDepartedAt, box.indAtaAt, box.indRailUnloadedAt, box.finalDestinationFullOutAt].map((date) => iso(date)?.slice(0, 10))).to.deep.equal(['2026-03-21', '2026-03-22', '2026-03-26', '2026-03-27', '2026-03-29']);
    expect(box.podFullOutAt).to.equal(undefined);
    expect(box).to.include({ pickupFacilityType: 'rail_terminal', finalDestinationTimezone: 'America/Chicago' });
    expect(state.shipment).to.include({ destinationLocode: 'USCHI', destinationType: 'metro_area', destinationTerminalType: 'rail_terminal' });
  });

  it('rail without a booked destination ends where the last train stops [D-32]', () => {
    const land = [equipment('LOAD', 'LADEN', 'USLAX', '2026-03-21', rail), equipment('DISC', 'LADEN', 'USCHI', '2026-03-27', rail)];
    const state = play([snapshotOf({ [BOX]: [...direct().slice(0, 4), ...land] }, directSailing())]);
    expect(state.shipment.destinationLocode).to.equal('USCHI');
  });

  it('rolled: the ship that left without the box says nothing about it, and the new estimate is told [D-33]', () => {
    const planned = equipment('LOAD', 'LADEN', 'CNYTN', '2026-03-02', { ...ONE, transportCallKey: 'A', ...estimated('2026-02-20') });
    const rolled = equipment('LOAD', 'LADEN', 'CNYTN', '2026-03-09', { ...TWO, transportCallKey: 'B', ...estimated('2026-03-01') });
    const sailing = [transport('DEPA', 'CNYTN', '2026-03-03', { ...ONE, transportCallKey: 'A' }), transport('ARRI', 'USLAX', '2026-03-18', { ...ONE, transportCallKey: 'X', ...estimated('2026-02-20') })];
    const later = transport('ARRI', 'USLAX', '2026-03-25', { ...TWO, transportCallKey: 'Y', ...estimated('2026-03-01') });
    const voyage = { pol: 'CNYTN', pod: 'USLAX' };
    const state = play([snapshotOf({ [BOX]: [...direct().slice(0, 2), planned] }, sailing.slice(1), voyage), snapshotOf({ [BOX]: [...direct().slice(0, 2), planned, rolled] }, [...sailing, later], voyage)]);
    expect(milestones(first(state))).to.deep.equal(['empty_out', 'full_in']);
    expect(iso(state.shipment.podEtaAt)).to.equal('2026-03-25T12:00:00.000Z');
    expect(iso(state.shipment.podOriginalEtaAt)).to.equal('2026-03-18T12:00:00.000Z');
    expect(state.shipment).to.include({ podVesselName: 'SECOND SHIP', podVoyageNumber: '2W' });
    expect(state.told.at(-1)).to.equal('estimated_arrival');
  });

  it('an estimate that moves by less than a minute is no news [D-33]', () => {
    const eta = (time: string, reported: string) => transport('ARRI', 'USLAX', time, { ...ONE, ...estimated(reported) });
    const boxes = { [BOX]: direct().slice(0, 3) };
    const voyage = { pol: 'CNYTN', pod: 'USLAX' };
    const a = eta('2026-03-18T12:00:00Z', '2026-03-01'), b = eta('2026-03-18T12:00:40Z', '2026-03-02'), c = eta('2026-03-18T12:02:00Z', '2026-03-03');
    expect(play([snapshotOf(boxes, [a], voyage), snapshotOf(boxes, [a, b], voyage)]).told).to.not.include('estimated_arrival');
    const moved = play([snapshotOf(boxes, [a], voyage), snapshotOf(boxes, [a, b, c], voyage)]);
    expect(moved.told.filter((name) => name === 'estimated_arrival')).to.have.length(1);
    expect(moved.shipment.etaChangedAt).to.be.instanceOf(Date);
  });

  it('another port of discharge: the booking moves, and with it what counts as arrival [D-32]', () => {
    const arriving = [...directSailing().slice(0, 1), transport('ARRI', 'USOAK', '2026-03-20', { ...sea('EXAMPLE STAR', '612E'), ...estimated('2026-03-10') })];
    const boxes = { [BOX]: direct().slice(0, 3) };
    const moved = { saidAt: new Date('2026-03-10T00:00:00Z'), portOfLading: 'CNYTN', portOfDischarge: 'USOAK' };
    const state = play([snapshotOf(boxes, directSailing().slice(0, 2), { pol: 'CNYTN', pod: 'USLAX' }), snapshotOf(boxes, arriving, {}, { plan: moved })]);
    expect(state.shipment).to.include({ portOfDischargeLocode: 'USOAK', portOfDischargeName: 'Oakland' });
    expect(iso(state.shipment.podEtaAt)).to.equal('2026-03-20T12:00:00.000Z');
    expect(first(state).podTimezone).to.equal('America/Los_Angeles');
  });

  it('an unknown LOCODE stays a text without a port [C.3]', () => {
    const state = play([snapshotOf({ [BOX]: [equipment('LOAD', 'LADEN', 'XXABC', '2026-03-02', ONE), equipment('DISC', 'LADEN', 'XXDEF', '2026-03-20', ONE)] }, [])]);
    expect(state.shipment).to.include({ portOfLadingLocode: 'XXABC', portOfDischargeLocode: 'XXDEF' });
    expect(state.shipment).to.not.have.any.keys('portOfLadingId', 'portOfDischargeId', 'podTimezone');
    expect(first(state).transportEvents[0]).to.include({ locationLocode: 'XXABC' }).and.to.not.have.any.keys('locationId', 'timezone');
  });

  it('several boxes of one shipment each have their own journey [D-33]', () => {
    const state = play([snapshotOf({ [BOX]: direct(), [SECOND_BOX]: direct().slice(0, 3) }, directSailing(), { pol: 'CNYTN', pod: 'USLAX' })]);
    expect(state.containers.map(({ currentStatus }) => currentStatus)).to.deep.equal(['empty_returned', 'on_ship']);
    expect(state.shipment.containerIds).to.have.length(2);
  });

  it('a booking without boxes still has its voyage [C.3]', () => {
    const state = play([snapshotOf({}, directSailing().slice(0, 2))]);
    expect(state.containers).to.deep.equal([]);
    expect(iso(state.shipment.podEtaAt)).to.equal('2026-03-17T12:00:00.000Z');
  });
});
