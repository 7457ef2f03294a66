import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { clientDocuments } from '../../src/outside/client-documents.js';
import { isPublicAddress } from '@landfall/kit/public-address';

const PRIVATE = [
  '127.0.0.1', '127.1.2.3', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '192.0.2.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
  '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a00:1', '2002:7f00:1::', '2001:0:4136:e378::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1', '100::1', 'localhost', '',
];

describe('public addresses', () => {
  it('are none of the private, loopback, link-local, metadata, translated or reserved ones [B3-49]', () => {
    for (const address of PRIVATE) expect(isPublicAddress(address), address).to.equal(false);
    for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111']) expect(isPublicAddress(address), address).to.equal(true);
  });
});

describe('client documents', () => {
  let server: Server;
  let folder: string;
  let ca: Buffer;
  let hits: number;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'landfall-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=app.example', '-addext', 'subjectAltName=DNS:app.example'], { stdio: 'ignore' });
    ca = readFileSync(cert);
    server = createServer({ key: readFileSync(key), cert: ca }, (req, res) => {
      hits += 1;
      if (req.url === '/moved') return res.writeHead(302, { location: 'https://app.example/' }).end();
      if (req.url === '/large') return res.end('x'.repeat(100_000));
      return res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=60' }).end('{"ok":true}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    hits = 0;
  });
  after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const answering = (...addresses: string[]) => (_host: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) => done(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  /** The name leads to our own server, which this one test lets pass for public. */
  const fetcher = (addresses = ['127.0.0.1'], isAllowed?: (address: string) => boolean) =>
    clientDocuments({ resolve: answering(...addresses), tls: { ca, port: (server.address() as AddressInfo).port }, ...(isAllowed ? { isAllowed } : {}) });
  const failure = (made: Promise<Response>) => made.then(() => 'fetched', (error: Error) => error.message);

  it('fetches from the very address that was checked [B3-49]', async () => {
    const checked: string[] = [];
    const answer = await fetcher(['127.0.0.1'], (address) => checked.push(address) > 0)('https://app.example/client.json');
    expect([answer.status, await answer.json(), answer.headers.get('cache-control')]).to.deep.equal([200, { ok: true }, 'max-age=60']);
    expect([checked, hits]).to.deep.equal([['127.0.0.1'], 1]);
  });

  it('connects to no name that has an address inside, even beside public ones [B3-49]', async () => {
    expect(await failure(fetcher()('https://app.example/'))).to.include('not public');
    expect(await failure(fetcher(['1.1.1.1', '127.0.0.1'])('https://app.example/'))).to.include('not public');
    expect(hits).to.equal(0);
  });

  it('takes no address, no other port and no other scheme in the URL itself [B3-48] [B3-49]', async () => {
    for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/', 'https://app.example:8443/', 'http://app.example/', 'https://169.254.169.254/latest']) {
      expect(await failure(fetcher(['127.0.0.1'], () => true)(url)), url).to.include('only https URLs');
    }
    expect(hits).to.equal(0);
  });

  it('follows no redirect and reads a few kilobytes at most [B3-48]', async () => {
    const open = fetcher(['127.0.0.1'], () => true);
    expect((await open('https://app.example/moved')).status).to.equal(302);
    expect(hits).to.equal(1);
    expect((await (await open('https://app.example/large')).text()).length).to.be.within(5_121, 99_999);
  });
});
