import { expect } from 'chai';
import { applyTerminalReport } from '../../src/domain/apply-terminal-report.js';
import { journeyOfContainer } from '../../src/domain/journey-of-container.js';
import { plannedSpots } from '../../src/domain/plan.js';
import { rawEventsOf } from '../../src/domain/raw-events.js';
import { candidateNumbers, leadingNumber, readable } from '../../src/domain/tracked-request.js';
import { aRequest } from '../flow.js';
import { atlas, BOX, contextAt, direct, directSailing, equipment, estimated, milestones, play, rail, sea, SECOND_BOX, snapshotOf, transport, type State } from '../journeys.js';

const SHIP = sea('EXAMPLE STAR', '612E');
const VOYAGE = { pol: 'CNYTN', pod: 'USLAX' };
const iso = (date: Date | undefined) => date?.toISOString();
const first = ({ containers }: State) => containers[0]!;
const rawOf = (state: State) => {
  const box = first(state);
  const { nameId } = contextAt();
  return rawEventsOf([...box.own, ...box.shared], journeyOfContainer(box, { atlas, asOf: contextAt().asOf, planned: plannedSpots(atlas, state.shipment.plan) }), box.id, nameId);
};

describe('the fifteen rules', () => {
  it('rule 1: ACT beats EST beats PLN, and within a class the newest report wins [D-32]', () => {
    const plan = { ...SHIP, classifier: 'PLN', reportedAt: new Date('2026-03-10T00:00:00Z') };
    const state = play([snapshotOf({ [BOX]: direct().slice(0, 3) }, [
      transport('ARRI', 'USLAX', '2026-03-15', plan),
      transport('ARRI', 'USLAX', '2026-03-16', { ...SHIP, ...estimated('2026-03-01') }),
      transport('ARRI', 'USLAX', '2026-03-17', { ...SHIP, ...estimated('2026-03-05') }),
    ], VOYAGE)]);
    expect(iso(state.shipment.podEtaAt)).to.equal('2026-03-17T12:00:00.000Z');
    expect(iso(state.shipment.podOriginalEtaAt)).to.equal('2026-03-16T12:00:00.000Z');
    expect(state.shipment.podAtaAt).to.equal(undefined);
    const landed = play([snapshotOf({ [BOX]: direct() }, directSailing(), VOYAGE)]);
    expect(iso(landed.shipment.podAtaAt)).to.equal('2026-03-18T12:00:00.000Z');
  });

  it('rule 1: superseded rows are kept beside the one that counts [D-32]', () => {
    const old = equipment('LOAD', 'LADEN', 'CNYTN', '2026-03-02', { ...SHIP, key: 'same' });
    const edited = { ...old, occursAt: new Date('2026-03-02T18:00:00Z'), reportedAt: new Date('2026-03-04T00:00:00Z') };
    const state = play([snapshotOf({ [BOX]: [old] }, [], VOYAGE), snapshotOf({ [BOX]: [edited] }, [], VOYAGE)]);
    expect(first(state).own).to.have.length(2);
    expect(iso(first(state).polVesselLoadedAt)).to.equal('2026-03-02T18:00:00.000Z');
    expect(state.told.filter((name) => name === 'vessel_loaded')).to.have.length(1);
  });

  it('rule 2: the same event of a source counts once, however often it is sent [D-32]', () => {
    const events = direct();
    const state = play([snapshotOf({ [BOX]: [...events, ...events] }, directSailing(), VOYAGE)]);
    expect(first(state).own).to.have.length(events.length);
    expect(milestones(first(state)).filter((name) => name === 'vessel_loaded')).to.have.length(1);
  });

  it('rule 2: an event that stands in many answers is one row, with the first answer as its evidence [D-32] [D-36]', () => {
    const [events, sailing] = [direct(), directSailing()];
    const inAnswer = (payloadId: string) => snapshotOf({ [BOX]: events.map((event) => ({ ...event, payloadId })) }, sailing.map((event) => ({ ...event, payloadId })), VOYAGE);
    const state = play([inAnswer('p1'), inAnswer('p2'), inAnswer('p3')]);
    expect(first(state).own).to.have.length(events.length);
    expect(first(state).own.map(({ payloadId }) => payloadId)).to.deep.equal(events.map(() => 'p1'));
    expect(rawOf(state)).to.have.length(rawOf(play([inAnswer('p1')])).length);
  });

  it('rule 1: what was once taken for an estimate, because a clock was wrong, happened when its source says so [D-32]', () => {
    const happened = direct();
    const early = happened.map((event) => ({ ...event, classifier: 'EST', flags: ['future_actual'] }));
    for (const readings of [[happened, early], [early, happened]]) {
      const state = play(readings.map((events) => snapshotOf({ [BOX]: events }, directSailing(), VOYAGE)));
      expect(milestones(first(state))).to.deep.equal(milestones(first(play([snapshotOf({ [BOX]: happened }, directSailing(), VOYAGE)]))));
    }
  });

  it('rule 3: a retraction withdraws the milestone, says so, and keeps the row [D-32] [D-33]', () => {
    const [out, , load] = direct();
    const gone = { ...load!, retracted: true, reportedAt: new Date('2026-03-04T00:00:00Z') };
    const state = play([snapshotOf({ [BOX]: [out!, load!] }, [], VOYAGE), snapshotOf({ [BOX]: [out!, gone] }, [], VOYAGE)]);
    const box = first(state);
    expect(box.polVesselLoadedAt).to.equal(undefined);
    expect(box.currentStatus).to.equal('new');
    expect(box.transportEvents.find(({ event }) => event.endsWith('vessel_loaded'))?.invalidatedAt).to.be.instanceOf(Date);
    expect(box.own).to.have.length(3);
    expect(state.told).to.deep.equal(['container_created', 'empty_out', 'vessel_loaded', 'container_updated']);
    const updated = state.applied.containers[0]!.announcements.at(-1);
    expect(updated).to.deep.include({ changeset: { pol_vessel_loaded_at: [load!.occursAt, null] } });
    expect(rawOf(state).filter(({ invalidatedAt }) => invalidatedAt)).to.have.length(1);
  });

  it('rule 3: a retraction that is heard first still withdraws what is heard later [D-32]', () => {
    const load = direct()[2]!;
    const gone = { ...load, retracted: true, reportedAt: new Date('2026-03-04T00:00:00Z') };
    const state = play([snapshotOf({ [BOX]: [gone] }, [], VOYAGE), snapshotOf({ [BOX]: [load] }, [], VOYAGE)]);
    expect(first(state).polVesselLoadedAt).to.equal(undefined);
    expect(state.told).to.deep.equal(['container_created']);
  });

  it('rule 4: an ACT that lies in the future is only an estimate, until its time has come [D-32]', () => {
    const arrival = transport('ARRI', 'USLAX', '2026-03-18T12:00:00Z', { ...SHIP, transportCallKey: 'TC-USLAX' });
    const snapshot = snapshotOf({ [BOX]: direct().slice(0, 3) }, [arrival], VOYAGE);
    const before = contextAt(new Date('2026-03-17T12:00:00Z')), after = contextAt(new Date('2026-03-18T12:30:00Z'));
    const early = play([snapshot], [before]);
    expect(early.shipment.podAtaAt).to.equal(undefined);
    expect(iso(early.shipment.podEtaAt)).to.equal('2026-03-18T12:00:00.000Z');
    const late = play([snapshot, snapshot], [before, after]);
    expect(iso(late.shipment.podAtaAt)).to.equal('2026-03-18T12:00:00.000Z');
    expect(late.told.filter((name) => name === 'vessel_arrived')).to.have.length(1);
  });

  it('rule 5: a bare day starts when it starts at the place, not at the server [D-32]', () => {
    const { occursAt: _, ...event } = equipment('GTOT', 'LADEN', 'USLAX', '2026-03-23');
    const state = play([snapshotOf({ [BOX]: [...direct().slice(0, 4), { ...event, occursOn: '2026-03-23' }] }, directSailing(), VOYAGE)]);
    expect(iso(first(state).podFullOutAt)).to.equal('2026-03-23T07:00:00.000Z');
    expect(first(state).podTimezone).to.equal('America/Los_Angeles');
  });

  it('rule 6: a ship that sails reaches only the boxes that were loaded on that call [D-32]', () => {
    const left = equipment('LOAD', 'LADEN', 'CNYTN', '2026-03-09', { ...sea('LATER SHIP', '614E'), transportCallKey: 'TC-LATER', classifier: 'PLN' });
    const state = play([snapshotOf({ [BOX]: direct().slice(0, 3), [SECOND_BOX]: [...direct().slice(0, 2), left] }, directSailing().slice(0, 1), VOYAGE)]);
    const [sailed, stayed] = state.containers;
    expect(milestones(sailed!)).to.include('vessel_departed');
    expect(milestones(stayed!)).to.deep.equal(['empty_out', 'full_in']);
    expect(stayed!.currentStatus).to.equal('new');
  });

  it('rule 7: an empty pick-up after an empty return starts another journey [D-32]', () => {
    const again = [
      equipment('GTOT', 'EMPTY', 'USLAX', '2026-04-20', { mode: 'TRUCK' }),
      equipment('GTIN', 'LADEN', 'USOAK', '2026-04-22', { mode: 'TRUCK', facilityType: 'POTE' }),
      equipment('LOAD', 'LADEN', 'USOAK', '2026-04-25', sea('OTHER SHIP', '1W')),
    ];
    const state = play([snapshotOf({ [BOX]: direct() }, directSailing()), snapshotOf({ [BOX]: [...direct(), ...again] }, directSailing())]);
    const [former, current] = state.containers;
    expect(former).to.include({ ordinal: 0, currentStatus: 'empty_returned' });
    expect(current).to.include({ ordinal: 1, currentStatus: 'on_ship' });
    expect(milestones(current!)).to.deep.equal(['empty_out', 'full_in', 'vessel_loaded']);
    expect(former!.id).to.not.equal(current!.id);
    expect(state.told.filter((name) => name === 'container_created')).to.have.length(2);
  });

  it('rule 7: rows of a former journey that arrive late do not disturb the one that is tracked [D-32]', () => {
    const former = [equipment('GTIN', 'LADEN', 'SGSIN', '2025-10-01'), equipment('GTOT', 'LADEN', 'CNSHA', '2025-11-01'), equipment('GTIN', 'EMPTY', 'CNSHA', '2025-11-05')];
    const events = direct();
    const state = play([snapshotOf({ [BOX]: events }, directSailing(), VOYAGE), snapshotOf({ [BOX]: [...former, ...events] }, directSailing(), VOYAGE)]);
    expect(state.containers).to.have.length(1);
    expect(milestones(first(state))).to.have.length(8);
    expect(iso(first(state).emptyTerminatedAt)).to.equal('2026-03-28T12:00:00.000Z');
  });

  it('rule 8: only the last empty gate-in after the full one went out ends the journey [D-32]', () => {
    const drayage = equipment('GTIN', 'EMPTY', 'USLAX', '2026-03-26', { mode: 'TRUCK', locationLocode: 'USOAK' });
    const early = equipment('GTIN', 'EMPTY', 'CNYTN', '2026-02-18', { mode: 'TRUCK' });
    const state = play([snapshotOf({ [BOX]: [early, ...direct(), drayage] }, directSailing(), VOYAGE)]);
    expect(iso(first(state).emptyTerminatedAt)).to.equal('2026-03-28T12:00:00.000Z');
    expect(milestones(first(state)).filter((name) => name === 'empty_in')).to.have.length(1);
    expect(rawOf(state).filter(({ event }) => event === 'positioned_in')).to.have.length(2);
  });

  it('rule 9: a rail row without a place stays raw [D-32]', () => {
    const { locationLocode: _, ...nowhere } = equipment('LOAD', 'LADEN', 'USLAX', '2026-03-20', rail);
    const state = play([snapshotOf({ [BOX]: [...direct().slice(0, 4), nowhere] }, directSailing(), VOYAGE)]);
    expect(milestones(first(state))).to.not.include('rail_loaded');
    expect(rawOf(state).find(({ key }) => key === nowhere.key)).to.include({ event: '', originalEvent: 'EQUIPMENT/LOAD/LADEN' });
  });

  it('rule 10: what is only expected is no transport event, but for the arrival inland [D-32]', () => {
    const expected = [
      equipment('DISC', 'LADEN', 'USLAX', '2026-03-19', { ...SHIP, ...estimated('2026-03-01') }),
      equipment('ARRI', 'LADEN', 'USCHI', '2026-03-26', { ...rail, ...estimated('2026-03-01') }),
    ];
    const state = play([snapshotOf({ [BOX]: [...direct().slice(0, 3), ...expected] }, directSailing().slice(0, 2), { ...VOYAGE, destination: 'USCHI' })]);
    expect(milestones(first(state))).to.deep.equal(['empty_out', 'full_in', 'vessel_loaded', 'vessel_departed', 'estimated.arrived_at_inland_destination']);
    expect(iso(first(state).indEtaAt)).to.equal('2026-03-26T12:00:00.000Z');
  });

  it('rule 11: numbers match with and without the SCAC in front, and both forms are kept [D-32]', () => {
    const request = aRequest({ requestNumber: 'MAEU-4410077', normalizedNumber: '4410077' });
    expect(candidateNumbers({ billOfLadingNumber: 'MAEU4410077' }, request, 'MAEU')).to.deep.equal(['4410077']);
    expect(leadingNumber({ billOfLadingNumber: 'MAEU4410077' }, request)).to.equal('MAEU4410077');
  });

  it('rule 12: a hashed reference is neither shown nor matched [D-32]', () => {
    const hash = 'a3'.repeat(32);
    expect(readable(hash)).to.equal(undefined);
    expect(candidateNumbers({ billOfLadingNumber: hash }, aRequest(), 'CMDU')).to.deep.equal(['BL4410077']);
    expect(leadingNumber({ billOfLadingNumber: hash }, aRequest())).to.equal('BL4410077');
  });

  it('rule 13: a missing step stays a gap that is marked [D-32]', () => {
    const [out, , load, , full] = direct();
    const state = play([snapshotOf({ [BOX]: [out!, load!, full!] }, [], VOYAGE)]);
    expect(first(state).gaps).to.deep.equal(['full_in', 'vessel_departed', 'vessel_arrived', 'vessel_discharged']);
    expect(first(state).currentStatus).to.equal('picked_up');
    expect(milestones(first(state))).to.deep.equal(['empty_out', 'vessel_loaded', 'full_out']);
  });

  it('rule 14: late events take their place and tell nothing twice [D-32]', () => {
    const [out, full, ...rest] = direct();
    const state = play([snapshotOf({ [BOX]: [out!, ...rest] }, directSailing(), VOYAGE), snapshotOf({ [BOX]: [full!] }, directSailing(), VOYAGE)]);
    expect(state.told.slice(-1)).to.deep.equal(['full_in']);
    expect(new Set(state.told).size).to.equal(state.told.length);
    expect(rawOf(state).filter(({ superseded }) => !superseded).slice(0, 3).map(({ event, index }) => [event, index])).to.deep.equal([['empty_out', 0], ['full_in', 1], ['vessel_loaded', 2]]);
  });

  it('rule 15: at the gate the terminal is believed, at sea the line [D-32]', () => {
    const gate = equipment('GTOT', 'LADEN', 'USLAX', '2026-03-23T15:05:00Z', { dataSource: 'terminal', reportedAt: new Date('2026-03-23T15:06:00Z') });
    const berth = transport('ARRI', 'USLAX', '2026-03-18T04:00:00Z', { ...SHIP, transportCallKey: 'TC-USLAX', dataSource: 'ais', reportedAt: new Date('2026-03-20T00:00:00Z') });
    const state = play([snapshotOf({ [BOX]: [...direct(), gate] }, [...directSailing(), berth], VOYAGE)]);
    expect(iso(first(state).podFullOutAt)).to.equal('2026-03-23T15:05:00.000Z');
    expect(iso(first(state).podArrivedAt)).to.equal('2026-03-18T12:00:00.000Z');
    expect(first(state).transportEvents.find(({ event }) => event.endsWith('full_out'))?.dataSource).to.equal('terminal');
  });

  it('a terminal that reports what it saw at its gate is heard like any source [D-32]', () => {
    const state = play([snapshotOf({ [BOX]: direct().slice(0, 4) }, directSailing(), VOYAGE)]);
    const gate = equipment('GTOT', 'LADEN', 'USLAX', '2026-03-23T15:05:00Z', { dataSource: 'terminal' });
    const report = { terminalLocode: 'USLAX', checkedAt: new Date('2026-03-23T16:00:00Z'), holds: [], fees: [], events: [gate], source: 'sandbox' };
    const settled = applyTerminalReport(state.shipment, first(state), report, contextAt());
    expect(settled?.container.currentStatus).to.equal('picked_up');
  });
});
