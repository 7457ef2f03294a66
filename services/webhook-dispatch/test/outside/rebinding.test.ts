import { createServer } from 'node:http';
import { connect } from 'node:net';
import { listening, type Listening } from '@landfall/testkit/listening';
import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { expect } from 'chai';
import { receiver, type ReceiverOptions } from '../../src/outside/receiver.js';
import { dnsStub } from './dns-stub.js';

const OPTIONS: ReceiverOptions = { connectTimeoutMs: 500, totalTimeoutMs: 2_000, mayUseLoopback: true, plainHeader: 'X-Webhook-Signature', now: () => new Date(0) };
const delivery = (url: string) => ({ url, body: '{}', notificationId: 'notification-1', secrets: ['whsec_c2VjcmV0'], headers: [] });

describe('a name server that lies', () => {
  let shop: LocalServer;
  let port: string;
  before(async () => {
    shop = await localServer((_, res) => res.writeHead(200, { connection: 'close' }).end());
    port = new URL(shop.url).port;
  });
  after(() => shop.stop());
  beforeEach(() => {
    shop.seen.length = 0;
  });

  it('gains nothing by another answer the second time: it is asked at each connection, and each answer is judged [D-47][A-09]', async () => {
    // The public part of the attack cannot be dialled from a test, so the loopback stands for what is allowed.
    const stub = await dnsStub((asked) => (asked === 1 ? ['127.0.0.1'] : ['10.0.0.1']));
    const out = receiver({ ...OPTIONS, resolve: stub.resolve });
    expect((await out.post(delivery(`http://rebinding.test:${port}/`))).outcome).to.equal('succeeded');
    expect((await out.post(delivery(`http://rebinding.test:${port}/`))).outcome).to.equal('blocked');
    expect(stub.asked()).to.equal(2);
    expect(shop.seen).to.have.length(1);
    await out.close();
    stub.stop();
  });

  it('cannot change its mind between the judgement and the dial: the name is asked once a connection [D-47][A-09]', async () => {
    const stub = await dnsStub((asked) => (asked % 2 === 1 ? ['127.0.0.1'] : ['169.254.169.254']));
    const out = receiver({ ...OPTIONS, resolve: stub.resolve });
    expect((await out.post(delivery(`http://rebinding.test:${port}/`))).outcome).to.equal('succeeded');
    expect(stub.asked()).to.equal(1);
    await out.close();
    stub.stop();
  });

  for (const [what, answers] of [
    ['a private address', ['192.168.1.1']], ['the metadata address', ['169.254.169.254']], ['a private address behind a public one', ['93.184.216.34', '10.0.0.1']], ['no private network, yet no public one', ['100.64.0.1']],
    ['this machine, where that is not allowed', ['127.0.0.1']],
  ] as const) {
    it(`is not followed to ${what} [D-47]`, async () => {
      const stub = await dnsStub(() => answers);
      const out = receiver({ ...OPTIONS, mayUseLoopback: false, resolve: stub.resolve });
      expect((await out.post(delivery(`https://inner.test:${port}/`))).outcome).to.equal('blocked');
      expect(shop.seen).to.deep.equal([]);
      await out.close();
      stub.stop();
    });
  }

  it('is a fault of DNS when it answers nothing [D-46]', async () => {
    const stub = await dnsStub(() => []);
    const out = receiver({ ...OPTIONS, resolve: stub.resolve });
    expect((await out.post(delivery('http://empty.test/'))).outcome).to.equal('dns');
    await out.close();
    stub.stop();
  });
});

describe('a name server that is silent', () => {
  it('is waited for as long as a connection may take, and the log says whose silence it was [D-46][A-04]', async () => {
    const out = receiver({ ...OPTIONS, totalTimeoutMs: 60_000, resolve: () => undefined });
    expect((await out.post(delivery('https://silent.test/'))).outcome).to.equal('dns');
    await out.close();
  });

  it('holds one look-up a name, not one an attempt: others keep theirs [D-44][A-06]', async () => {
    const held = new Map<string, () => void>();
    let asked = 0;
    const out = receiver({ ...OPTIONS, resolve: (hostname, _, done) => {
      asked += 1;
      if (hostname === 'shop.test') done(null, [{ address: '127.0.0.1', family: 4 }]);
      else held.set(hostname, () => done(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }), []));
    } });
    const shop = await localServer((_, res) => res.writeHead(204).end());
    const dead = Array.from({ length: 8 }, () => out.post(delivery('http://dead.test/')));
    expect((await out.post(delivery(`http://shop.test:${new URL(shop.url).port}/`))).outcome).to.equal('succeeded');
    expect((await Promise.all(dead)).map(({ outcome }) => outcome)).to.deep.equal(Array.from({ length: 8 }, () => 'dns'));
    // Nobody has answered yet, so the next attempt joins the first question too; after the answer it is asked anew.
    expect((await out.post(delivery('http://dead.test/'))).outcome).to.equal('dns');
    expect(asked).to.equal(2);
    held.get('dead.test')?.();
    expect((await out.post(delivery('http://dead.test/'))).outcome).to.equal('dns');
    expect(asked).to.equal(3);
    await out.close();
    await shop.stop();
  });

  it('gains nothing by an answer that comes too late [D-47][A-04]', async () => {
    let late: (() => void) | undefined;
    const out = receiver({ ...OPTIONS, resolve: (_, __, done) => { late = () => done(null, [{ address: '127.0.0.1', family: 4 }]); } });
    expect((await out.post(delivery('http://late.test:1/'))).outcome).to.equal('dns');
    late?.();
    await out.close();
  });
});

describe('an egress proxy', () => {
  let proxy: Listening;
  let shop: LocalServer;
  const tunnels: string[] = [];
  let isOpen = true;
  before(async () => {
    shop = await localServer((_, res) => res.writeHead(204).end());
    const server = createServer();
    server.on('connect', (req, socket, head) => {
      tunnels.push(req.url ?? '');
      if (!isOpen) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      const inner = connect(Number(new URL(shop.url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        inner.write(head);
        inner.pipe(socket).pipe(inner);
      });
      for (const each of [inner, socket]) each.on('error', () => inner.destroy());
    });
    proxy = await listening(server);
  });
  after(async () => {
    await proxy.stop();
    await shop.stop();
  });
  const through = () => receiver({ ...OPTIONS, mayUseLoopback: false, proxyUrl: proxy.url });

  it('carries every delivery through a tunnel that it was asked for by name, and is the one who resolves it [D-47]', async () => {
    const out = through();
    const sent = await out.post(delivery('http://shop.test/hook'));
    expect(sent).to.include({ outcome: 'succeeded', httpStatus: 204 });
    expect(tunnels).to.deep.equal(['shop.test:80']);
    expect(shop.seen[0]).to.include({ url: '/hook', body: '{}' });
    expect(shop.seen[0]?.headers['webhook-id']).to.equal('notification-1');
    await out.close();
  });

  it('is not even asked for an address that is not public [D-47]', async () => {
    tunnels.length = 0;
    const out = through();
    expect((await out.post(delivery('http://169.254.169.254/latest'))).outcome).to.equal('blocked');
    expect(tunnels).to.deep.equal([]);
    await out.close();
  });

  it('that refuses is told as such, not taken for an answer of the receiver [D-46]', async () => {
    isOpen = false;
    const out = through();
    const { outcome, httpStatus } = await out.post(delivery('http://shop.test/hook'));
    expect({ outcome, httpStatus }).to.deep.equal({ outcome: 'connect', httpStatus: undefined });
    await out.close();
  });
});
