import { expect } from 'chai';
import fc from 'fast-check';
import {
  MILESTONE_NAMES,
  RAW_EVENT_NAMES,
  TRANSPORT_EVENT_NAMES,
  byJourney,
  estimatedEventOf,
  isEstimatedEventName,
  isMilestone,
  isRawEventName,
  isTransportEventName,
  journeyRank,
  milestoneOfEvent,
  milestoneOfRaw,
  rawEventOf,
  transportEventOf,
} from '../src/milestone.js';

describe('milestone', () => {
  it('knows every raw event of the interface and the reference', () => {
    const told =
      'empty_out full_in positioned_in positioned_out vessel_loaded vessel_departed transshipment_arrived transshipment_discharged transshipment_loaded transshipment_departed feeder_arrived feeder_discharged feeder_loaded feeder_departed rail_loaded rail_departed rail_arrived rail_unloaded vessel_arrived vessel_discharged arrived_at_destination delivered full_out empty_in vgm_received carrier_release customs_release available';
    expect([...RAW_EVENT_NAMES].sort()).to.deep.equal(told.split(' ').sort());
  });

  it('announces only three steps ahead [CD-R10]', () => {
    expect(MILESTONE_NAMES.map(estimatedEventOf).filter(Boolean)).to.deep.equal([
      'container.transport.estimated.vessel_departed',
      'container.transport.estimated.vessel_arrived',
      'container.transport.estimated.arrived_at_inland_destination',
    ]);
  });

  it('keeps steps without a public name as raw events', () => {
    expect(transportEventOf('vgm_received')).to.equal(null);
    expect(transportEventOf('vessel_berthed')).to.equal('container.transport.vessel_berthed');
    expect(rawEventOf('vessel_berthed')).to.equal(null);
    expect(rawEventOf('arrived_at_inland_destination')).to.equal('arrived_at_destination');
  });

  it('finds the step behind each name, both ways', () => {
    for (const raw of RAW_EVENT_NAMES) expect(rawEventOf(milestoneOfRaw(raw)!)).to.equal(raw);
    for (const event of TRANSPORT_EVENT_NAMES) {
      const step = milestoneOfEvent(event)!;
      expect([transportEventOf(step), estimatedEventOf(step)]).to.include(event);
    }
    expect(isEstimatedEventName('container.transport.estimated.vessel_arrived')).to.equal(true);
    expect(isEstimatedEventName('container.transport.vessel_arrived')).to.equal(false);
  });

  it('refuses names that only look like its own', () => {
    for (const name of ['toString', 'constructor', 'vessel', '']) {
      expect(isMilestone(name) || isRawEventName(name) || isTransportEventName(`container.transport.${name}`)).to.equal(false);
    }
  });

  it('orders a journey the same way from any permutation [D-34]', () => {
    const journey = ['empty_out', 'full_in', 'vessel_loaded', 'vessel_departed', 'transshipment_arrived', 'transshipment_discharged', 'transshipment_loaded', 'transshipment_departed', 'vessel_arrived', 'vessel_berthed', 'vessel_discharged', 'available', 'rail_loaded', 'rail_departed', 'rail_arrived', 'arrived_at_inland_destination', 'rail_unloaded', 'full_out', 'empty_in'] as const;
    fc.assert(
      fc.property(fc.shuffledSubarray([...journey], { minLength: journey.length }), (mixed) => {
        expect(mixed.sort(byJourney)).to.deep.equal(journey);
      }),
    );
    expect(new Set(MILESTONE_NAMES.map(journeyRank)).size).to.equal(MILESTONE_NAMES.length);
  });
});
