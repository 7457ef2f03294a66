import { localServer, type LocalServer, type Seen } from '@landfall/testkit/local-server';
import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import type { CredentialValues } from '../../src/app/ports.js';
import { authoriser } from '../../src/outside/carriers/authorise.js';
import { terminalDoor } from '../../src/outside/terminals/terminal-door.js';
import { terminals } from '../../src/outside/terminals/terminals.js';
import { plainProfile } from '../support/asking.js';
import { apmTerminals, facilityCodes, sandboxRamps, sandboxTerminals } from '../../src/outside/terminals/terminal-profiles.js';

const NOW = new Date('2026-03-20T12:00:00Z');
const USLAX = { locode: 'USLAX', smdgCode: 'APMT', bicCode: null };
const around = { authorise: authoriser({ timeoutMs: 1_000, bytes: 65_536 }, () => NOW), zoneOf: () => 'America/Los_Angeles', now: () => NOW, timeoutMs: 200 };

describe('terminalDoor', () => {
  let server: LocalServer;
  let answer: (seen: Seen, res: ServerResponse) => unknown;
  before(async () => (server = await localServer((seen, res) => answer(seen, res))));
  after(() => server.stop());

  const quay = () => terminalDoor(sandboxTerminals(server.url, 250), around);
  const apm = (credential: CredentialValues = { consumerKey: 'k' }) => terminalDoor(apmTerminals(server.url, facilityCodes(['USLAX/APMT=USLAX1'])), around).ask(credential, 'TRKU1000010', USLAX);

  it('takes a login error inside a 200 for a fault, and not for an answer [D-35]', async () => {
    answer = (_, res) => res.writeHead(200, { 'content-type': 'application/xml' }).end('<response><error>Login failed</error></response>');
    expect(await quay().ask({}, 'TRKU1000010', USLAX)).to.deep.equal({ kind: 'fault', detail: 'The answer is not JSON.' });
  });

  const faults: [string, (res: ServerResponse) => unknown, object][] = [
    ['an unknown box', (res) => res.writeHead(404).end(), { kind: 'absent' }],
    ['a plea for fewer questions', (res) => res.writeHead(429, { 'retry-after': '3600' }).end(), { kind: 'throttled', retryAfterMs: 3_600_000 }],
    ['a server error', (res) => res.writeHead(503).end(), { kind: 'fault', detail: 'The terminal answered 503.' }],
    ['half an answer', (res) => res.writeHead(200).end('{"container":"TRKU'), { kind: 'fault', detail: 'The answer is not JSON.' }],
    ['a terminal that hangs', () => undefined, { kind: 'fault', detail: 'No whole answer within 200 ms.' }],
    ['an answer about another box', (res) => res.writeHead(200).end('{"container":"TRKU1000237"}'), { kind: 'fault', detail: 'The answer is about TRKU1000237.' }],
  ];
  for (const [what, respond, expected] of faults) {
    it(`knows ${what} [D-35]`, async () => {
      answer = (_, res) => respond(res);
      expect(await quay().ask({}, 'TRKU1000010', USLAX)).to.include(expected);
    });
  }

  it('asks APM Terminals for one box at the facility that stands for the terminal, with the key in its header', async () => {
    answer = (_, res) => res.writeHead(200).end(JSON.stringify([{ assetId: 'TRKU1000010', ready: 'Y', otherHolds: 1, storagePaidThroughDate: '2026-03-24T00:00:00' }]));
    const asked = server.seen.length;
    const answered = await apm();
    expect(server.seen[asked]?.url).to.equal('/import-availability?assetId=TRKU1000010&facilityCode=USLAX1');
    expect(server.seen[asked]?.headers['consumer-key']).to.equal('k');
    expect(answered.kind === 'report' && answered.report).to.deep.include({ available: true, lastFreeDay: '2026-03-24', holds: [{ name: 'other', status: 'hold', description: '1 otherHolds' }] });
  });

  it('is chosen by who looks after the box: a carrier’s own feed, else whoever serves the place [D-60]', () => {
    const doors = [sandboxTerminals(server.url, 250), sandboxRamps(server.url, 250), apmTerminals(server.url, facilityCodes(['USLAX/APMT=USLAX1']))].map((profile) => terminalDoor(profile, around));
    const { choose } = terminals(doors);
    const sandbox = plainProfile({ terminalFeed: 'sandbox' });
    expect([choose(sandbox, USLAX, 'terminal')?.name, choose(sandbox, USLAX, 'rail')?.name]).to.deep.equal(['sandbox', 'sandbox_rail']);
    expect([choose(plainProfile(), USLAX, 'terminal')?.name, choose(plainProfile(), USLAX, 'rail')]).to.deep.equal(['apm_terminals', null]);
  });

  it('reads a kept answer again as of the moment it was given [D-36]', () => {
    const again = quay().read('{"container":"TRKU1000010","available":true}', 'TRKU1000010', USLAX, new Date('2026-03-19T00:00:00Z'));
    expect(again.kind === 'report' && again.report.checkedAt).to.deep.equal(new Date('2026-03-19T00:00:00Z'));
  });
});
