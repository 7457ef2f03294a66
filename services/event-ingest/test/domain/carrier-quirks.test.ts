import { expect } from 'chai';
import { normalise } from '../../src/domain/normalise.js';
import { allEvents, type Snapshot } from '../../src/domain/snapshot.js';
import { carrierProfiles } from '../../src/outside/carriers/carrier-profiles.js';
import { askedAs, type CarrierProfile } from '../../src/domain/carrier-profile.js';

const profileOf = (scac: string): CarrierProfile => {
  const profile = carrierProfiles.find((each) => each.scac === scac);
  if (!profile) throw new Error(`no profile for ${scac}`);
  return profile;
};

const zones: Record<string, string> = { USLAX: 'America/Los_Angeles', KRPUS: 'Asia/Seoul' };

const read = (scac: string, page: unknown): Snapshot => {
  const profile = profileOf(scac);
  const reading = { scac, providerName: profile.name, now: new Date('2026-04-01T00:00:00Z'), zoneOf: ({ locode }: { locode?: string | undefined }) => zones[locode ?? ''] ?? null };
  const result = normalise([page], profile, { type: 'bill_of_lading', number: 'BL4410077' }, reading);
  if (!result.ok) throw new Error(result.reason);
  expect(result.faults).to.deep.equal([]);
  return result.snapshot;
};

const base = { eventClassifierCode: 'ACT', eventDateTime: '2026-03-21T09:12:00-07:00', emptyIndicatorCode: 'LADEN', equipmentReference: 'TRKU1000010' };

