import { expect } from 'chai';
import { running, type Running } from '../running.js';

describe('GET /terminal/v1/containers/{number}', () => {
  let carrier: Running;
  before(async () => {
    carrier = await running();
    await carrier.post('/sandbox/clock', { pause: true });
  });
  after(() => carrier.stop());

  const boxOf = async (number: string): Promise<string> => {
    const { body } = await carrier.get(`/v2/events?carrierBookingReference=${number}&eventType=EQUIPMENT`);
    return body[0].equipmentReference;
  };
  const ask = (box: string) => carrier.get(`/terminal/v1/containers/${box}`);

  it('does not know a box before its ship is near, nor one that nobody booked [D-60]', async () => {
    expect((await ask(await boxOf('TEST-HOLD'))).status).to.equal(404);
    expect((await ask('TSTU0000000')).status).to.equal(404);
    // Asking the terminal begins no journey.
    expect((await ask('TEST-DIRECT-NEVER-BOOKED')).status).to.equal(404);
    expect((await carrier.store.connection.useDb('sandbox-carrier').collection('journeys').countDocuments({ number: 'TESTDIRECTNEVERBOOKED' }))).to.equal(0);
  });

  it('says in canonical form what holds a box, and lets it go [D-60 D-61]', async () => {
    const box = await boxOf('TEST-HOLD');
    await carrier.post('/sandbox/clock', { advance: 'P27D' });
    const held = (await ask(box)).body;
    expect(held).to.deep.include({ container: box, available: false, lastFreeDay: null, holds: [{ name: 'customs', status: 'hold', description: 'Customs examination' }], fees: [], events: [] });
    expect(held.terminal).to.include({ locode: 'USLAX', smdg: 'APMT', firms: 'W185' });
    await carrier.post('/sandbox/clock', { advance: 'P3D' });
    const free = (await ask(box)).body;
    expect(free).to.deep.include({ available: true, holds: [] });
    expect(free.lastFreeDay).to.match(/^\d{4}-\d{2}-\d{2}$/);
    expect(free.yardLocation).to.match(/^[A-F]\d{4}$/);
  });

  it('tells at once that a box has left by the gate [D-61]', async () => {
    await carrier.post('/sandbox/clock', { advance: 'P3D' });
    const { body } = await ask(await boxOf('TEST-HOLD'));
    expect(body).to.deep.include({ available: false, yardLocation: null });
    expect(body.events).to.have.length(1);
    expect(body.events[0]).to.include({ eventType: 'EQUIPMENT', equipmentEventTypeCode: 'GTOT', emptyIndicatorCode: 'LADEN', eventClassifierCode: 'ACT' });
  });
});
