import { expect } from 'chai';
import fc from 'fast-check';
import type { Json } from '../../src/domain/json.js';
import { normalise, type Dialect } from '../../src/domain/normalise.js';
import { allEvents, type CarrierEvent, type Snapshot } from '../../src/domain/snapshot.js';
import { arrivalAtLosAngeles, loadAtYantian, move } from '../support/raw-events.js';

const ZONES: Record<string, string> = { USLAX: 'America/Los_Angeles', CNYTN: 'Asia/Shanghai', USNYC: 'America/New_York' };

const reading = (now = '2026-03-20T00:00:00Z') => ({
  scac: 'EXMP',
  providerName: 'Example Line',
  now: new Date(now),
  zoneOf: ({ locode }: { locode?: string | undefined }) => ZONES[locode ?? ''] ?? null,
  payloadId: 'payload-1',
});

const PLAIN: Dialect = { body: { kind: 'array' }, repairs: [] };
const ASKED = { type: 'bill_of_lading', number: 'BL4410077' } as const;

const read = (events: unknown, dialect: Dialect = PLAIN, now?: string) => normalise([events], dialect, ASKED, reading(now));

const snapshotOf = (events: unknown, dialect?: Dialect, now?: string): Snapshot => {
  const result = read(events, dialect, now);
  if (!result.ok) throw new Error(result.reason);
  return result.snapshot;
};

const only = (event: Json, now?: string): CarrierEvent => {
  const [first] = allEvents(snapshotOf([event], undefined, now));
  if (!first) throw new Error('no event');
  return first;
};

