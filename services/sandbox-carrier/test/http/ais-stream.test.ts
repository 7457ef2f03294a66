import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import WebSocket from 'ws';
import type { AisMessage } from '../../src/domain/vessel-position.js';
import { running, type Running } from '../running.js';

const WORLD = [[[-90, -180], [90, 180]]];

type Heard = { messages: (AisMessage & { error?: string })[]; closed: boolean; socket: WebSocket };

const listen = async (carrier: Running, subscription: unknown, headers: Record<string, string> = {}): Promise<Heard> => {
  const socket = new WebSocket(`${carrier.url.replace('http', 'ws')}/ais/v0/stream`, { headers });
  const heard: Heard = { messages: [], closed: false, socket };
  socket.on('message', (data) => heard.messages.push(JSON.parse(String(data)) as AisMessage));
  socket.on('close', () => (heard.closed = true));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  if (subscription !== undefined) socket.send(JSON.stringify(subscription));
  return heard;
};

const all = (more: object = {}) => ({ APIKey: 'any', BoundingBoxes: WORLD, FilterMessageTypes: ['PositionReport', 'ShipStaticData'], ...more });
const reports = ({ messages }: Heard): Record<string, unknown>[] => messages.flatMap(({ Message }) => (Message['PositionReport'] ? [Message['PositionReport']] : []));

describe('ws /ais/v0/stream', () => {
  let carrier: Running;
  let imo: string;
  before(async () => {
    carrier = await running({ AIS_EVERY_MS: '20' });
    await carrier.post('/sandbox/clock', { pause: true });
  });
  after(() => carrier.stop());

  it('tells of a ship in port while no journey plays, so that the feed is not taken for dead [D-60]', async () => {
    const heard = await listen(carrier, all());
    const [first] = await until('a ship is heard', () => (heard.messages.length > 1 ? heard.messages : false));
    expect(first?.MessageType).to.equal('ShipStaticData');
    expect(reports(heard)[0]).to.include({ NavigationalStatus: 5, Sog: 0 });
    heard.socket.terminate();
  });

  it('sails the ship of a journey along the sea lanes between its ports, under the sandbox time [D-60 D-62]', async () => {
    const { body } = await carrier.get('/v2/events?carrierBookingReference=TEST-DIRECT&eventType=TRANSPORT');
    imo = body[0].transportCall.vessel.vesselIMONumber;
    await carrier.post('/sandbox/clock', { advance: 'P11D' });
    const places: [number, number][] = [];
    for (let day = 11; day < 24; day += 4) {
      const heard = await listen(carrier, all());
      await until('ship and place are heard', () => heard.messages.length > 1);
      const ship = heard.messages.find(({ MessageType }) => MessageType === 'ShipStaticData');
      expect(String(ship?.Message['ShipStaticData']?.['ImoNumber'])).to.equal(imo);
      const [report] = reports(heard);
      expect(report).to.include({ NavigationalStatus: 0, Valid: true });
      expect(report?.['Sog']).to.be.within(10, 24);
      const now = (await carrier.get('/sandbox/clock')).body.now as string;
      expect(ship?.MetaData.time_utc.slice(0, 10)).to.equal(now.slice(0, 10));
      places.push([Number(report?.['Longitude']), Number(report?.['Latitude'])]);
      heard.socket.terminate();
      await carrier.post('/sandbox/clock', { advance: 'P4D' });
    }
    // Eastward over the Pacific: past Japan, over the date line, toward California.
    expect(places.map(([longitude]) => (longitude + 360) % 360)).to.satisfy((east: number[]) => east.every((value, at) => at === 0 || value > (east[at - 1] ?? 0)));
    expect(places.every(([, latitude]) => latitude > 15 && latitude < 55)).to.equal(true);
  });

  it('sends only the ships, kinds and waters that were asked for [D-60]', async () => {
    const [elsewhere, other, named] = await Promise.all([
      listen(carrier, all({ BoundingBoxes: [[[-60, 0], [-50, 10]]] })),
      listen(carrier, all({ FiltersShipMMSI: ['200000000'] })),
      listen(carrier, all({ FilterMessageTypes: ['ShipStaticData'] })),
    ]);
    await until('many rounds have passed', () => named.messages.length > 2);
    expect(elsewhere.messages).to.deep.equal([]);
    expect(other.messages).to.deep.equal([]);
    expect(named.messages.every(({ MessageType }) => MessageType === 'ShipStaticData')).to.equal(true);
    for (const { socket } of [elsewhere, other, named]) socket.terminate();
  });

  it('hangs up on whoever does not subscribe properly, and serves nothing elsewhere [D-60]', async () => {
    for (const subscription of [{ BoundingBoxes: WORLD }, { APIKey: 'any' }, { APIKey: 'any', BoundingBoxes: [[1, 2]] }, null]) {
      const heard = await listen(carrier, subscription);
      await until('it is closed', () => heard.closed);
      expect(heard.messages[0]?.error).to.be.a('string');
    }
    const silent = await listen(carrier, undefined);
    await until('the silent one is closed', () => silent.closed);
    const lost = new WebSocket(`${carrier.url.replace('http', 'ws')}/elsewhere`);
    expect(await new Promise((resolve) => lost.once('error', (error) => resolve(error.message)))).to.contain('404');
  });

  it('falls silent, jumps and sends empty values on demand [D-60]', async () => {
    const mine = { 'x-sandbox-account': 'noisy' };
    await carrier.get('/v2/events?carrierBookingReference=TEST-DIRECT', mine);
    await carrier.post('/sandbox/clock', { pause: true, advance: 'P15D' }, mine);
    await carrier.post('/sandbox/faults', { fault: 'ais_sentinels' }, mine);
    const sentinels = await listen(carrier, all(), mine);
    await until('a position is heard', () => reports(sentinels).length > 0);
    expect(reports(sentinels)[0]).to.include({ Sog: 102.3, Cog: 360, TrueHeading: 511, Latitude: 91, Longitude: 181 });

    await fetch(`${carrier.url}/sandbox/faults`, { method: 'DELETE', headers: mine });
    await carrier.post('/sandbox/faults', { fault: 'ais_jump' }, mine);
    const jumping = await listen(carrier, all(), mine);
    await until('positions are heard', () => reports(jumping).length > 6);
    expect(new Set(reports(jumping).map((report) => Math.sign(Number(report['Latitude'])))).size).to.equal(2);

    await carrier.post('/sandbox/faults', { fault: 'ais_silence' }, mine);
    const silent = await listen(carrier, all(), mine);
    const audible = await listen(carrier, all());
    await until('others hear on', () => reports(audible).length > 3);
    expect(silent.messages).to.deep.equal([]);
    for (const { socket } of [sentinels, jumping, silent, audible]) socket.terminate();
  });
});
