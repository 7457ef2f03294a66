import { generateKeyPairSync } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { localServer, type LocalServer, type Seen } from '@landfall/testkit/local-server';
import { expect } from 'chai';
import { decodeJwt, decodeProtectedHeader } from '../support/jwt.js';
import { client, clockAt, eventsIn } from '../support/client.js';
import { loadAtYantian } from '../support/raw-events.js';

type Answer = (seen: Seen, res: ServerResponse) => unknown;

const ok = (res: ServerResponse, body: unknown, headers: Record<string, string> = {}) => res.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

describe('dcsaCarriers', () => {
  const servers: LocalServer[] = [];
  const serve = async (answer: Answer): Promise<LocalServer> => {
    const server = await localServer(answer);
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  const against = async (answer: Answer, budget = {}, changes = {}) => client({ baseUrl: (await serve(answer)).url, ...changes }, budget);

  describe('the clock of a carrier', () => {
    const clockSaying = async (answer: Answer) => clockAt((await serve(answer)).url, { timeoutMs: 80 });

    it('is what the carrier says it is [D-62]', async () => {
      expect(await clockSaying((_, res) => ok(res, { now: '2027-08-19T10:02:22.452Z' }))).to.deep.equal(new Date('2027-08-19T10:02:22.452Z'));
    });

    it('is read off the answer where the carrier tells it there, by the last of its pages [D-62]', async () => {
      const pages = [{ 'our-now': '2027-08-19T10:02:22.452Z', 'next-page': '/v2/events?cursor=2' }, { 'our-now': '2027-08-19T10:02:23.000Z' }];
      const answer: Answer = ({ url }, res) => res.writeHead(200, pages[url?.includes('cursor') ? 1 : 0]).end('[{"eventID":"1"}]');
      const clock = { kind: 'remote', url: 'http://localhost:1', field: 'now', header: 'Our-Now' } as const;
      const ask = await against(answer, {}, { clock, paging: { kind: 'link', headers: ['Next-Page'] } as const });
      expect(await ask()).to.deep.include({ kind: 'pages', sourceNow: new Date('2027-08-19T10:02:23.000Z') });
      for (const headers of [{}, { 'our-now': 'noon' }]) {
        const silent = await against((_, res) => res.writeHead(200, headers).end('[{"eventID":"1"}]'), {}, { clock });
        expect(await silent()).to.include({ kind: 'pages' }).and.not.have.property('sourceNow');
      }
    });

    it('is unknown, not ours, when the carrier does not say [D-62]', async () => {
      expect(await clockSaying(() => undefined)).to.equal(null);
      expect(await clockSaying((_, res) => res.writeHead(503).end())).to.equal(null);
      expect(await clockSaying((_, res) => ok(res, { now: 'noon' }))).to.equal(null);
      expect(await clockSaying((_, res) => res.writeHead(200).end('{"now":'))).to.equal(null);
    });
  });

  describe('when the carrier misbehaves', () => {
    it('does not wait for one that hangs', async () => {
      const ask = await against(() => undefined, { timeoutMs: 50 });
      expect(await ask()).to.include({ kind: 'fault', reason: 'shipping_line_unreachable' });
    });

    it('does not wait for a body that never ends', async () => {
      const ask = await against((_, res) => void res.writeHead(200).write('['), { timeoutMs: 80 });
      expect(await ask()).to.include({ kind: 'fault', reason: 'shipping_line_unreachable' });
    });

    it('calls a truncated answer unreadable, and one cut at the socket unreachable [D-23]', async () => {
      const truncated = await against((_, res) => res.writeHead(200).end('[{"eventID":"1"'));
      expect(await truncated()).to.include({ kind: 'fault', reason: 'unrecognized_response' });
      const cut = await against((_, res) => {
        res.writeHead(200, { 'content-length': '1000' }).write('[');
        res.destroy();
      });
      expect(await cut()).to.include({ kind: 'fault', reason: 'shipping_line_unreachable' });
    });

    it('reads no more than its bound of one answer', async () => {
      const ask = await against((_, res) => res.writeHead(200).end(`["${'x'.repeat(200_000)}"]`), { bytes: 100_000 });
      expect(await ask()).to.include({ kind: 'fault', reason: 'unrecognized_response' });
    });

    it('reads no more than its bound of many pages', async () => {
      let page = 0;
      const ask = await against((_, res) => ok(res, [loadAtYantian()], { 'Next-Page': `/v2/events?cursor=${(page += 1)}` }), { pages: 7 });
      expect(await ask()).to.include({ kind: 'fault', reason: 'unrecognized_response' });
      expect(page).to.equal(7);
    });

    it('leaves a circle of cursors once it is round', async () => {
      const ask = await against((_, res) => ok(res, [loadAtYantian()], { 'Next-Page': '/v2/events?cursor=same' }));
      expect(eventsIn(await ask())).to.have.length(2);
    });

    it('never takes its credential to another host, whatever the next page says', async () => {
      const other = await serve((_, res) => ok(res, []));
      const ask = await against((_, res) => ok(res, [loadAtYantian()], { 'Next-Page': `${other.url}/v2/events` }));
      expect(await ask()).to.include({ kind: 'fault', reason: 'unrecognized_response' });
      expect(other.seen).to.deep.equal([]);
    });

    it('never follows a redirect', async () => {
      const other = await serve((_, res) => ok(res, []));
      const ask = await against((_, res) => res.writeHead(302, { location: other.url }).end());
      expect(await ask()).to.include({ kind: 'fault', reason: 'unrecognized_response' });
      expect(other.seen).to.deep.equal([]);
    });

    it('forgets the first pages when a later one fails: half an answer is none', async () => {
      const ask = await against((seen, res) => (seen.url.includes('cursor') ? res.writeHead(503).end() : ok(res, [loadAtYantian()], { 'Next-Page': '/v2/events?cursor=2' })));
      expect(await ask()).to.include({ kind: 'fault', reason: 'shipping_line_unreachable' });
    });

    it('does not take an expired cursor for a wrong number: the number was known on the first page [D-23]', async () => {
      for (const status of [400, 404, 422]) {
        const ask = await against((seen, res) => (seen.url.includes('cursor') ? res.writeHead(status).end() : ok(res, [loadAtYantian()], { 'Next-Page': '/v2/events?cursor=old' })));
        expect(await ask(), String(status)).to.include({ kind: 'fault', reason: 'unrecognized_response' });
      }
    });

    it('hears when it should come back [D-23]', async () => {
      const ask = await against((_, res) => res.writeHead(429, { 'retry-after': '3600' }).end());
      expect(await ask()).to.include({ kind: 'throttled', retryAfterMs: 3_600_000 });
    });

    it('takes a page of HTML for what it is', async () => {
      const ask = await against((_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'));
      expect(await ask()).to.include({ kind: 'fault', reason: 'unrecognized_response' });
    });
  });

  describe('when a number is not there', () => {
    it('tells an unknown number from one that is known and empty [D-24]', async () => {
      const missing = await against((_, res) => res.writeHead(404).end());
      expect(await missing()).to.include({ kind: 'absent', known: false });
      const empty = await against((_, res) => ok(res, []));
      expect(await empty()).to.include({ kind: 'absent', known: true });
      const emptyIsUnknown = await against((_, res) => ok(res, []), {}, { notFound: 'empty' });
      expect(await emptyIsUnknown()).to.include({ kind: 'absent', known: false });
    });
  });

  describe('windows of time, where there is no cursor', () => {
    const created = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString();
    const all = Array.from({ length: 23 }, (_, day) => loadAtYantian({ eventID: String(day), eventCreatedDateTime: created(day * 3) }));
    const windowed: Answer = (seen, res) => {
      const query = new URL(seen.url, 'http://x').searchParams;
      const from = query.get('eventCreatedDateTime:gte') ?? '';
      const to = query.get('eventCreatedDateTime:lt') ?? '9';
      const inside = all.filter((event) => String(event['eventCreatedDateTime']) >= from && String(event['eventCreatedDateTime']) < to);
      return ok(res, inside.slice(0, 5));
    };

    it('are read where a last page is full to the brim and its cursor was forgotten', async () => {
      const server = await serve(windowed);
      const now = () => new Date('2026-04-01T00:00:00Z');
      const ask = client({ baseUrl: server.url, page: { parameter: 'limit', size: 5 } }, { totalMs: 60_000 }, now);
      expect(eventsIn(await ask())).to.have.length(all.length);
      const deaf = await serve((seen, res) => (seen.url.includes('gte') ? res.writeHead(400).end() : windowed(seen, res)));
      expect(eventsIn(await client({ baseUrl: deaf.url, page: { parameter: 'limit', size: 5 } }, {}, now)())).to.have.length(5);
    });

    it('halves every window that comes back full, until all events are read once', async () => {
      const now = () => new Date('2026-04-01T00:00:00Z');
      const server = await serve(windowed);
      const ask = client({ baseUrl: server.url, paging: { kind: 'window', field: 'eventCreatedDateTime', days: 400 }, page: { parameter: 'limit', size: 5 } }, { totalMs: 60_000 }, now);
      expect(eventsIn(await ask()).map(({ eventID }) => Number(eventID)).sort((a, b) => a - b)).to.deep.equal(all.map((_, index) => index));
      expect(server.seen.length).to.be.greaterThan(5);
    });
  });

  describe('operators', () => {
    it('stand where the carrier wants them', async () => {
      for (const [operatorStyle, wanted] of [['name_suffix', 'eventCreatedDateTime%3Agte='], ['value_prefix', 'eventCreatedDateTime=gte%3A']] as const) {
        const server = await serve((_, res) => ok(res, [loadAtYantian()]));
        const ask = client({ baseUrl: server.url, operatorStyle, paging: { kind: 'window', field: 'eventCreatedDateTime', days: 1 }, page: { parameter: 'limit', size: 1 } }, { pages: 2 });
        await ask();
        expect(server.seen[1]?.url).to.include(wanted);
      }
    });
  });

  describe('credentials', () => {
    const token = (value: string, seconds = 299): Answer => (_, res) => ok(res, { access_token: value, expires_in: seconds });

    it('go where the carrier wants them, as headers', async () => {
      const server = await serve((_, res) => ok(res, [loadAtYantian()]));
      const ask = client({ baseUrl: server.url, auth: [{ kind: 'headers', headers: { 'X-IBM-Client-Id': 'clientId', 'X-IBM-Client-Secret': 'clientSecret' } }] });
      await ask('BL4410077', 'bill_of_lading', { clientId: 'me', clientSecret: 'hush' });
      expect(server.seen[0]?.headers).to.include({ 'x-ibm-client-id': 'me', 'x-ibm-client-secret': 'hush' });
    });

    it('become a token once, for many questions, and again when the carrier no longer takes it', async () => {
      let issued = 0;
      const server = await serve((seen, res) => {
        if (seen.url === '/token') return token(`t${(issued += 1)}`)(seen, res);
        return seen.headers.authorization === 'Bearer t1' && server.seen.length > 4 ? res.writeHead(401).end() : ok(res, [loadAtYantian()]);
      });
      const ask = client({ baseUrl: server.url, auth: [{ kind: 'oauth', tokenUrl: `${server.url}/token`, clientIn: 'body', idField: 'id', secretField: 'secret', headers: { 'Consumer-Key': 'id' }, tokenTtlMs: 60_000 }] });
      for (let turn = 0; turn < 4; turn += 1) expect((await ask('BL4410077', 'bill_of_lading', { id: 'me', secret: 'hush' })).kind).to.equal('pages');
      expect(issued).to.equal(2);
      expect(server.seen[0]?.body).to.equal('grant_type=client_credentials&client_id=me&client_secret=hush');
      expect(server.seen.at(-1)?.headers).to.include({ authorization: 'Bearer t2', 'consumer-key': 'me' });
    });

    it('are renewed before they end (299 s)', async () => {
      let now = new Date('2026-03-01T00:00:00Z');
      let issued = 0;
      const server = await serve((seen, res) => (seen.url === '/token' ? token(`t${(issued += 1)}`)(seen, res) : ok(res, [loadAtYantian()])));
      const ask = client({ baseUrl: server.url, auth: [{ kind: 'oauth', tokenUrl: `${server.url}/token`, clientIn: 'basic', idField: 'id', secretField: 'secret', scope: 'TNT', tokenTtlMs: 3_600_000 }] }, {}, () => now);
      const credential = { id: 'me', secret: 'hush' };
      await ask('BL4410077', 'bill_of_lading', credential);
      now = new Date(now.getTime() + 280_000);
      await ask('BL4410077', 'bill_of_lading', credential);
      expect(issued).to.equal(2);
      expect(server.seen[0]?.headers.authorization).to.equal(`Basic ${Buffer.from('me:hush').toString('base64')}`);
      expect(server.seen[0]?.body).to.include('scope=TNT');
    });

    it('of two tiers, those are used that are there', async () => {
      const server = await serve((_, res) => ok(res, [loadAtYantian()]));
      const auth = [{ kind: 'oauth' as const, tokenUrl: `${server.url}/token`, clientIn: 'body' as const, idField: 'id', secretField: 'secret', tokenTtlMs: 1 }, { kind: 'headers' as const, headers: { keyId: 'keyId' } }];
      await client({ baseUrl: server.url, auth })('BL4410077', 'bill_of_lading', { keyId: 'public' });
      expect(server.seen.map(({ url, headers }) => [url.split('?')[0], headers['keyid']])).to.deep.equal([['/v2/events', 'public']]);
    });

    it('as a certificate are a signed assertion that names the certificate', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'landfall-cert-'));
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048, privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });
      writeFileSync(join(folder, 'key.pem'), privateKey);
      execFileSync('openssl', ['req', '-x509', '-new', '-key', join(folder, 'key.pem'), '-subj', '/CN=landfall-test', '-days', '1', '-out', join(folder, 'certificate.pem')]);
      const certificate = readFileSync(join(folder, 'certificate.pem'), 'utf8');
      rmSync(folder, { recursive: true });
      const server = await serve((seen, res) => (seen.url.endsWith('/token') ? token('t')(seen, res) : ok(res, [loadAtYantian()])));
      const ask = client({ baseUrl: server.url, auth: [{ kind: 'assertion', tokenUrl: `${server.url}/{tenantId}/token`, idField: 'clientId', keyField: 'privateKey', certificateField: 'certificate', tokenTtlMs: 60_000 }] });
      expect((await ask('BL4410077', 'bill_of_lading', { clientId: 'me', tenantId: 'tenant-1', privateKey, certificate })).kind).to.equal('pages');
      const assertion = new URLSearchParams(server.seen[0]?.body).get('client_assertion') ?? '';
      expect(server.seen[0]?.url).to.equal('/tenant-1/token');
      expect(decodeProtectedHeader(assertion)).to.include({ alg: 'RS256' });
      expect(decodeJwt(assertion, certificate)).to.include({ iss: 'me', sub: 'me', aud: `${server.url}/tenant-1/token` });
    });

    it('that are missing a field are not sent half', async () => {
      const server = await serve((_, res) => ok(res, []));
      const ask = client({ baseUrl: server.url, auth: [{ kind: 'headers', headers: { a: 'a', b: 'b' } }] });
      expect(await ask('BL4410077', 'bill_of_lading', { a: '1' })).to.include({ kind: 'fault', reason: 'shipping_line_unreachable' });
      expect(server.seen).to.deep.equal([]);
    });
  });
});
