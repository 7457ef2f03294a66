import { expect } from 'chai';
import type { CarrierEvent } from '../../src/domain/carrier-event.js';
import { applySnapshot } from '../../src/domain/apply-snapshot.js';
import { journeyOfContainer } from '../../src/domain/journey-of-container.js';
import { plannedSpots } from '../../src/domain/plan.js';
import { rawEventsOf } from '../../src/domain/raw-events.js';
import { nameId } from '@landfall/kit/identity';
import { atlas, BOX, contextAt, emptyShipment, equipment, estimated, milestones, rail, sea, snapshotOf, transport } from '../journeys.js';

const SHIP = sea('EXAMPLE STAR', '612E');
const NEXT = sea('EXAMPLE MOON', '7W', { vesselImo: '9321483' });
const BARGE = { mode: 'BARGE', vesselName: 'EXAMPLE BARGE' };
const TRUCK = { mode: 'TRUCK' };
const plan = { pol: 'CNYTN', pod: 'USLAX', destination: 'USCHI' };

/** A whole journey with every row of the table: barge, ship, hub, ship, port of discharge, train, lorry. */
const JOURNEY: [expected: string, raw: string, event: CarrierEvent][] = [
  ['empty_out', 'empty_out', equipment('GTOT', 'EMPTY', 'CNSHA', '2026-02-01', TRUCK)],
  ['feeder_loaded', 'feeder_loaded', equipment('LOAD', 'LADEN', 'CNSHA', '2026-02-03', BARGE)],
  ['feeder_departed', 'feeder_departed', equipment('DEPA', '', 'CNSHA', '2026-02-04', { ...BARGE, eventType: 'TRANSPORT' })],
  ['feeder_arrived', 'feeder_arrived', equipment('ARRI', '', 'CNYTN', '2026-02-05', { ...BARGE, eventType: 'TRANSPORT' })],
  ['feeder_discharged', 'feeder_discharged', equipment('DISC', 'LADEN', 'CNYTN', '2026-02-06', BARGE)],
  ['full_in', 'full_in', equipment('GTIN', 'LADEN', 'CNYTN', '2026-02-07', TRUCK)],
  ['vessel_loaded', 'vessel_loaded', equipment('LOAD', 'LADEN', 'CNYTN', '2026-02-10', SHIP)],
  ['vessel_departed', 'vessel_departed', transport('DEPA', 'CNYTN', '2026-02-11', SHIP)],
  ['transshipment_arrived', 'transshipment_arrived', transport('ARRI', 'KRPUS', '2026-02-14', SHIP)],
  ['transshipment_discharged', 'transshipment_discharged', equipment('DISC', 'LADEN', 'KRPUS', '2026-02-15', SHIP)],
  ['transshipment_loaded', 'transshipment_loaded', equipment('LOAD', 'LADEN', 'KRPUS', '2026-02-18', NEXT)],
  ['transshipment_departed', 'transshipment_departed', transport('DEPA', 'KRPUS', '2026-02-19', NEXT)],
  ['vessel_arrived', 'vessel_arrived', transport('ARRI', 'USLAX', '2026-03-02', NEXT)],
  ['vessel_berthed', '', transport('BERT', 'USLAX', '2026-03-02T20:00:00Z', { ...NEXT, dataSource: 'ais' })],
  ['vessel_discharged', 'vessel_discharged', equipment('DISC', 'LADEN', 'USLAX', '2026-03-03', NEXT)],
  ['rail_loaded', 'rail_loaded', equipment('LOAD', 'LADEN', 'USLAX', '2026-03-05', rail)],
  ['rail_departed', 'rail_departed', transport('DEPA', 'USLAX', '2026-03-06', rail)],
  ['estimated.arrived_at_inland_destination', 'rail_arrived', transport('ARRI', 'USCHI', '2026-03-10T06:00:00Z', { ...rail, ...estimated('2026-03-06') })],
  ['rail_arrived', 'rail_arrived', transport('ARRI', 'USCHI', '2026-03-10', rail)],
  ['arrived_at_inland_destination', 'rail_arrived', transport('ARRI', 'USCHI', '2026-03-10', rail)],
  ['rail_unloaded', 'rail_unloaded', equipment('DISC', 'LADEN', 'USCHI', '2026-03-11', rail)],
  ['full_out', 'full_out', equipment('GTOT', 'LADEN', 'USCHI', '2026-03-13', TRUCK)],
  ['empty_in', 'empty_in', equipment('GTIN', 'EMPTY', 'USCHI', '2026-03-16', TRUCK)],
];

