import { expect } from 'chai';
import { running, type Running } from '../running.js';

const DAY_MS = 86_400_000;

describe('/sandbox/clock', () => {
  let carrier: Running;
  before(async () => {
    carrier = await running();
  });
  after(() => carrier.stop());

  const read = async (headers = {}) => (await carrier.get('/sandbox/clock', headers)).body;

  it('says the time, the pace, and how long it keeps it [D-62]', async () => {
    const { status, body } = await carrier.get('/sandbox/clock');
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('now', 'speed', 'paused', 'plays_until');
    expect(body).to.include({ speed: 86_400, paused: false });
  });

  it('is advanced by milliseconds and by durations, paused and set to another speed [D-62]', async () => {
    const paused = (await carrier.post('/sandbox/clock', { pause: true })).body;
    expect(await read()).to.deep.equal(paused);
    const later = (await carrier.post('/sandbox/clock', { advance: 'P1DT12H' })).body;
    expect(Date.parse(later.now) - Date.parse(paused.now)).to.equal(1.5 * DAY_MS);
    expect(Date.parse((await carrier.post('/sandbox/clock', { advance: 60_000 })).body.now) - Date.parse(later.now)).to.equal(60_000);
    expect((await carrier.post('/sandbox/clock', { speed: 3_600, pause: false })).body).to.include({ speed: 3_600, paused: false });
  });

  it('refuses what is no time, and says where [D-62]', async () => {
    for (const body of [{}, { advance: -1 }, { advance: 'soon' }, { advance: 'P' }, { speed: 0 }, { speed: 'fast' }, { pause: 'yes' }, { rewind: 1 }, { advance: 'P9999D' }]) {
      const { status, body: answer } = await carrier.post('/sandbox/clock', body);
      expect(status, JSON.stringify(body)).to.equal(422);
      expect(answer.errors[0].source.pointer).to.be.a('string');
    }
  });

  it('gives each account a clock and journeys of its own [D-62]', async () => {
    const mine = { 'x-sandbox-account': 'account-1' };
    await carrier.post('/sandbox/clock', { pause: true });
    const before = await read();
    await carrier.post('/sandbox/clock', { pause: true }, mine);
    await carrier.post('/sandbox/clock', { advance: 'P100D' }, mine);
    expect(await read()).to.deep.equal(before);
    expect(Date.parse((await read(mine)).now) - Date.parse(before.now)).to.be.greaterThan(90 * DAY_MS);
    const path = '/v2/events?transportDocumentReference=TEST-DIRECT-MINE';
    const [theirs, ours] = [(await carrier.get(path)).body, (await carrier.get(path, mine)).body];
    expect(ours[0].eventDateTime).to.not.equal(theirs[0].eventDateTime);
    expect(ours[0].eventID).to.not.equal(theirs[0].eventID);
  });
});

describe('several sandbox carriers, and one that starts again', () => {
  it('tell the same time and the same journeys from one store [D-60 D-62]', async () => {
    const first = await running();
    const second = await running({}, first.store);
    await first.post('/sandbox/clock', { pause: true });
    const path = '/v2/events?carrierBookingReference=TEST-MULTI-REPLICAS';
    const told = await first.get(path);
    await second.post('/sandbox/clock', { advance: 'P20D' });
    const later = (await second.get(path)).body;
    expect(later).to.have.length.greaterThan(told.body.length);
    await second.stop();

    const third = await running({}, first.store);
    expect((await third.get(path)).body).to.deep.equal(later);
    expect((await third.get('/sandbox/clock')).body.paused).to.equal(true);
    await third.stop();
    await first.stop();
  });

  it('agree on one beginning, however many ask first at once [D-61]', async () => {
    const first = await running();
    const second = await running({}, first.store);
    const path = '/v2/events?carrierBookingReference=TEST-DIRECT-RACE&eventType=SHIPMENT';
    const answers = await Promise.all([first, second, first, second, first, second].map(({ get }) => get(path)));
    expect(new Set(answers.map(({ body }) => body[0].eventID)).size).to.equal(1);
    await second.stop();
    await first.stop();
  });
});
