import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import nacl from 'tweetnacl';
import { makePair, makeSecret, signatureHeaders, signer } from '../../src/outside/signature.js';

const BODIES = ['{}', '{"data":{"id":"1"}}', `{"text":"${'ü€😀'.repeat(50)}"}`, JSON.stringify({ long: 'x'.repeat(20_000) })];
// Foreign verifiers read the clock of the machine.
let now = new Date();
const signed = (body: string, secrets: readonly string[], at = now, privateKeys: readonly string[] = []) => signatureHeaders({ id: 'notification-1', now: at, body, secrets, signers: privateKeys.map(signer), plainHeader: 'X-Webhook-Signature' });
const bytesOf = (key: string): Buffer => Buffer.from(key.slice(key.indexOf('_') + 1), 'base64');
const asymmetric = (header = ''): Buffer[] => header.split(' ').filter((token) => token.startsWith('v1a,')).map((token) => Buffer.from(token.slice(4), 'base64'));
const TOLERANCE_S = 300;

/** No library for Node knows `v1a` yet: the page of Standard Webhooks, over an ed25519 that is not ours. */
const isGenuine = (publicKey: string, body: string, headers: Record<string, string>): boolean => {
  const seconds = headers['webhook-timestamp'] ?? '';
  const content = Buffer.from(`${headers['webhook-id']}.${seconds}.${body}`);
  return Math.abs(now.getTime() / 1_000 - Number(seconds)) <= TOLERANCE_S && asymmetric(headers['webhook-signature']).some((signature) => nacl.sign.detached.verify(content, signature, bytesOf(publicKey)));
};

describe('signatures', () => {
  beforeEach(() => {
    now = new Date();
  });

  it('are a secret of 32 bytes behind whsec_ [D-42][A-01]', () => {
    const secret = makeSecret();
    expect(secret).to.match(/^whsec_/);
    expect(Buffer.from(secret.slice(6), 'base64')).to.have.length(32);
    expect(makeSecret()).not.to.equal(secret);
  });

  for (const [name, verifier] of [['standardwebhooks', StandardWebhook], ['svix', SvixWebhook]] as const) {
    it(`are accepted by ${name}, for every body, and refused once anything differs [D-42][A-01]`, () => {
      const [secret, { privateKey }] = [makeSecret(), makePair()];
      const foreign = new verifier(secret);
      for (const body of BODIES) {
        // The asymmetric signature beside it disturbs nobody.
        const headers = signed(body, [secret], now, [privateKey]);
        expect(foreign.verify(body, headers)).to.deep.equal(JSON.parse(body));
        expect(() => foreign.verify(`${body} `, headers)).to.throw();
        expect(() => foreign.verify(body, { ...headers, 'webhook-id': 'other' })).to.throw();
        expect(() => new verifier(makeSecret()).verify(body, headers)).to.throw();
        for (const skewMs of [-310_000, 310_000]) expect(() => foreign.verify(body, signed(body, [secret], new Date(now.getTime() + skewMs)))).to.throw();
        for (const skewMs of [-250_000, 250_000]) foreign.verify(body, signed(body, [secret], new Date(now.getTime() + skewMs)));
      }
    });

    it(`are accepted by ${name} under the old and the new secret after a rotation [D-45][A-02]`, () => {
      const [fresh, old] = [makeSecret(), makeSecret()];
      const headers = signed('{}', [fresh, old]);
      for (const secret of [fresh, old]) expect(new verifier(secret).verify('{}', headers)).to.deep.equal({});
    });
  }

  it('are, in hex, what openssl makes of the raw body and the secret as it reads [D-42]', () => {
    const secret = makeSecret();
    for (const body of BODIES.slice(0, 3)) {
      const said = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input: body, encoding: 'utf8' }).split(' ')[0];
      expect(signed(body, [secret])['X-Webhook-Signature']).to.equal(said);
    }
  });

  it('are accepted beside that by whoever has the public key, for every body, and refused once anything differs [A-01]', () => {
    const { privateKey, publicKey } = makePair();
    for (const body of BODIES) {
      const headers = signed(body, [makeSecret()], now, [privateKey]);
      expect(isGenuine(publicKey, body, headers)).to.equal(true);
      expect(isGenuine(publicKey, `${body} `, headers)).to.equal(false);
      expect(isGenuine(publicKey, body, { ...headers, 'webhook-id': 'other' })).to.equal(false);
      expect(isGenuine(makePair().publicKey, body, headers)).to.equal(false);
      for (const skewMs of [-310_000, -250_000, 250_000, 310_000]) {
        expect(isGenuine(publicKey, body, signed(body, [], new Date(now.getTime() + skewMs), [privateKey])), `${skewMs}`).to.equal(Math.abs(skewMs) < 300_000);
      }
    }
  });

  it('are accepted under the old and the new public key after a rotation [A-01][A-02]', () => {
    const [fresh, old] = [makePair(), makePair()];
    const headers = signed('{}', [makeSecret(), makeSecret()], now, [fresh.privateKey, old.privateKey]);
    for (const { publicKey } of [fresh, old]) expect(isGenuine(publicKey, '{}', headers)).to.equal(true);
  });

  it('come of a key pair as others write it, and are theirs to the byte [A-01]', () => {
    const { privateKey, publicKey } = makePair();
    expect([privateKey, publicKey].map((key) => key.slice(0, 5))).to.deep.equal(['whsk_', 'whpk_']);
    expect(bytesOf(privateKey).subarray(32)).to.deep.equal(bytesOf(publicKey));
    for (const body of BODIES) {
      const { 'webhook-signature': header, 'webhook-timestamp': seconds } = signed(body, [], now, [privateKey]);
      const theirs = nacl.sign.detached(Buffer.from(`notification-1.${seconds}.${body}`), bytesOf(privateKey));
      expect(asymmetric(header)).to.deep.equal([Buffer.from(theirs)]);
    }
  });

  it('are accepted by openssl with the public key alone [A-01]', () => {
    const { privateKey, publicKey } = makePair();
    const folder = mkdtempSync(join(tmpdir(), 'landfall-v1a-'));
    const file = (name: string, bytes: Buffer | string) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    // RFC 8410: an Ed25519 public key is this head and the 32 bytes.
    const key = file('key.der', Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytesOf(publicKey)]));
    const { 'webhook-signature': header, 'webhook-timestamp': seconds } = signed('{"a":1}', [], now, [privateKey]);
    const signature = file('signature', asymmetric(header)[0] ?? '');
    const verify = (content: string) => execFileSync('openssl', ['pkeyutl', '-verify', '-pubin', '-keyform', 'DER', '-inkey', key, '-rawin', '-in', file('content', content), '-sigfile', signature], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    expect(verify(`notification-1.${seconds}.{"a":1}`)).to.include('Verified Successfully');
    expect(() => verify(`notification-1.${seconds}.{"a":2}`)).to.throw();
  });
});
