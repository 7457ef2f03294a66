import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { makeSecret, signatureHeaders } from '../../src/outside/signature.js';

const BODIES = ['{}', '{"data":{"id":"1"}}', `{"text":"${'ü€😀'.repeat(50)}"}`, JSON.stringify({ long: 'x'.repeat(20_000) })];
const now = new Date();
const signed = (body: string, secrets: readonly string[], at = now) => signatureHeaders({ id: 'notification-1', now: at, body, secrets, plainHeader: 'X-Webhook-Signature' });

describe('signatures', () => {
  it('are a secret of 32 bytes behind whsec_ [D-42]', () => {
    const secret = makeSecret();
    expect(secret).to.match(/^whsec_/);
    expect(Buffer.from(secret.slice(6), 'base64')).to.have.length(32);
    expect(makeSecret()).not.to.equal(secret);
  });

  for (const [name, verifier] of [['standardwebhooks', StandardWebhook], ['svix', SvixWebhook]] as const) {
    it(`are accepted by ${name}, for every body, and refused once anything differs [D-42]`, () => {
      const secret = makeSecret();
      const foreign = new verifier(secret);
      for (const body of BODIES) {
        const headers = signed(body, [secret]);
        expect(foreign.verify(body, headers)).to.deep.equal(JSON.parse(body));
        expect(() => foreign.verify(`${body} `, headers)).to.throw();
        expect(() => foreign.verify(body, { ...headers, 'webhook-id': 'other' })).to.throw();
        expect(() => new verifier(makeSecret()).verify(body, headers)).to.throw();
        for (const skewMs of [-310_000, 310_000]) expect(() => foreign.verify(body, signed(body, [secret], new Date(now.getTime() + skewMs)))).to.throw();
        for (const skewMs of [-250_000, 250_000]) foreign.verify(body, signed(body, [secret], new Date(now.getTime() + skewMs)));
      }
    });

    it(`are accepted by ${name} under the old and the new secret after a rotation [D-45]`, () => {
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
});
