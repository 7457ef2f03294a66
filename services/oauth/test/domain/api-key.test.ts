import { expect } from 'chai';
import { isLive, makeApiKey, type ApiKey } from '../../src/domain/api-key.js';
import { credentialKind } from '../../src/domain/principal.js';

const now = new Date('2026-11-21T10:00:00Z');
const traces = { hash: 'h', prefix: 'lf_abcde' };
const wanted = { accountId: 'a1', name: 'CI', scopes: ['write', 'read'] };
const key = (more: Partial<ApiKey>): ApiKey => ({ accountId: 'a1', id: 'k1', name: 'CI', scopes: ['read'], createdAt: now, ...traces, ...more });

describe('api key', () => {
  it('keeps each known scope once, in one order [D-50]', () => {
    expect(makeApiKey({ ...wanted, scopes: ['write', 'read', 'write'] }, traces, now, 'k1')).to.have.property('scopes').that.deep.equals(['read', 'write']);
  });

  it('refuses unknown scopes, none, no name and an expiry in the past, naming the attribute [D-50]', () => {
    expect(makeApiKey({ ...wanted, scopes: ['root'] }, traces, now, 'k1')).to.include({ refused: 'invalid', attribute: 'scopes' });
    expect(makeApiKey({ ...wanted, scopes: [] }, traces, now, 'k1')).to.include({ refused: 'blank', attribute: 'scopes' });
    expect(makeApiKey({ ...wanted, name: '' }, traces, now, 'k1')).to.include({ refused: 'blank', attribute: 'name' });
    expect(makeApiKey({ ...wanted, expiresAt: now }, traces, now, 'k1')).to.include({ refused: 'invalid', attribute: 'expires_at' });
  });

  it('is dead in the very millisecond of its expiry, and at once when revoked [D-50]', () => {
    const at = (ms: number) => new Date(now.getTime() + ms);
    expect(isLive(key({ expiresAt: at(1) }), now)).to.equal(true);
    expect(isLive(key({ expiresAt: at(0) }), now)).to.equal(false);
    expect(isLive(key({ revokedAt: at(-1) }), now)).to.equal(false);
  });
});

describe('credential kind', () => {
  it('tells keys from access tokens by their form, so one is never tried as the other [B3-54]', () => {
    expect(credentialKind(`lf_${'a'.repeat(43)}`)).to.equal('api_key');
    expect(credentialKind('A-_9'.padEnd(43, 'x'))).to.equal('access_token');
    for (const neither of ['', 'lf_short', `lf_${'a'.repeat(42)}!`, 'x'.repeat(44), `${'x'.repeat(43)}\n`]) expect(credentialKind(neither)).to.equal('neither');
  });
});