const played = (events: readonly CarrierEvent[]) => {
  const { containers, shipment } = applySnapshot(emptyShipment(), [], snapshotOf({ [BOX]: events }, [], plan), contextAt());
  const container = containers[0]?.container;
  if (!container) throw new Error('The journey has no container.');
  const journey = journeyOfContainer(container, { atlas, asOf: contextAt().asOf, planned: plannedSpots(atlas, shipment.plan) });
  return { container, raw: rawEventsOf([...container.own, ...container.shared], journey, container.id, nameId) };
};

describe('the mapping of carrier-data 5, phase first and code second', () => {
  const all = played(JOURNEY.map(([, , event]) => event));

  for (const [expected, raw, event] of JOURNEY) {
    it(`${[event.eventType, event.eventCode, event.mode].join('/')} at ${event.locationLocode} is ${expected} [D-32]`, () => {
      expect(milestones(all.container)).to.include(expected);
      expect(all.raw.find(({ key }) => key === event.key)?.event).to.equal(raw);
    });
  }

  it('tells nothing else, and all of it in the order of the journey [D-34]', () => {
    expect(milestones(all.container)).to.have.members(JOURNEY.map(([expected]) => expected));
  });

  const PAPERS: [code: string, document: string | undefined, raw: string][] = [
    ['RELS', 'CUS', 'customs_release'], ['RELS', 'TRD', 'carrier_release'], ['RELS', 'BKG', 'carrier_release'], ['RELS', undefined, 'carrier_release'],
    // Maersk confirms a shipping instruction with this code: nothing is released by it.
    ['RELS', 'SHI', ''], ['HOLD', 'CUS', ''], ['RECE', 'VGM', 'vgm_received'], ['RECE', 'SHI', ''], ['ISSU', 'TRD', ''], ['CONF', 'BKG', ''],
  ];
  for (const [code, documentType, raw] of PAPERS) {
    it(`${code} of ${documentType ?? 'no named paper'} is ${raw === '' ? 'told in the carrier’s words only' : raw} [D-32]`, () => {
      const { emptyIndicator: _none, ...event } = equipment(code, '', 'USLAX', '2026-03-03', { eventType: 'SHIPMENT', ...(documentType ? { documentType } : {}) });
      const { raw: rows, container } = played([...JOURNEY.slice(0, 8).map(([, , one]) => one), event]);
      expect(rows.find(({ key }) => key === event.key)?.event).to.equal(raw);
      expect(milestones(container)).to.have.length(8);
    });
  }

  for (const code of ['STUF', 'STRP', 'INSP', 'RSEA', 'RMVD', 'CROS', 'CUSI', 'CUSS']) {
    it(`${code} stays a raw event [D-32]`, () => {
      const event = equipment(code, 'LADEN', 'CNYTN', '2026-02-08', TRUCK);
      const { raw: rows, container } = played([...JOURNEY.slice(0, 8).map(([, , one]) => one), event]);
      expect(rows.find(({ key }) => key === event.key)?.event).to.equal('');
      expect(milestones(container)).to.have.length(8);
    });
  }

  it('D, delivered, is a raw event and no milestone: that is said by hand only [D-32]', () => {
    const event = equipment('D', 'LADEN', 'USCHI', '2026-03-14', { eventType: 'EDI' });
    const { raw: rows, container } = played([...JOURNEY.map(([, , one]) => one), event]);
    expect(rows.find(({ key }) => key === event.key)?.event).to.equal('delivered');
    expect(milestones(container)).to.not.include('delivered');
  });
});
