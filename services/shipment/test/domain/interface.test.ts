import { nameId } from '@landfall/kit/identity';
import { isTransportEventName } from '@landfall/shipping/milestone';
import { expect } from 'chai';
import { applyTerminalReport } from '../../src/domain/apply-terminal-report.js';
import { journeyOfContainer, rowsOf } from '../../src/domain/journey-of-container.js';
import { plannedSpots } from '../../src/domain/plan.js';
import { rawEventsOf } from '../../src/domain/raw-events.js';
import { toContainerNotice, eventOf } from '../../src/messages/notice.js';
import { gazetteer } from '../../src/outside/gazetteer.js';
import { atlas, BOX, contextAt, direct, directSailing, equipment, estimated, play, rail, sea, snapshotOf, transport } from '../journeys.js';

const SHIP = sea('EXAMPLE STAR', '612E');
const at = (text: string) => new Date(text);
// What is known while the ship is under way: the train behind it is only planned.
const NOW = at('2026-03-10T00:00:00Z');
const eta = (day: string, said: string) => transport('ARRI', 'USLAX', day, { ...SHIP, transportCallKey: 'TC-USLAX', ...estimated(said) });
const underWay = () =>
  play(
    [
      snapshotOf(
        { [BOX]: [...direct().slice(0, 3), equipment('ARRI', 'LADEN', 'USCHI', '2026-03-26', { ...rail, ...estimated('2026-03-01') })] },
        [transport('DEPA', 'CNYTN', '2026-03-01', { ...SHIP, transportCallKey: 'TC-CNYTN', ...estimated('2026-02-20') }), ...directSailing().slice(0, 1), eta('2026-03-17', '2026-03-01'), eta('2026-03-19', '2026-03-08')],
        { pol: 'CNYTN', pod: 'USLAX', destination: 'USCHI' },
      ),
    ],
    [contextAt(NOW)],
  );

describe('what the interface asks of shipments, containers and their events', () => {
  it('a shipment has its three places, its times with the first estimates, its ship and its line [SH-05]', () => {
    const { shipment } = underWay();
    expect(shipment).to.include({
      portOfLadingLocode: 'CNYTN', portOfLadingName: 'Yantian', polTimezone: 'Asia/Shanghai',
      portOfDischargeLocode: 'USLAX', portOfDischargeName: 'Los Angeles', podTimezone: 'America/Los_Angeles',
      destinationLocode: 'USCHI', destinationName: 'Chicago', destinationTimezone: 'America/Chicago',
      podVesselName: 'EXAMPLE STAR', podVesselImo: '9074729', podVoyageNumber: '612E',
      scac: 'MAEU', shippingLineName: 'Example Line', shippingLineShortName: 'Example',
    });
    const day = (date: Date | undefined) => date?.toISOString().slice(0, 10);
    expect([shipment.polEtdAt, shipment.polAtdAt, shipment.podOriginalEtaAt, shipment.podEtaAt, shipment.podAtaAt, shipment.destinationEtaAt, shipment.destinationAtaAt].map(day)).to.deep.equal([
      '2026-03-01', '2026-03-03', '2026-03-17', '2026-03-19', undefined, '2026-03-26', undefined,
    ]);
  });

  it('transport events are normalized and past; what is planned makes none but the arrival inland [CT-03]', () => {
    const [box] = underWay().containers;
    const events = box!.transportEvents.map(({ event }) => event.replace('container.transport.', ''));
    expect(events).to.have.members(['empty_out', 'full_in', 'vessel_loaded', 'vessel_departed', 'estimated.arrived_at_inland_destination']);
    for (const { event, timestamp } of box!.transportEvents) {
      expect(isTransportEventName(event), event).to.equal(true);
      if (!event.includes('estimated')) expect(timestamp!.getTime(), event).to.be.at.most(NOW.getTime());
    }
  });

  it('raw events are past and future, counted from 0 in the order of the journey, in the words of the carrier [CT-04]', () => {
    const { shipment, containers } = underWay();
    const journey = journeyOfContainer(containers[0]!, { atlas, asOf: NOW, planned: plannedSpots(atlas, shipment.plan) });
    const shown = rawEventsOf(rowsOf(containers[0]!), journey, containers[0]!.id, nameId).filter(({ superseded }) => !superseded);
    expect(shown.map(({ index }) => index)).to.deep.equal(shown.map((_, index) => index));
    expect(shown.map(({ event, estimated: still }) => [event, still])).to.deep.include.members([['vessel_loaded', false], ['vessel_departed', false], ['vessel_arrived', true]]);
    expect(shown.map((row) => row.at!.getTime())).to.deep.equal(shown.map((row) => row.at!.getTime()).sort((a, b) => a - b));
    for (const row of shown) expect(row.originalEvent).to.match(/^(EQUIPMENT|TRANSPORT)\//);
  });

  it('holds, fees, last free day, availability and yard place are what the terminal says [CT-06]', () => {
    const { shipment, containers } = play([snapshotOf({ [BOX]: direct().slice(0, 4) }, directSailing(), { pol: 'CNYTN', pod: 'USLAX' })]);
    expect(containers[0]).to.include({ availabilityKnown: false }).and.to.not.have.any.keys('availableForPickup', 'pickupLfdTerminal');
    const report = {
      terminalLocode: 'USLAX', terminalSmdgCode: 'APMT', checkedAt: at('2026-03-20T00:00:00Z'), available: false, lastFreeDay: '2026-03-27', yardLocation: 'B12',
      holds: [{ name: 'customs', status: 'hold' }], fees: [{ type: 'demurrage', amount: 120, currencyCode: 'USD' }], events: [], source: 'sandbox',
    };
    const box = applyTerminalReport(shipment, containers[0]!, report, contextAt())!.container;
    expect(box).to.deep.include({
      availabilityKnown: true, availableForPickup: false, locationAtPodTerminal: 'B12', terminalCheckedAt: report.checkedAt,
      holdsAtPodTerminal: report.holds, feesAtPodTerminal: report.fees, pickupLfdTerminal: at('2026-03-27T07:00:00Z'), pickupLfd: at('2026-03-27T07:00:00Z'),
    });
  });

  it('each event that is told carries the transport event, under its own name [EV-01]', () => {
    const { shipment, applied } = underWay();
    const world = { ...gazetteer(), providedBy: () => [] };
    const notices = applied.containers.flatMap(({ container, announcements }) => announcements.map((announcement) => ({ name: eventOf(announcement), notice: toContainerNotice(announcement, container, shipment, world) })));
    const told = notices.filter(({ notice }) => notice.referenceType === 'transport_event');
    expect(told).to.have.length(5);
    for (const { name, notice } of told) {
      expect(notice.event).to.equal(name);
      expect(notice.reference).to.have.nested.property('value.event', name);
      expect(notice.reference).to.have.nested.property('value.id', notice.referenceId);
    }
  });
});
