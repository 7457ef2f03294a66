import { expect } from 'chai';
import { applySnapshot } from '../../src/domain/apply-snapshot.js';
import { applyTerminalReport } from '../../src/domain/apply-terminal-report.js';
import type { Container } from '../../src/domain/container.js';
import type { TerminalReport } from '../../src/domain/terminal-report.js';
import { BOX, contextAt, direct, directSailing, equipment, play, rail, snapshotOf } from '../journeys.js';

const grounded = () => play([snapshotOf({ [BOX]: direct().slice(0, 4) }, directSailing(), { pol: 'CNYTN', pod: 'USLAX' })]);
const report = (change: Partial<TerminalReport> = {}): TerminalReport => ({ terminalLocode: 'USLAX', terminalSmdgCode: 'APMT', checkedAt: new Date('2026-03-20T00:00:00Z'), holds: [], fees: [], events: [], source: 'sandbox', ...change });

/** Reports one after the other; what each told. */
const allReports = (reports: readonly TerminalReport[]) => {
  const { shipment, containers } = grounded();
  let box: Container = containers[0]!;
  const told: string[] = [];
  for (const one of reports) {
    const settled = applyTerminalReport(shipment, box, one, contextAt());
    if (!settled) continue;
    box = settled.container;
    told.push(...settled.announcements.map((announcement) => (announcement.kind === 'transport_event' ? announcement.transportEvent.event : announcement.kind)));
  }
  return { box, told, shipment };
};

const at = (day: string) => new Date(`2026-03-${day}T00:00:00Z`);