describe('carrier quirks', () => {
  it('Maersk: wrapped, without offset, with an integer IMO and without a call id [D-32]', () => {
    const body = {
      events: [{ eventID: '6832920321', eventType: 'EQUIPMENT', equipmentEventTypeCode: 'GTOT', eventClassifierCode: 'ACT', eventDateTime: '2026-03-21T09:12:00', emptyIndicatorCode: 'LADEN', equipmentReference: 'TRKU1000010', transportCall: { modeOfTransport: 'TRUCK', vessel: { vesselIMONumber: 9074729 }, location: { cityName: 'Los Angeles', UNLocationCode: 'USLAX' } } }],
    };
    const [event] = allEvents(read('MAEU', body));
    expect(event).to.deep.include({ key: 'MAEU:EQUIPMENT:6832920321', occursAt: new Date('2026-03-21T16:12:00Z'), locationLocode: 'USLAX', locationName: 'Los Angeles', vesselImo: '9074729', mode: 'TRUCK', transportCallKey: undefined, flags: ['assumed_zone'] });
    expect(askedAs(profileOf('MAEU'), 'bill_of_lading', 'MAEU123456789')).to.equal('123456789');
  });

  it('Hapag-Lloyd: the documents it tells of are kept raw and are nothing to track [D-32]', () => {
    const document = { eventID: '7b1d', eventType: 'SHIPMENT', shipmentEventTypeCode: 'ISSU', documentTypeCode: 'TRD', documentID: 'HLCUSHA2602ABCD1', eventClassifierCode: 'ACT', eventDateTime: '2026-03-02T04:11:09Z', eventCreatedDateTime: '2026-03-02T04:11:09Z' };
    const snapshot = read('HLCU', [document]);
    expect(snapshot.billOfLadingNumber).to.equal('HLCUSHA2602ABCD1');
    expect(snapshot.events[0]).to.include({ originalEvent: 'SHIPMENT/ISSU/TRD', eventCode: 'ISSU' });
  });

  it('CMA CGM: says the phase itself, in its own words [D-32]', () => {
    const specific = { internalEventCode: 'XOF', internalEventLabel: 'Discharged in transhipment', transportationPhase: 'Transshipment', shipmentLocationType: 'PTS' };
    const [event] = allEvents(read('CMDU', [{ ...base, eventID: '1', eventType: 'EQUIPMENT', equipmentEventTypeCode: 'DISC', carrierSpecificData: specific }]));
    expect(event).to.include({ phase: 'PTS', originalEvent: 'Discharged in transhipment' });
    const [silent] = allEvents(read('CMDU', [{ ...base, eventID: '1', eventType: 'EQUIPMENT', equipmentEventTypeCode: 'DISC', carrierSpecificData: { ...specific, shipmentLocationType: undefined } }]));
    expect(silent?.phase).to.equal('PTS');
    const pod = read('CMDU', [{ ...base, eventID: '2', eventType: 'EQUIPMENT', equipmentEventTypeCode: 'DISC', eventLocation: { UNLocationCode: 'USLAX' }, carrierSpecificData: { internalEventCode: 'IDF', shipmentLocationType: 'POD' } }]);
    expect(pod.portOfDischargeLocode).to.equal('USLAX');
  });

  it('MSC: seals without a type and from sources nobody listed [D-32]', () => {
    const snapshot = read('MSCU', [{ ...base, eventID: '1', eventType: 'EQUIPMENT', equipmentEventTypeCode: 'LOAD', seals: [{ sealNumber: 'FX1', sealSource: 'ZZZ' }] }]);
    expect(snapshot.containers[0]?.sealNumber).to.equal('FX1');
  });

  it('ONE and Yang Ming: a ship without IMO is still a ship [D-32]', () => {
    for (const scac of ['ONEY', 'YMLU']) {
      const [event] = allEvents(read(scac, [{ ...base, eventID: '1', eventType: 'EQUIPMENT', equipmentEventTypeCode: 'LOAD', transportCall: { UNLocationCode: 'USLAX', exportVoyageNumber: '088W', modeOfTransport: 'VESSEL', vessel: { vesselName: 'EXAMPLE STAR' } } }]));
      expect(event).to.include({ vesselImo: undefined, transportCallKey: 'USLAX/EXAMPLE STAR/088W' });
    }
    expect(askedAs(profileOf('ONEY'), 'bill_of_lading', 'ONEYSHAC12345600')).to.equal('SHAC12345600');
  });

  it('Evergreen: PLAN is a plan [D-32]', () => {
    const [event] = allEvents(read('EGLV', [{ ...base, eventID: '1', eventType: 'TRANSPORT', transportEventTypeCode: 'ARRI', eventClassifierCode: 'PLAN', equipmentReference: undefined }]));
    expect(event?.classifier).to.equal('PLN');
  });

  it('HMM: one grouped object, joined by ids, in title case, with the place in front of the facility [D-32]', () => {
    const body = {
      shipment: { carrierBookingReference: 'PUSC12345600', transportDocumentReference: 'BL4410077' },
      equipment: [{ equipmentReference: 'TRKU1000010', ISOEquipmentCode: '45G1' }],
      transportCall: [{ transportCallID: 'A', facilityCode: 'KRPUSPNC', facilityCodeListProvider: 'SMDG', modeOfTransport: 'Vessel', exportVoyageNumber: '012E', location: 'Busan', vessel: { vesselIMONumber: '9074729', vesselName: 'EXAMPLE STAR' } }],
      shipmentEvent: [],
      transportEvent: [{ eventID: '1', transportEventTypeCode: 'DEPA', eventClassifierCode: 'ACT', eventDateTime: '2026-03-02T18:00:00+09:00', transportCallID: 'A' }],
      equipmentEvent: [{ eventID: '1', equipmentEventTypeCode: 'LOAD', eventClassifierCode: 'ACT', eventDateTime: '2026-03-02T09:00:00+09:00', transportCallID: 'A', equipmentReference: 'TRKU1000010', emptyIndicatorCode: 'Laden' }],
    };
    const snapshot = read('HDMU', body);
    expect(snapshot).to.include({ bookingNumber: 'PUSC12345600', billOfLadingNumber: 'BL4410077' });
    expect(snapshot.containers[0]).to.include({ number: 'TRKU1000010', isoCode: '45G1' });
    expect(snapshot.containers[0]?.events[0]).to.include({ eventCode: 'LOAD', emptyIndicator: 'LADEN', mode: 'VESSEL', locationLocode: 'KRPUS', facilityCode: 'PNC', locationName: 'Busan', transportCallKey: 'A' });
    // The same id under another type is another event.
    expect(snapshot.events[0]).to.include({ key: 'HDMU:TRANSPORT:1', eventCode: 'DEPA', locationLocode: 'KRPUS' });
  });

  it('ZIM: a departure that carries its call flat [D-32]', () => {
    const flat = { eventID: '1', eventType: 'TRANSPORT', transportEventTypeCode: 'DEPA', eventClassifierCode: 'ACT', eventDateTime: '2026-03-02T18:00:00Z', UNLocationCode: 'USLAX', modeOfTransport: 'VESSEL', vesselName: 'EXAMPLE STAR', vesselIMONumber: '9074729', exportVoyageNumber: '12/E' };
    const [event] = allEvents(read('ZIMU', { events: [flat] }));
    expect(event).to.include({ locationLocode: 'USLAX', vesselImo: '9074729', mode: 'VESSEL', voyageNumber: '12/E', transportCallKey: 'USLAX/9074729/12/E' });
  });

  it('version 3.0.0: the same facts out of other drawers, behind a repair that no profile has on', () => {
    const event = {
      eventID: 'arr-EXST-USLAX-7',
      isRetracted: false,
      eventRouting: { originatingParty: { partyCode: 'CARX', codeListProvider: 'SMDG', codeListName: 'LCL' } },
      eventDateTime: '2026-03-18T13:00:00Z',
      eventUpdatedDateTime: '2026-03-09T00:15:00Z',
      eventLocation: { UNLocationCode: 'USLAX', facility: { facilityCode: 'APMT', facilityCodeListProvider: 'SMDG' } },
      eventClassification: { eventTypeCode: 'TRANSPORT', eventClassifierCode: 'EST', transportEventTypeCode: 'ARRI' },
      shipmentDetails: { documentReference: { typeCode: 'BKG', reference: 'BK4410077' }, shipmentLocationType: 'POD' },
      transportDetails: { delayReasonCodes: ['WEA'], transportCall: { transportCallReference: 'TC-77-USLAX', modeOfTransport: 'VESSEL', importVoyageNumberOrReference: { carrierVoyageNumber: '612E' }, vesselTransport: { vesselIMONumber: '9074729' } } },
      equipmentDetails: { equipmentReference: 'TRKU1000010', emptyIndicatorCode: 'LADEN', movementType: 'IMPORT' },
    };
    const reading = { scac: 'CARX', providerName: 'Carrier X', now: new Date('2026-04-01T00:00:00Z'), zoneOf: () => null };
    const result = normalise([{ events: [event], feedbackElements: [] }], { body: { kind: 'wrapped', key: 'events' }, repairs: ['version_three'] }, { type: 'booking_number', number: 'BK4410077' }, reading);
    if (!result.ok) throw new Error(result.reason);
    expect(result.snapshot).to.include({ bookingNumber: 'BK4410077', portOfDischargeLocode: 'USLAX' });
    expect(result.snapshot.containers[0]?.events[0]).to.include({ key: 'CARX:TRANSPORT:CARX:arr-EXST-USLAX-7', phase: 'POD', facilityCode: 'APMT', voyageNumber: '612E', delayReason: 'WEA', transportCallKey: 'TC-77-USLAX', vesselImo: '9074729' });
    expect(carrierProfiles.some(({ repairs }) => repairs.includes('version_three'))).to.equal(false);
  });
});
