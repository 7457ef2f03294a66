import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { logger } from '@landfall/kit/log';
import { localServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { WebSocketServer, type WebSocket } from 'ws';
import type { AisReport } from '../../src/domain/ais.js';
import { aisstream } from '../../src/outside/ais/aisstream.js';
import { digitraffic } from '../../src/outside/ais/digitraffic.js';
import { listening } from '../../src/outside/ais/feed.js';
import { nmea } from '../../src/outside/ais/nmea.js';

const log = logger('test', process.env['LOG_LEVEL'] ?? 'silent');
const now = () => new Date('2026-03-18T06:00:00Z');

const position = (mmsi: number) => JSON.stringify({ MessageType: 'PositionReport', MetaData: { MMSI: mmsi, time_utc: '2026-03-18 05:58:11 +0000 UTC' }, Message: { PositionReport: { UserID: mmsi, Latitude: 33.6, Longitude: -118.4, Valid: true } } });

const streamServer = async (onSubscribed: (socket: WebSocket, count: number) => void) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const subscriptions: Record<string, unknown>[] = [];
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      subscriptions.push(JSON.parse(String(data)) as Record<string, unknown>);
      onSubscribed(socket, subscriptions.length);
    }),
  );
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, subscriptions, stop: () => new Promise<void>((resolve) => { server.clients.forEach((client) => client.terminate()); server.close(() => resolve()); }) };
};

describe('aisstream', () => {
  const heardFrom = (url: string) => {
    const heard: AisReport[] = [];
    const feed = aisstream({ name: 'test', url, key: 'k', log, luck: () => 0.5, silenceMs: 60, firstPauseMs: 5 }).open((report) => heard.push(report));
    return { heard, feed };
  };

  it('subscribes as soon as it is connected and hears ships', async () => {
    const server = await streamServer((socket) => socket.send(position(563012345)));
    const { heard, feed } = heardFrom(server.url);
    await until('a ship is heard', () => heard[0]);
    expect(server.subscriptions[0]).to.deep.include({ APIKey: 'k', BoundingBoxes: [[[-90, -180], [90, 180]]] });
    await feed.close();
    await server.stop();
  });

  it('comes back after a close, and after a connection that only pretends to live', async () => {
    const server = await streamServer((socket, count) => {
      if (count === 1) socket.terminate();
      // The second connection stays open and says nothing: the watchdog cuts it.
      if (count === 3) socket.send(position(563012346));
    });
    const { heard, feed } = heardFrom(server.url);
    await until('the third connection speaks', () => heard[0]);
    expect(heard[0]?.mmsi).to.equal('563012346');
    await feed.close();
    await server.stop();
  });

  it('is not upset by nonsense', async () => {
    const server = await streamServer((socket) => ['{', '{}', '[]', 'null', position(1), position(563012345)].forEach((text) => socket.send(text)));
    const { heard, feed } = heardFrom(server.url);
    await until('a ship is heard', () => heard[0]);
    expect(heard).to.have.length(1);
    await feed.close();
    await server.stop();
  });
});

describe('digitraffic', () => {
  it('learns who the ships are before where they are, and asks only for news', async () => {
    const server = await localServer((seen, res) => {
      const body = seen.url.startsWith('/api/ais/v1/vessels') ? [{ mmsi: 230123250, imo: 9074729, name: 'EXAMPLE STAR' }] : { features: [{ mmsi: 230123250, geometry: { coordinates: [24.9, 60.1] }, properties: { timestampExternal: now().getTime() } }] };
      res.writeHead(200).end(JSON.stringify(body));
    });
    const heard: AisReport[] = [];
    const feed = digitraffic({ url: server.url, log, now, everyMs: 10 }).open((report) => heard.push(report));
    await until('two rounds are asked', () => server.seen.length >= 4);
    await feed.close();
    expect(heard.slice(0, 2).map(({ imo, position: where }) => [imo, where?.latitude])).to.deep.equal([['9074729', undefined], [undefined, 60.1]]);
    expect(server.seen[2]?.url).to.equal(`/api/ais/v1/vessels?from=${now().getTime()}`);
    await server.stop();
  });
});