describe('normalise', () => {
  it('reads the published sample field by field [D-32]', () => {
    const [event] = snapshotOf([loadAtYantian()]).containers[0]?.events ?? [];
    expect(event).to.deep.equal({
      key: 'EXMP:EQUIPMENT:5f0c2a8e-8d0b-4b52-9a41-2f6f0e8b7a10',
      eventType: 'EQUIPMENT',
      eventCode: 'LOAD',
      classifier: 'ACT',
      emptyIndicator: 'LADEN',
      mode: 'VESSEL',
      originalEvent: 'EQUIPMENT/LOAD/LADEN',
      occursAt: new Date('2026-03-02T03:42:00Z'),
      occursOn: undefined,
      reportedAt: new Date('2026-03-02T04:11:09Z'),
      locationLocode: 'CNYTN',
      locationName: 'Yantian',
      facilityCode: 'YICT',
      facilityCodeList: 'SMDG',
      facilityType: 'POTE',
      vesselName: 'EXAMPLE STAR',
      vesselImo: '9074729',
      voyageNumber: '612E',
      transportCallKey: 'TC-77-CNYTN',
      transportCallSequence: 1,
      phase: undefined,
      retracted: false,
      dataSource: 'shipping_line',
      dataProviderName: 'Example Line',
      dataProviderCode: 'EXMP',
      flags: [],
      payloadId: 'payload-1',
      delayReason: undefined,
      documentType: undefined,
    });
  });

  it('leaves events without a container to the shipment, which knows the calls (rule 6) [D-32]', () => {
    const { events, containers } = snapshotOf([loadAtYantian(), arrivalAtLosAngeles()]);
    expect(events).to.have.length(1);
    expect(events[0]).to.include({ eventCode: 'ARRI', classifier: 'EST', voyageNumber: '612E', transportCallKey: 'TC-77-USLAX', delayReason: 'WEA' });
    expect(containers).to.have.length(1);
  });

  it('takes a missing offset for the clock of the place, summer and winter (rule 5) [D-32]', () => {
    expect(only(move('GTOT', 'LADEN', '2026-03-08T01:30:00')).occursAt).to.deep.equal(new Date('2026-03-08T09:30:00Z'));
    const summer = only(move('GTOT', 'LADEN', '2026-03-08T03:30:00'));
    expect(summer.occursAt).to.deep.equal(new Date('2026-03-08T10:30:00Z'));
    expect(summer.flags).to.deep.equal(['assumed_zone']);
  });

  it('says when not even the zone of the place is known (rule 5) [D-32]', () => {
    const event = only(move('GTOT', 'LADEN', '2026-03-08T01:30:00', { eventLocation: { UNLocationCode: 'XXABC' }, transportCall: {} }));
    expect(event).to.deep.include({ locationLocode: 'XXABC', flags: ['unknown_zone'], occursAt: new Date('2026-03-08T01:30:00Z') });
  });

  it('keeps a bare day a day [D-32]', () => {
    expect(only(move('GTOT', 'LADEN', '2026-03-08'))).to.deep.include({ occursOn: '2026-03-08', occursAt: new Date('2026-03-08T08:00:00Z') });
  });

  it('takes an actual far ahead of the source\'s clock for an estimate (rule 4) [D-32]', () => {
    expect(only(move('GTOT', 'LADEN', '2026-03-20T02:59:00Z')).classifier).to.equal('ACT');
    expect(only(move('GTOT', 'LADEN', '2026-03-20T03:01:00Z'))).to.deep.include({ classifier: 'EST', flags: ['future_actual'] });
    expect(only(move('GTOT', 'LADEN', '2026-03-20T03:01:00Z'), '2026-03-21T00:00:00Z').classifier).to.equal('ACT');
  });

  it('knows an event by the id its source gave it, type by type (rule 2) [D-32]', () => {
    const same = { eventID: '1' };
    const { containers, events } = snapshotOf([loadAtYantian(same), arrivalAtLosAngeles(same), loadAtYantian(same)]);
    expect(containers[0]?.events).to.have.length(1);
    expect(events).to.have.length(1);
  });

  it('believes the last word about one event, in whatever order words come (rule 1) [D-32]', () => {
    const early = arrivalAtLosAngeles({ eventCreatedDateTime: '2026-03-01T00:00:00Z', eventDateTime: '2026-03-17T00:00:00Z' });
    for (const order of [[early, arrivalAtLosAngeles()], [arrivalAtLosAngeles(), early]]) {
      expect(snapshotOf(order).events.map(({ occursAt }) => occursAt?.toISOString())).to.deep.equal(['2026-03-18T13:00:00.000Z']);
    }
  });

  it('knows an event without an id by what makes it this one (rule 2) [D-32]', () => {
    const nameless = { eventID: undefined };
    const events = [loadAtYantian(nameless), loadAtYantian(nameless), loadAtYantian({ ...nameless, eventDateTime: '2026-03-02T12:42:00+08:00' })];
    expect(snapshotOf(events).containers[0]?.events).to.have.length(2);
  });

  it('marks what was withdrawn and keeps it (rule 3) [D-32]', () => {
    const withdrawn = snapshotOf([loadAtYantian({ isRetracted: true })]);
    expect(withdrawn.containers[0]?.events[0]?.retracted).to.equal(true);
    const byOther = snapshotOf([loadAtYantian(), arrivalAtLosAngeles({ metadata: { retractedEventID: loadAtYantian()['eventID'] } })]);
    expect(byOther.containers[0]?.events[0]?.retracted).to.equal(true);
    expect(byOther.events[0]?.retracted).to.equal(false);
  });

  it('never shows a hashed reference (rule 12) [D-32]', () => {
    const hash = 'a'.repeat(64);
    const snapshot = snapshotOf([loadAtYantian({ documentReferences: [{ documentReferenceType: 'BKG', documentReferenceValue: hash }, { documentReferenceType: 'TRD', documentReferenceValue: hash }] })]);
    expect(snapshot).to.deep.include({ billOfLadingNumber: 'BL4410077', bookingNumber: undefined });
  });

  it('loses one broken event and no other [D-32]', () => {
    const result = read([loadAtYantian(), { eventType: 'EQUIPMENT' }, 7, arrivalAtLosAngeles({ eventDateTime: 'soon' }), arrivalAtLosAngeles({ eventID: '2', eventClassifierCode: 'REQ' })]);
    if (!result.ok) throw new Error(result.reason);
    expect(allEvents(result.snapshot)).to.have.length(1);
    expect(result.faults.map(({ index, reason }) => `${index} ${reason}`)).to.deep.equal([
      '1 EQUIPMENT names no event code.',
      '2 The event is no object.',
      '3 eventDateTime soon is no date.',
      '4 eventClassifierCode REQ is none of ACT, EST, PLN.',
    ]);
  });

  it('takes a body of nothing but broken events for a strange body [D-23]', () => {
    expect(read([{ a: 1 }, { b: 2 }])).to.deep.include({ ok: false });
    expect(read({ hello: 'world' })).to.deep.include({ ok: false });
    expect(read('text')).to.deep.include({ ok: false });
  });

  it('keeps unknown codes raw and lists them [D-32]', () => {
    const result = read([loadAtYantian({ equipmentEventTypeCode: 'ZZZZ' }), { ...loadAtYantian(), eventID: 'x', eventType: 'REEFER', reefereventTypeCode: undefined, eventTypeCode: 'MEAS', eventDescription: 'Temperature read' }]);
    if (!result.ok) throw new Error(result.reason);
    expect(result.unknown).to.deep.equal([
      { code: 'EQUIPMENT/ZZZZ', originalEvent: 'EQUIPMENT/ZZZZ/LADEN' },
      { code: 'REEFER/MEAS', originalEvent: 'Temperature read' },
    ]);
    expect(result.snapshot.containers[0]?.events.map(({ eventCode }) => eventCode)).to.have.members(['ZZZZ', 'MEAS']);
  });

  it('reads integers, blanks and any case as carriers write them [D-32]', () => {
    const strange = loadAtYantian({
      eventID: 6832920321,
      eventType: 'Equipment',
      equipmentEventTypeCode: 'load',
      eventClassifierCode: 'Actual',
      emptyIndicatorCode: 'Laden',
      equipmentReference: 'trku 100001-0',
      transportCall: { modeOfTransport: 'Vessel', vessel: { vesselIMONumber: 9074729, vesselName: '' }, UNLocationCode: 'cn ytn' },
      eventLocation: null,
    });
    const { containers } = snapshotOf([strange]);
    expect(containers[0]?.number).to.equal('TRKU1000010');
    expect(containers[0]?.events[0]).to.include({ key: 'EXMP:EQUIPMENT:6832920321', classifier: 'ACT', emptyIndicator: 'LADEN', mode: 'VESSEL', vesselImo: '9074729', vesselName: undefined, locationLocode: 'CNYTN' });
  });

  it('drops a ship number with a wrong check digit, and nothing else of the event [D-32]', () => {
    const event = only(loadAtYantian({ transportCall: { modeOfTransport: 'VESSEL', vessel: { vesselIMONumber: '9074720', vesselName: 'EXAMPLE STAR' } } }));
    expect(event).to.include({ vesselImo: undefined, vesselName: 'EXAMPLE STAR' });
  });

  it('tells one call from another where the carrier numbers none [D-32]', () => {
    const without = (code: string, voyage: string) => loadAtYantian({ eventID: code + voyage, equipmentEventTypeCode: code, transportCall: { UNLocationCode: 'CNYTN', exportVoyageNumber: voyage, modeOfTransport: 'VESSEL', vessel: { vesselIMONumber: '9074729' } } });
    const keys = allEvents(snapshotOf([without('LOAD', '612E'), without('DISC', '612E'), without('LOAD', '613E')])).map(({ transportCallKey }) => transportCallKey);
    expect(new Set(keys)).to.deep.equal(new Set(['CNYTN/9074729/612E', 'CNYTN/9074729/613E']));
  });

  it('notices that the booking was cancelled [D-30]', () => {
    const cancelled = { eventID: '1', eventType: 'SHIPMENT', shipmentEventTypeCode: 'CANC', documentTypeCode: 'CBR', eventClassifierCode: 'ACT', eventDateTime: '2026-03-01T00:00:00Z' };
    expect(snapshotOf([loadAtYantian(), cancelled]).bookingCancelled).to.equal(true);
    expect(snapshotOf([loadAtYantian(), { ...cancelled, documentTypeCode: 'VGM' }]).bookingCancelled).to.equal(false);
  });

  it('gives the same snapshot for any order and repetition of events and pages [D-31]', () => {
    const journey = [
      move('GTOT', 'EMPTY', '2026-02-27T02:00:00Z'),
      move('GTIN', 'LADEN', '2026-03-01T02:00:00Z'),
      loadAtYantian(),
      arrivalAtLosAngeles(),
      arrivalAtLosAngeles({ eventCreatedDateTime: '2026-03-10T00:00:00Z', eventDateTime: '2026-03-19T06:00:00-07:00' }),
      move('DISC', 'LADEN', '2026-03-19T20:00:00Z', { transportCall: { modeOfTransport: 'VESSEL', UNLocationCode: 'USLAX' } }),
      move('GTOT', 'LADEN', '2026-03-19T23:00:00Z'),
    ];
    const expected = snapshotOf(journey);
    const shuffles = fc.shuffledSubarray(journey, { minLength: journey.length }).chain((order) => fc.tuple(fc.constant(order), fc.array(fc.constantFrom(...journey), { maxLength: 5 }), fc.nat(journey.length)));
    fc.assert(
      fc.property(shuffles, ([order, repeated, cut]) => {
        const all = [...order, ...repeated];
        const result = normalise([all.slice(0, cut), all.slice(cut)], PLAIN, ASKED, reading());
        expect(result.ok && result.snapshot).to.deep.equal(expected);
      }),
    );
  });

  it('never throws, whatever a carrier sends [D-32]', () => {
    fc.assert(fc.property(fc.anything(), (anything) => void normalise([anything, [anything]], PLAIN, ASKED, reading())));
    fc.assert(
      fc.property(fc.record({ eventType: fc.constantFrom('EQUIPMENT', 'TRANSPORT', 'SHIPMENT'), equipmentEventTypeCode: fc.anything(), eventDateTime: fc.anything(), eventClassifierCode: fc.constant('ACT'), transportCall: fc.anything(), eventLocation: fc.anything(), documentReferences: fc.anything(), seals: fc.anything() }), (event) => void read([event])),
    );
  });

  it('takes the container that was asked for as one of the answer, but not the name of a sandbox scenario [D-61]', () => {
    const containersOf = (number: string) => {
      const result = normalise([[arrivalAtLosAngeles()]], PLAIN, { type: 'container', number }, reading());
      return result.ok ? result.snapshot.containers.map((container) => container.number) : result.reason;
    };
    expect(containersOf('TRKU1000010')).to.deep.equal(['TRKU1000010']);
    expect(containersOf('TESTDIRECT')).to.deep.equal([]);
  });
});
