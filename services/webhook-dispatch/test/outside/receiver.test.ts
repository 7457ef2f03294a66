import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Resolve } from '@landfall/kit/public-address';
import { tracing } from '@landfall/kit/trace';
import { localServer } from '@landfall/testkit/local-server';
import { freePort } from '@landfall/testkit/free-port';
import { expect } from 'chai';
import { receiver, type ReceiverOptions } from '../../src/outside/receiver.js';

const OPTIONS: ReceiverOptions = { connectTimeoutMs: 500, totalTimeoutMs: 800, mayUseLoopback: true, plainHeader: 'X-Webhook-Signature', now: () => new Date(0) };
const delivery = (url: string) => ({ url, body: '{"a":1}', notificationId: 'notification-1', secrets: ['whsec_c2VjcmV0'], headers: [{ name: 'X-Mine', value: 'yes' }] });

const tcp = async (talk: (socket: Socket) => void): Promise<{ url: string; server: Server }> => {
  const server = createTcpServer(talk);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

describe('receiver, over real sockets', () => {
  const ours: ReturnType<typeof receiver>[] = [];
  const posting = (change: Partial<ReceiverOptions> = {}) => {
    const made = receiver({ ...OPTIONS, ...change });
    ours.push(made);
    return made;
  };
  after(() => Promise.all(ours.map((each) => each.close())));

  it('sends the body as it is, signed, with our headers and the webhook\'s own [D-42][A-01]', async () => {
    const shop = await localServer((_, res) => res.writeHead(204).end());
    const sent = await posting().post(delivery(`${shop.url}/hook?x=1`));
    expect(sent).to.include({ outcome: 'succeeded', httpStatus: 204 });
    const [seen] = shop.seen;
    expect(seen).to.include({ method: 'POST', url: '/hook?x=1', body: '{"a":1}' });
    expect(seen?.headers).to.include({ 'webhook-id': 'notification-1', 'webhook-timestamp': '0', 'x-mine': 'yes', 'content-type': 'application/json' });
    expect(seen?.headers['x-webhook-signature']).to.match(/^[0-9a-f]{64}$/);
    expect(seen?.headers['x-request-id']).to.be.a('string');
    await shop.stop();
  });

  it('goes on with the trace and the id of the request that it goes back to [D-12]', async () => {
    await tracing({}).start();
    const shop = await localServer((_, res) => res.writeHead(204).end());
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    await posting().post({ ...delivery(shop.url), origin: { traceparent: `00-${trace}-00f067aa0ba902b7-00`, 'x-request-id': 'request-42' } });
    expect(shop.seen[0]?.headers).to.include({ 'x-request-id': 'request-42' });
    expect(shop.seen[0]?.headers['traceparent']).to.match(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
    await posting().post(delivery(shop.url));
    expect(shop.seen[1]?.headers).to.include({ 'x-request-id': 'notification-1' });
    await shop.stop();
  });

  it('never follows a redirect, which could lead inside our network [D-43][A-04]', async () => {
    const inside = await localServer((_, res) => res.end());
    const shop = await localServer((_, res) => res.writeHead(302, { location: inside.url }).end());
    expect(await posting().post(delivery(shop.url))).to.include({ outcome: 'refused', httpStatus: 302 });
    expect(inside.seen).to.deep.equal([]);
    await Promise.all([shop.stop(), inside.stop()]);
  });

  it('reads Retry-After in seconds and as a date [D-43]', async () => {
    const shop = await localServer(({ url }, res) => res.writeHead(503, { 'retry-after': url === '/s' ? '7' : 'Thu, 01 Jan 1970 00:00:09 GMT' }).end());
    expect((await posting().post(delivery(`${shop.url}/s`))).retryAfterMs).to.equal(7_000);
    expect((await posting().post(delivery(`${shop.url}/d`))).retryAfterMs).to.equal(9_000);
    await shop.stop();
  });

  it('keeps 16 KiB of an answer and cuts off the gigabyte behind it [D-46][A-04]', async () => {
    let written = 0;
    const shop = await localServer((_, res) => {
      res.writeHead(500);
      const pour = () => {
        while (!res.destroyed && written < 1_000_000_000) {
          written += 65_536;
          if (!res.write('x'.repeat(65_536))) return void res.once('drain', pour);
        }
        return undefined;
      };
      pour();
    });
    const sent = await posting({ totalTimeoutMs: 5_000 }).post(delivery(shop.url));
    expect(sent.outcome).to.equal('refused');
    expect(sent.responseExcerpt).to.have.length(16_384);
    expect(written).to.be.below(100_000_000);
    await shop.stop();
  });

  it('tells a silence, a trickle, a reset, garbage and a closed door apart by class [D-46][A-08]', async () => {
    const silent = await tcp(() => undefined);
    const trickling = await localServer((_, res) => {
      res.writeHead(200);
      const timer = setInterval(() => res.write('.'), 50);
      res.once('close', () => clearInterval(timer));
    });
    const resetting = await tcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const babbling = await tcp((socket) => socket.once('data', () => socket.end('what is this\r\n\r\n')));
    const { post } = posting();
    expect((await post(delivery(silent.url))).outcome).to.equal('timeout');
    expect((await post(delivery(trickling.url))).outcome).to.equal('timeout');
    expect((await post(delivery(resetting.url))).outcome).to.equal('connect');
    expect((await post(delivery(babbling.url))).outcome).to.equal('connect');
    expect((await post(delivery(`http://127.0.0.1:${await freePort()}`))).outcome).to.equal('connect');
    for (const { server } of [silent, resetting, babbling]) server.close();
    await trickling.stop();
  });

  it('refuses a certificate that nobody vouches for [D-46]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'landfall-tls-'));
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', join(folder, 'key'), '-out', join(folder, 'cert'), '-days', '1'], { stdio: 'ignore' });
    const [key, cert] = [readFileSync(join(folder, 'key')), readFileSync(join(folder, 'cert'), 'utf8')];
    const shop = createTlsServer({ key, cert }, (_, res) => res.end());
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    expect((await posting().post(delivery(url))).outcome).to.equal('tls');
    expect((await posting({ ca: cert }).post(delivery(url))).outcome).to.equal('succeeded');
    shop.closeAllConnections();
    shop.close();
  });
});

describe('where a delivery may go', () => {
  // Octal, hex, short and mixed spellings end as one of these after URL parsing; the rest hides IPv4 in IPv6.
  const FORBIDDEN = [
    '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', '10.0.0.1', '10.255.255.254', '172.16.0.1', '172.31.255.255', '192.168.1.1',
    '169.254.169.254', '100.64.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
    '[::]', '[::1]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]', '[::ffff:169.254.169.254]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]',
    '[2002:7f00:1::]', '[2002:a9fe:a9fe::]', '[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]', '[2001::1]', '[fec0::1]', '[64:ff9b:1::1]',
  ];
  const guarded = receiver({ ...OPTIONS, mayUseLoopback: false });
  after(() => guarded.close());

  it(`is no address of ${FORBIDDEN.length} inner, special or disguised ones [D-47][A-09]`, async () => {
    for (const host of FORBIDDEN) expect((await guarded.post(delivery(`https://${host}/hook`))).outcome, host).to.equal('blocked');
  });

  const resolving = (...addresses: string[]): Resolve => (_, __, done) => done(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

  it('is no name that leads to such an address, not even by one of several answers [D-47][A-09]', async () => {
    for (const addresses of [['127.0.0.1'], ['169.254.169.254'], ['93.184.216.34', '10.0.0.1'], ['::ffff:10.0.0.1']]) {
      const made = receiver({ ...OPTIONS, mayUseLoopback: false, resolve: resolving(...addresses) });
      expect((await made.post(delivery('https://shop.test/hook'))).outcome, addresses.join()).to.equal('blocked');
      await made.close();
    }
  });

  it('is judged again at every connection, so a name that changes its mind gains nothing [D-47][A-09]', async () => {
    const shop = await localServer((_, res) => res.writeHead(200, { connection: 'close' }).end());
    const port = new URL(shop.url).port;
    let asked = 0;
    const changing: Resolve = (_, __, done) => done(null, [{ address: (asked += 1) === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
    const made = receiver({ ...OPTIONS, resolve: changing });
    expect((await made.post(delivery(`http://shop.test:${port}/hook`))).outcome).to.equal('succeeded');
    expect((await made.post(delivery(`http://shop.test:${port}/hook`))).outcome).to.equal('blocked');
    expect(shop.seen).to.have.length(1);
    await made.close();
    await shop.stop();
  });

  it('is logged as dns when the name leads nowhere [D-46]', async () => {
    const failing: Resolve = (_, __, done) => done(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }), []);
    const made = receiver({ ...OPTIONS, resolve: failing });
    expect((await made.post(delivery('https://nowhere.test'))).outcome).to.equal('dns');
    await made.close();
  });
});
