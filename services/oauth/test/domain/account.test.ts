import { expect } from 'chai';
import { editAccount, openAccount, type Account } from '../../src/domain/account.js';

const now = new Date('2026-11-21T10:00:00Z');
const account: Account = { id: 'a1', name: 'Acme', createdAt: new Date(0), rateLimits: { other: 5 }, revision: 3 };

describe('account', () => {
  it('takes a name without its outer spaces and refuses an empty, long or unprintable one [D-50]', () => {
    expect(openAccount('  Acme ', now, 'a1')).to.deep.equal({ id: 'a1', name: 'Acme', createdAt: now, rateLimits: {}, revision: 1 });
    expect(openAccount('  ', now, 'a1')).to.include({ refused: 'blank', attribute: 'name' });
    expect(openAccount('x'.repeat(101), now, 'a1')).to.include({ refused: 'invalid' });
    expect(openAccount('a\u0007b', now, 'a1')).to.include({ refused: 'invalid' });
  });

  it('tells the gateways of every edit and counts the revision up [D-10]', () => {
    const change = editAccount(account, { rateLimits: { trackingRequests: 7 } }, now);
    expect(change).to.deep.equal({
      account: { ...account, rateLimits: { trackingRequests: 7 }, closedAt: undefined, revision: 4 },
      says: [{ says: 'changed', accountId: 'a1', at: now }],
    });
  });

  it('revokes every credential when it closes, once [D-50]', () => {
    const closed = editAccount(account, { closed: true }, now);
    if ('refused' in closed) throw new Error('refused');
    expect(closed.says).to.deep.equal([{ says: 'revoked', accountId: 'a1', credentialId: '', at: now }, { says: 'changed', accountId: 'a1', at: now }]);
    const again = editAccount(closed.account, { closed: true }, new Date());
    expect(again).to.have.nested.property('account.closedAt', now);
    expect(again).to.have.property('says').with.lengthOf(1);
  });

  it('refuses rate limits that are not whole, below one or absurd [D-10]', () => {
    for (const other of [0, -1, 1.5, 1_000_001]) expect(editAccount(account, { rateLimits: { other } }, now)).to.include({ refused: 'invalid', attribute: 'rate_limits' });
  });
});
