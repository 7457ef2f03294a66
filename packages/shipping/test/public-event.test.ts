import { expect } from 'chai';
import { EVENT_CATEGORIES } from '../src/event-category.js';
import { PUBLIC_EVENTS, PUBLIC_EVENT_NAMES, isPublicEventName, publicEvent } from '../src/public-event.js';

// Written out from the interface's table and section 2.4 of the reference, documents left out.
const TOLD = [
  ...'vessel_arrived vessel_discharged vessel_loaded vessel_departed vessel_berthed rail_departed rail_arrived rail_loaded rail_unloaded transshipment_arrived transshipment_discharged transshipment_loaded transshipment_departed feeder_arrived feeder_discharged feeder_loaded feeder_departed empty_out full_in full_out empty_in arrived_at_inland_destination estimated.arrived_at_inland_destination available estimated.vessel_arrived estimated.vessel_departed not_available delivered'
    .split(' ')
    .map((name) => `container.transport.${name}`),
  'shipment.estimated.arrival',
  ...'succeeded failed awaiting_manifest tracking_stopped'.split(' ').map((name) => `tracking_request.${name}`),
  ...'created updated pod_terminal_changed pickup_lfd.changed pickup_lfd_line.changed pickup_lfd_terminal.changed pickup_lfd_rail.changed pickup_appointment.changed'
    .split(' ')
    .map((name) => `container.${name}`),
];

describe('public event', () => {
  it('lists each event a webhook can ask for, once [D-40 D-45]', () => {
    expect([...PUBLIC_EVENT_NAMES].sort()).to.deep.equal([...TOLD].sort());
    expect(PUBLIC_EVENTS).to.have.length(41);
  });

  it('describes each in a sentence, under a named category [D-45]', () => {
    for (const { name, category, description } of PUBLIC_EVENTS) {
      expect(EVENT_CATEGORIES, name).to.have.property(category);
      expect(description, name).to.match(/^[A-Z].+\.$/);
    }
    expect(new Set(PUBLIC_EVENTS.map((row) => row.description)).size).to.equal(PUBLIC_EVENTS.length);
  });

  it('answers by name and to no other name', () => {
    expect(publicEvent('container.transport.rail_loaded')?.category).to.equal('rail_transport');
    expect(publicEvent('toString')).to.equal(null);
    expect(isPublicEventName('document.extracted')).to.equal(false);
    expect(isPublicEventName('container.transport.vgm_received')).to.equal(false);
  });
});