describe('what a terminal says', () => {
  it('flips the status between available and not, and tells each flip [D-31] [D-33]', () => {
    const { box, told } = allReports([report({ available: false }), report({ available: true, checkedAt: at('21') }), report({ available: false, checkedAt: at('22') })]);
    expect(box).to.include({ currentStatus: 'not_available', availabilityKnown: true, availableForPickup: false });
    expect(told.filter((name) => name.endsWith('available'))).to.deep.equal(['container.transport.available', 'container.transport.not_available']);
    expect(box.transportEvents.map(({ event }) => event)).to.include('container.transport.not_available');
  });

  it('is unknown until a source has answered [D-31]', () => {
    const { containers } = grounded();
    expect(containers[0]).to.include({ currentStatus: 'grounded', availabilityKnown: false }).and.to.not.have.any.keys('availableForPickup');
  });

  it('being picked up is no loss of availability [D-33]', () => {
    const gate = equipment('GTOT', 'LADEN', 'USLAX', '2026-03-23', { dataSource: 'terminal' });
    const { box, told } = allReports([report({ available: true }), report({ available: false, checkedAt: at('23'), events: [gate] })]);
    expect(box).to.include({ currentStatus: 'picked_up', availableForPickup: false });
    expect(told).to.include('container.transport.full_out').and.to.not.include('container.transport.not_available');
  });

  it('happens when the terminal said so by its own clock, not when we wrote it down [D-33]', () => {
    const { shipment, containers } = grounded();
    const settled = applyTerminalReport(shipment, containers[0]!, report({ available: true, lastFreeDay: '2026-03-27', appointmentAt: at('24') }), contextAt(at('20'), new Date('2030-01-01T00:00:00Z')));
    const turned = settled!.container.transportEvents.filter(({ event }) => /available$|changed$/.test(event));
    expect(turned.map(({ event }) => event)).to.have.members(['container.transport.available', 'container.pickup_lfd.changed', 'container.pickup_lfd_terminal.changed', 'container.pickup_appointment.changed']);
    for (const { event, timestamp } of turned) expect(timestamp, event).to.deep.equal(at('20'));
    expect(settled!.announcements.find(({ kind }) => kind === 'container_updated')).to.deep.include({ at: at('20') });
  });

  it('takes nothing back that was told, though it speaks with an older clock than who told it [D-31] [D-33]', () => {
    const over = play([snapshotOf({ [BOX]: direct() }, directSailing(), { pol: 'CNYTN', pod: 'USLAX' })], [contextAt(new Date('2026-04-03T00:00:00Z'))]);
    expect(over.containers[0]).to.include({ currentStatus: 'empty_returned' });
    // Read between the writing of the box and that of its shipment: the clock of the shipment is still the old one.
    const settled = applyTerminalReport(over.shipment, over.containers[0]!, report({ available: true, lastFreeDay: '2026-03-27' }), contextAt(at('20')));
    expect(settled!.container).to.include({ currentStatus: 'empty_returned' });
    expect(settled!.container.transportEvents.filter(({ invalidatedAt }) => invalidatedAt)).to.deep.equal([]);
  });

  it('moves the clock on: a pick-up it saw is one, even while the line was last heard days before [D-31] [D-33]', () => {
    const voyage = snapshotOf({ [BOX]: direct().slice(0, 4) }, directSailing(), { pol: 'CNYTN', pod: 'USLAX' });
    const { shipment, containers } = play([voyage], [contextAt(at('19'))]);
    const gate = equipment('GTOT', 'LADEN', 'USLAX', '2026-03-23', { dataSource: 'terminal' });
    const open = applyTerminalReport(shipment, containers[0]!, report({ available: true }), contextAt(at('19')))!.container;
    const gone = applyTerminalReport(shipment, open, report({ available: false, checkedAt: at('24'), events: [gate] }), contextAt(at('19')));
    expect(gone?.container).to.include({ currentStatus: 'picked_up' });
    expect(gone?.announcements.map((one) => (one.kind === 'transport_event' ? one.transportEvent.event : one.kind))).to.include('container.transport.full_out').and.to.not.include('container.transport.not_available');
    // The line, asked a little later on its slower clock, takes nothing of it back.
    const after = applySnapshot(shipment, [gone!.container], voyage, contextAt(at('20')));
    expect(after.containers.flatMap(({ announcements }) => announcements)).to.deep.equal([]);
  });

  it('a last free day is the day at the terminal, not in UTC [D-14]', () => {
    const { box, told } = allReports([report({ lastFreeDay: '2026-03-27' })]);
    expect(box.pickupLfdTerminal?.toISOString()).to.equal('2026-03-27T07:00:00.000Z');
    expect(box.pickupLfd).to.deep.equal(box.pickupLfdTerminal);
    expect(told).to.include.members(['container.pickup_lfd.changed', 'container.pickup_lfd_terminal.changed', 'container_updated']);
    const changed = box.transportEvents.find(({ event }) => event === 'container.pickup_lfd.changed');
    expect(changed?.value).to.equal('2026-03-27T07:00:00.000Z');
  });

  it('pickup_lfd is the line’s day, else the terminal’s, else the railway’s; current_lfd is the earliest [D-14]', () => {
    const { box } = allReports([
      report({ lastFreeDay: '2026-03-27' }),
      report({ lastFreeDay: '2026-03-29', lastFreeDayOf: 'line', checkedAt: at('21') }),
      report({ lastFreeDay: '2026-03-25', lastFreeDayOf: 'rail', source: 'rail', terminalLocode: 'USCHI', checkedAt: at('22') }),
    ]);
    expect(box.pickupLfd).to.deep.equal(box.pickupLfdLine);
    expect(box.currentLfd?.toISOString()).to.equal('2026-03-25T05:00:00.000Z');
    expect(box).to.include({ currentLfdSource: 'rail' });
  });

  it('an older report that comes late changes nothing [C.3]', () => {
    const { box, told } = allReports([report({ available: true, lastFreeDay: '2026-03-27', checkedAt: at('22') }), report({ available: false, lastFreeDay: '2026-03-20', checkedAt: at('21') })]);
    expect(box).to.include({ currentStatus: 'available' });
    expect(box.pickupLfdTerminal?.toISOString()).to.equal('2026-03-27T07:00:00.000Z');
    expect(told.filter((name) => name === 'container_updated')).to.have.length(1);
  });

  it('holds and fees come in the words of the interface, with the old and new list told [D-33]', () => {
    const { shipment, containers } = grounded();
    const hold = { name: 'CUSTOMS', status: 'HOLD' }, own = { name: 'Line Broker', status: 'pending' };
    const settled = applyTerminalReport(shipment, containers[0]!, report({ holds: [hold, own], fees: [{ type: 'demurrage', amount: 120, currencyCode: 'USD' }, { type: 'xray', amount: 5 }] }), contextAt());
    expect(settled?.container.holdsAtPodTerminal).to.deep.equal([{ name: 'customs', status: 'hold' }, { name: 'other', status: 'pending', description: 'Line Broker' }]);
    expect(settled?.container.feesAtPodTerminal).to.deep.equal([{ type: 'demurrage', amount: 120, currencyCode: 'USD' }, { type: 'other', amount: 5 }]);
    const updated = settled?.announcements.find(({ kind }) => kind === 'container_updated');
    expect(updated).to.have.nested.property('changeset.holds_at_pod_terminal').that.deep.equals([[], settled?.container.holdsAtPodTerminal]);
  });

  it('appointment, yard, chassis and off-dock are taken over [D-31] [D-33]', () => {
    const { box, told } = allReports([report({ appointmentAt: at('24'), yardLocation: 'B12', chassisNumber: 'DCLZ1', offDock: true })]);
    expect(box).to.include({ currentStatus: 'off_dock', locationAtPodTerminal: 'B12', podFullOutChassisNumber: 'DCLZ1' });
    expect(told).to.include('container.pickup_appointment.changed');
  });

  it('another terminal than the line named is told as such [D-33]', () => {
    const { box, told } = allReports([report({ terminalSmdgCode: 'TTI' })]);
    expect(told).to.include.members(['pod_terminal_changed', 'container_updated']);
    expect(box.pickupFacilityId).to.equal(box.podTerminalId);
  });

  it('a ramp speaks for the inland part only [D-31]', () => {
    const land = [equipment('LOAD', 'LADEN', 'USLAX', '2026-03-21', rail), equipment('DISC', 'LADEN', 'USCHI', '2026-03-27', rail)];
    const { shipment, containers } = play([snapshotOf({ [BOX]: [...direct().slice(0, 4), ...land] }, directSailing(), { pol: 'CNYTN', pod: 'USLAX', destination: 'USCHI' })]);
    const settled = applyTerminalReport(shipment, containers[0]!, report({ terminalLocode: 'USCHI', source: 'rail', available: true, holds: [{ name: 'freight', status: 'hold' }] }), contextAt());
    expect(settled?.container).to.include({ currentStatus: 'available', pickupFacilityType: 'terminal' });
    expect(settled?.container.indFacilityHolds).to.have.length(1);
    expect(settled?.container.holdsAtPodTerminal).to.deep.equal([]);
  });
});
