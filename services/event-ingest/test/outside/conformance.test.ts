import { expect } from 'chai';
import type { LocalServer } from '@landfall/testkit/local-server';
import type { Json } from '../../src/domain/json.js';
import { client, eventsIn } from '../support/client.js';
import { publisher, schemaFaults } from '../support/publisher.js';
import { arrivalAtLosAngeles, loadAtYantian } from '../support/raw-events.js';

const documents = [{ documentReferenceType: 'BKG', documentReferenceValue: 'BK4410077' }, { documentReferenceType: 'TRD', documentReferenceValue: 'BL4410077' }];

const call = { transportCallID: 'TC-77-USLAX', carrierServiceCode: 'TP9', exportVoyageNumber: '612E', importVoyageNumber: '612E', UNLocationCode: 'USLAX', modeOfTransport: 'VESSEL', vessel: { vesselIMONumber: '9074729', vesselName: 'EXAMPLE STAR' } };

const EVENTS: Json[] = [
  loadAtYantian({ documentReferences: documents }),
  loadAtYantian({ eventID: 'b', documentReferences: documents, equipmentEventTypeCode: 'DISC', eventCreatedDateTime: '2026-03-19T00:00:00Z', transportCall: call, eventLocation: { UNLocationCode: 'USLAX' } }),
  arrivalAtLosAngeles({ documentReferences: documents, transportCall: call }),
  arrivalAtLosAngeles({ eventID: 'd', documentReferences: documents, transportEventTypeCode: 'DEPA', transportCall: { ...call, transportCallID: 'TC-77-CNYTN', UNLocationCode: 'CNYTN' }, eventCreatedDateTime: '2026-03-03T00:00:00Z' }),
  { eventID: 'e', eventType: 'SHIPMENT', shipmentEventTypeCode: 'ISSU', documentTypeCode: 'TRD', documentID: 'BL4410077', eventClassifierCode: 'ACT', eventCreatedDateTime: '2026-03-04T00:00:00Z', eventDateTime: '2026-03-04T00:00:00Z', documentReferences: documents },
  { eventID: 'f', eventType: 'SHIPMENT', shipmentEventTypeCode: 'CONF', documentTypeCode: 'CBR', documentID: 'BK4410077', eventClassifierCode: 'ACT', eventCreatedDateTime: '2026-02-20T00:00:00Z', eventDateTime: '2026-02-20T00:00:00Z', documentReferences: documents },
];

/** The suite's list for 2.2: each type alone, and crossed with each filter that it can carry. */
const SCENARIOS: Record<string, [filter: Record<string, string>, ids: string[]][]> = {
  SHIPMENT: [
    [{}, ['e', 'f']],
    [{ shipmentEventTypeCode: 'ISSU' }, ['e']],
    [{ documentTypeCode: 'CBR' }, ['f']],
    [{ carrierBookingReference: 'BK4410077' }, ['e', 'f']],
    [{ shipmentEventTypeCode: 'ISSU,CONF', documentTypeCode: 'TRD' }, ['e']],
  ],
  TRANSPORT: [
    [{}, ['0b8b6f43-1f2c-4b3a-8a3f-3f7f0f0e2d11', 'd']],
    [{ transportEventTypeCode: 'DEPA' }, ['d']],
    [{ transportCallID: 'TC-77-CNYTN' }, ['d']],
    [{ vesselIMONumber: '9074729' }, ['0b8b6f43-1f2c-4b3a-8a3f-3f7f0f0e2d11', 'd']],
    [{ exportVoyageNumber: '612E', UNLocationCode: 'CNYTN' }, ['d']],
    [{ carrierServiceCode: 'TP9' }, ['0b8b6f43-1f2c-4b3a-8a3f-3f7f0f0e2d11', 'd']],
  ],
  EQUIPMENT: [
    [{}, ['5f0c2a8e-8d0b-4b52-9a41-2f6f0e8b7a10', 'b']],
    [{ equipmentEventTypeCode: 'DISC' }, ['b']],
    [{ equipmentReference: 'TRKU1000010' }, ['5f0c2a8e-8d0b-4b52-9a41-2f6f0e8b7a10', 'b']],
    [{ UNLocationCode: 'USLAX' }, ['b']],
    [{ transportCallID: 'TC-77-CNYTN', vesselIMONumber: '9074729' }, ['5f0c2a8e-8d0b-4b52-9a41-2f6f0e8b7a10']],
  ],
};

