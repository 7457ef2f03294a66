import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import { expect } from 'chai';
import { principalMemory } from '../../src/app/principals.js';

const principal: Principal = { accountId: 'a', accountName: 'A', kind: 'api_key', credentialId: 'c', scopes: ['read'] };

describe('the memory of callers', () => {
  it('asks once for all who wait, and again after four seconds, so that a revoked key stops within five [D-50]', async () => {
    let now = 0;
    let asked = 0;
    const of = principalMemory(async () => {
      asked += 1;
      return principal;
    }, () => now);
    await Promise.all([of('key'), of('key'), of('key')]);
    expect(asked).to.equal(1);
    now = 3_999;
    await of('key');
    expect(asked).to.equal(1);
    now = 4_000;
    await of('key');
    expect(asked).to.equal(2);
  });

  it('never outlives the credential, and remembers no refusal [D-50]', async () => {
    let now = 0;
    let asked = 0;
    const of = principalMemory(async () => {
      asked += 1;
      if (asked === 2) throw new Error('revoked');
      return { ...principal, expiresAt: new Date(1_000) };
    }, () => now);
    await of('key');
    now = 1_000;
    const failure: unknown = await of('key').then(() => undefined, (error: unknown) => error);
    expect(String(failure)).to.contain('revoked');
    await of('key');
    expect(asked).to.equal(3);
  });
});