describe('nmea', () => {
  const single = '!AIVDM,1,1,,B,133i;RPP1DPEbcDMV@1r:Ow:2>`<,0*41';
  const parts = ['!AIVDM,2,1,7,A,57lof8`2F5HeT<eC:204e86373:222222222221@8HQC16Ch0:RA7kAD,0*28', '!AIVDM,2,2,7,A,PBp888888888880,2*79'];

  it('hears an own receiver over UDP, in one and in several parts, with noise between', async () => {
    const probe = createSocket('udp4');
    await new Promise<void>((resolve) => probe.bind(0, '127.0.0.1', resolve));
    const { port } = probe.address();
    await new Promise<void>((resolve) => probe.close(() => resolve()));
    const heard: AisReport[] = [];
    const feed = nmea(`udp://127.0.0.1:${port}`, log, now).open((report) => heard.push(report));
    const sender = createSocket('udp4');
    await until('both are heard', () => {
      sender.send(`$GPGGA,noise\r\n!AIVDM,1,1,,A,garbage,0*00\r\n${single}\r\n${parts.join('\r\n')}\r\n`, port, '127.0.0.1');
      return heard.some(({ position: where }) => where) && heard.some(({ position: where }) => !where);
    });
    expect(heard.find(({ position: where }) => where)).to.deep.include({ mmsi: '205278090' });
    expect(heard.find(({ position: where }) => where)?.position).to.deep.include({ speedKnots: 8.4, at: now() });
    await new Promise<void>((resolve) => sender.close(() => resolve()));
    await feed.close();
  });

  it('hears an own receiver over TCP, however the lines are cut', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(single.slice(0, 20));
      setImmediate(() => socket.write(`${single.slice(20)}\r\n${single}\n`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const heard: AisReport[] = [];
    const feed = nmea(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, log, now).open((report) => heard.push(report));
    await until('two sentences are heard', () => heard.length === 2);
    await feed.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});

describe('listening', () => {
  const leasesOf = (holder: { name: string | null }) => ({
    hold: async (_name: string, who: string) => {
      holder.name ??= who;
      return holder.name === who;
    },
    release: async () => {
      holder.name = null;
    },
  });

  it('lets one replica hear a feed, and another one step in', async () => {
    const holder: { name: string | null } = { name: null };
    const opened: string[] = [];
    const part = (who: string) => listening({ feed: { name: 'f', open: () => (opened.push(who), { close: async () => void opened.push(`${who} closed`) }) }, hear: async () => undefined, leases: leasesOf(holder), holder: who, log, now });
    const [a, b] = [part('a'), part('b')];
    await a.start();
    await b.start();
    expect(opened).to.deep.equal(['a']);
    await a.stop();
    await b.stop();
    const c = part('c');
    holder.name = null;
    await c.start();
    expect(opened).to.deep.equal(['a', 'a closed', 'c']);
    await c.stop();
  });

  it('records one report after the other, and goes on after a fault', async () => {
    const heard: string[] = [];
    let sink: (report: AisReport) => void = () => undefined;
    const part = listening({
      feed: { name: 'f', open: (hear) => ((sink = hear), { close: async () => undefined }) },
      hear: async ({ mmsi }) => {
        if (mmsi === '2') throw new Error('store away');
        heard.push(mmsi);
      },
      leases: leasesOf({ name: null }), holder: 'a', log, now,
    });
    await part.start();
    ['1', '2', '3'].forEach((mmsi) => sink({ mmsi }));
    await until('the others are recorded', () => heard.length === 2);
    expect(heard).to.deep.equal(['1', '3']);
    await part.stop();
  });
});