const OPERATORS: [Record<string, string>, number][] = [
  [{ 'eventCreatedDateTime:gte': '2026-03-04T00:00:00Z' }, 3],
  [{ 'eventCreatedDateTime:gt': '2026-03-04T00:00:00Z' }, 2],
  [{ 'eventCreatedDateTime:lte': '2026-03-03T00:00:00Z' }, 3],
  [{ 'eventCreatedDateTime:lt': '2026-03-03T00:00:00Z' }, 2],
  [{ 'eventCreatedDateTime:eq': '2026-03-04T00:00:00Z' }, 1],
  [{ 'eventCreatedDateTime:gte': '2026-03-01T00:00:00Z', 'eventCreatedDateTime:lt': '2026-03-05T00:00:00Z' }, 3],
];

const REFUSED: Record<string, string>[] = [
  { eventType: 'PARTY' },
  { eventType: 'TRANSPORT', transportEventTypeCode: 'LOAD' },
  { eventType: 'EQUIPMENT', equipmentEventTypeCode: 'ISSU' },
  { eventType: 'SHIPMENT', shipmentEventTypeCode: 'ARRI' },
  { eventType: 'SHIPMENT', transportEventTypeCode: 'ARRI' },
  { nonsense: '1' },
];

describe('DCSA Track & Trace 2.2, the conformance scenarios as a subscriber', () => {
  let carrier: LocalServer;
  before(async () => {
    carrier = await publisher(EVENTS);
  });
  after(() => carrier.stop());

  const ask = (filter: Record<string, string>, size = 100) => client({ baseUrl: carrier.url, companions: { bill_of_lading: filter }, page: { parameter: 'limit', size } })();
  const ids = async (filter: Record<string, string>, size?: number) => eventsIn(await ask(filter, size)).map(({ eventID }) => eventID);

  it('is tested with events that the schemas accept', () => {
    expect(EVENTS.map(schemaFaults)).to.deep.equal(EVENTS.map(() => []));
  });

  for (const [eventType, scenarios] of Object.entries(SCENARIOS)) {
    for (const [filter, expected] of scenarios) {
      it(`reads ${eventType} events by ${Object.keys(filter).join(' and ') || 'type alone'} [D-60]`, async () => {
        expect(await ids({ eventType, ...filter })).to.have.members(expected);
      });
    }
  }

  for (const [filter, count] of OPERATORS) {
    it(`reads by ${Object.keys(filter).join(' and ')} [D-60]`, async () => {
      expect(await ids(filter)).to.have.length(count);
    });
  }

  for (const filter of REFUSED) {
    it(`understands that ${JSON.stringify(filter)} is refused [D-60]`, async () => {
      expect(await ask(filter)).to.include({ kind: 'refused', reason: 'invalid_number' });
    });
  }

  it('follows pages of one event to the end, in order [D-60]', async () => {
    const asked = carrier.seen.length;
    expect(await ids({}, 1)).to.have.length(EVENTS.length);
    expect(carrier.seen.length - asked).to.equal(EVENTS.length);
    expect(carrier.seen.at(-1)?.headers['api-version']).to.equal('2');
  });

  it('finds the next page by either header and by a bare cursor [D-60]', async () => {
    for (const headers of [['Next-Page'], ['Next-Page-Cursor']]) {
      const answer = await client({ baseUrl: carrier.url, page: { parameter: 'limit', size: 1 }, paging: { kind: 'link', headers } })();
      expect(eventsIn(answer)).to.have.length(EVENTS.length);
    }
  });

  it('asks by bill of lading, by booking and by container [D-20]', async () => {
    const byAll = client({ baseUrl: carrier.url });
    expect(eventsIn(await byAll('BL4410077', 'bill_of_lading'))).to.have.length(6);
    expect(eventsIn(await byAll('BK4410077', 'booking_number'))).to.have.length(6);
    expect(eventsIn(await byAll('TRKU1000010', 'container'))).to.have.length(2);
    expect(await byAll('NOBODYKNOWS', 'container')).to.include({ kind: 'absent', known: true });
  });
});
