import { isContainerNumber } from '@landfall/shipping/container-number';
import { expect } from 'chai';
import type { DcsaEvent } from '../../src/domain/dcsa-event.js';
import { running, type Running } from '../running.js';

const events = (body: unknown) => body as DcsaEvent[];

describe('GET /v2/events', () => {
  let carrier: Running;
  before(async () => {
    carrier = await running();
    await carrier.post('/sandbox/clock', { pause: true });
  });
  after(() => carrier.stop());

  const ask = (query: string) => carrier.get(`/v2/events?${query}`);

  it('answers a bare array of planned events for a number asked for the first time [D-60]', async () => {
    const { status, headers, body } = await ask('transportDocumentReference=TEST-DIRECT-FIRST');
    expect(status).to.equal(200);
    expect(headers.get('api-version')).to.equal('2.2.0');
    expect(events(body).map(({ eventType, eventClassifierCode }) => `${eventType} ${eventClassifierCode}`)).to.have.members([
      'SHIPMENT ACT', 'EQUIPMENT PLN', 'TRANSPORT PLN', 'TRANSPORT PLN', 'EQUIPMENT PLN',
    ]);
    const box = events(body).find(({ equipmentReference }) => equipmentReference)?.equipmentReference ?? '';
    expect(isContainerNumber(box)).to.equal(true);
  });

  it('says with its answer what time it is [D-62]', async () => {
    const { headers } = await ask('transportDocumentReference=TEST-DIRECT-FIRST');
    expect(headers.get('sandbox-now')).to.equal((await carrier.get('/sandbox/clock')).body.now);
  });

  it('answers for bill, booking, box and scenario name alike, however they are written [D-61]', async () => {
    const first = await ask('transportDocumentReference=TEST-DIRECT-ALIKE');
    const box = events(first.body).find(({ equipmentReference }) => equipmentReference)?.equipmentReference;
    for (const query of ['transportDocumentReference=TESTDIRECTALIKE', 'carrierBookingReference=test-direct-alike', 'equipmentReference=TESTDIRECTALIKE', `equipmentReference=${box}`]) {
      expect((await ask(query)).body, query).to.deep.equal(first.body);
    }
    expect((await ask(`carrierBookingReference=TEST-DIRECT-ALIKE&equipmentReference=${box}`)).body).to.deep.equal(first.body);
    expect((await ask(`carrierBookingReference=TEST-DIRECT-OTHER&equipmentReference=${box}`)).status).to.equal(404);
  });

  it('refuses at once what the original fails, and does not know what nobody booked [D-60]', async () => {
    const failed = await ask('carrierBookingReference=TEST-TR-FAILED');
    expect(failed.status).to.equal(400);
    expect(failed.body).to.include({ httpMethod: 'GET', requestUri: '/v2/events?carrierBookingReference=TEST-TR-FAILED', statusCode: 400, statusCodeText: 'Bad Request' });
    expect(failed.body.errors[0]).to.have.all.keys('reason', 'message');
    expect(Date.parse(failed.body.errorDateTime)).to.be.a('number').and.not.NaN;
    expect((await ask('carrierBookingReference=HLCU1234567')).status).to.equal(404);
  });

  it('lets a plan become a fact as the clock passes it, under the time of its telling [D-61 D-62]', async () => {
    await ask('transportDocumentReference=TEST-DIRECT-CLOCK');
    const before = (await carrier.get('/sandbox/clock')).body.now;
    const { body: clock } = await carrier.post('/sandbox/clock', { advance: 'P10D' });
    expect(Date.parse(clock.now) - Date.parse(before)).to.equal(10 * 86_400_000);
    const told = events((await ask('transportDocumentReference=TEST-DIRECT-CLOCK')).body);
    const actual = told.filter(({ eventClassifierCode, eventType }) => eventClassifierCode === 'ACT' && eventType !== 'SHIPMENT');
    expect(actual.map((event) => event.equipmentEventTypeCode ?? event.transportEventTypeCode)).to.deep.equal(['GTOT', 'GTIN', 'LOAD', 'DEPA']);
    expect(told.every(({ eventCreatedDateTime }) => eventCreatedDateTime <= clock.now)).to.equal(true);
    expect(actual.every(({ eventDateTime }) => Date.parse(eventDateTime) <= Date.parse(clock.now))).to.equal(true);
  });

  it('leads page by page through every event once, by link and by cursor [D-60]', async () => {
    const all = events((await ask('carrierBookingReference=TEST-TRANSSHIP-PAGES')).body).map(({ eventID }) => eventID);
    const byLink: string[] = [];
    let next: string | null = '/v2/events?carrierBookingReference=TEST-TRANSSHIP-PAGES&limit=2';
    let pages = 0;
    while (next) {
      const page = await carrier.get(next);
      byLink.push(...events(page.body).map(({ eventID }) => eventID));
      expect(page.headers.get('first-page')).to.be.a('string');
      next = page.headers.get('next-page');
      pages += 1;
    }
    expect(byLink).to.deep.equal(all);
    expect(pages).to.equal(Math.ceil(all.length / 2));

    const first = await ask('carrierBookingReference=TEST-TRANSSHIP-PAGES&limit=2');
    const second = await ask(`carrierBookingReference=TEST-TRANSSHIP-PAGES&limit=2&cursor=${first.headers.get('next-page-cursor')}`);
    expect(events(second.body).map(({ eventID }) => eventID)).to.deep.equal(all.slice(2, 4));
    expect((await ask(`carrierBookingReference=TEST-TRANSSHIP-OTHER&limit=2&cursor=${first.headers.get('next-page-cursor')}`)).status).to.equal(400);
    expect((await ask('carrierBookingReference=TEST-DIRECT&cursor=nonsense')).status).to.equal(400);
  });

  it('refuses what no event can answer, naming each fault [D-60]', async () => {
    const wrong = [
      'eventType=FLIGHT', 'eventType=TRANSPORT&equipmentEventTypeCode=LOAD', 'shipmentEventTypeCode=CONF&transportEventTypeCode=DEPA',
      'equipmentEventTypeCode=FLY', 'eventCreatedDateTime:gte=yesterday', 'eventCreatedDateTime:about=2026-01-01', 'limit=0', 'limit=many',
      'sort=eventID:ASC', 'sort=eventDateTime:UP', 'vesselIMONumber=12', 'colour=red', 'carrierBookingReference=', `equipmentReference=${'X'.repeat(16)}`,
    ];
    for (const query of wrong) {
      const { status, body } = await ask(query);
      expect(status, query).to.equal(400);
      expect(body.errors, query).to.have.length.greaterThan(0);
    }
    expect((await ask('eventType=FLIGHT&limit=0')).body.errors).to.have.length(2);
  });

  it('honours every filter [D-60]', async () => {
    const number = 'carrierBookingReference=TEST-RAIL-FILTER';
    await ask(number);
    await carrier.post('/sandbox/clock', { advance: 'P60D' });
    const all = events((await ask(number)).body);
    const sample = all.find(({ transportCall }) => transportCall?.vessel);
    const middle = all[Math.floor(all.length / 2)]?.eventCreatedDateTime ?? '';
    const cases: [string, (event: DcsaEvent) => boolean][] = [
      ['eventType=TRANSPORT,SHIPMENT', ({ eventType }) => eventType !== 'EQUIPMENT'],
      ['shipmentEventTypeCode=CONF', ({ shipmentEventTypeCode }) => shipmentEventTypeCode === 'CONF'],
      ['documentTypeCode=TRD', ({ documentTypeCode }) => documentTypeCode === 'TRD'],
      ['eventType=TRANSPORT&transportEventTypeCode=DEPA', ({ transportEventTypeCode }) => transportEventTypeCode === 'DEPA'],
      ['equipmentEventTypeCode=LOAD,DISC', ({ equipmentEventTypeCode }) => equipmentEventTypeCode === 'LOAD' || equipmentEventTypeCode === 'DISC'],
      [`transportCallID=${sample?.transportCall?.transportCallID}`, ({ transportCall }) => transportCall?.transportCallID === sample?.transportCall?.transportCallID],
      [`vesselIMONumber=${sample?.transportCall?.vessel?.vesselIMONumber}`, ({ transportCall }) => transportCall?.vessel?.vesselIMONumber === sample?.transportCall?.vessel?.vesselIMONumber],
      [`exportVoyageNumber=${sample?.transportCall?.exportVoyageNumber}`, ({ transportCall }) => transportCall?.exportVoyageNumber === sample?.transportCall?.exportVoyageNumber],
      [`carrierServiceCode=${sample?.transportCall?.carrierServiceCode}`, ({ transportCall }) => transportCall?.carrierServiceCode === sample?.transportCall?.carrierServiceCode],
      [`UNLocationCode=${sample?.transportCall?.UNLocationCode}`, ({ transportCall }) => transportCall?.UNLocationCode === sample?.transportCall?.UNLocationCode],
      [`eventCreatedDateTime:gte=${middle}`, ({ eventCreatedDateTime }) => eventCreatedDateTime >= middle],
      [`eventCreatedDateTime:gt=${middle}`, ({ eventCreatedDateTime }) => eventCreatedDateTime > middle],
      [`eventCreatedDateTime:lte=${middle}`, ({ eventCreatedDateTime }) => eventCreatedDateTime <= middle],
      [`eventCreatedDateTime:lt=${middle}`, ({ eventCreatedDateTime }) => eventCreatedDateTime < middle],
      [`eventCreatedDateTime=${middle}`, ({ eventCreatedDateTime }) => eventCreatedDateTime === middle],
    ];
    for (const [query, holds] of cases) {
      const found = events((await ask(`${number}&${query}`)).body).map(({ eventID }) => eventID);
      expect(found, query).to.have.length.greaterThan(0);
      expect(found, query).to.deep.equal(all.filter(holds).map(({ eventID }) => eventID));
    }
    const latestFirst = events((await ask(`${number}&sort=eventDateTime:DESC`)).body).map(({ eventDateTime }) => Date.parse(eventDateTime));
    expect(latestFirst).to.deep.equal([...latestFirst].sort((a, b) => b - a));
    expect(events((await ask('eventType=SHIPMENT')).body)).to.have.length.greaterThan(1);
  });
});
