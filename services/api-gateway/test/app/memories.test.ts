import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import { expect } from 'chai';
import { edgeCache, type CachedAnswer } from '../../src/app/edge-cache.js';
import { principalCache } from '../../src/app/principals.js';

const answer = (text: string, size = 0): CachedAnswer => ({ body: Buffer.from(text.padEnd(size, '.')), packed: () => undefined, contentType: 'x', tag: `"${text}"`, cacheControl: 'x' });

describe('the memory of recent reads', () => {
  let hears = true;
  let now = 0;
  const fresh = () => { hears = true; now = 0; return edgeCache(() => hears, () => now); };
  const put = (cache: ReturnType<typeof fresh>, account: string, url: string, text: string, records: string[]) => cache.begin(account, url).keep(answer(text), records);

  it('shows an account what it asked for, and another nothing', () => {
    const cache = fresh();
    put(cache, 'a', '/x', 'one', ['container:1']);
    expect(cache.find('a', '/x')?.tag).to.equal('"one"');
    expect(cache.find('b', '/x')).to.equal(undefined);
  });

  it('drops every answer that shows a changed record, and no other', () => {
    const cache = fresh();
    put(cache, 'a', '/x', 'one', ['container:1', 'shipment:1']);
    put(cache, 'a', '/y', 'two', ['shipment:1']);
    put(cache, 'a', '/z', 'three', ['container:2']);
    put(cache, 'b', '/x', 'four', ['shipment:1']);
    cache.drop('a', 'shipment:1');
    expect([cache.find('a', '/x'), cache.find('a', '/y')]).to.deep.equal([undefined, undefined]);
    expect([cache.find('a', '/z')?.tag, cache.find('b', '/x')?.tag]).to.deep.equal(['"three"', '"four"']);
  });

  it('never keeps an answer that was under way while something changed', () => {
    const cache = fresh();
    put(cache, 'a', '/warm', 'w', ['container:9']);
    const filling = cache.begin('a', '/x');
    cache.drop('a', 'container:1');
    filling.keep(answer('old'), ['container:1']);
    expect(cache.find('a', '/x')).to.equal(undefined);
    const other = cache.begin('a', '/x');
    cache.clear();
    other.keep(answer('old'), ['container:1']);
    expect(cache.find('a', '/x')).to.equal(undefined);
  });

  it('keeps and shows nothing while no fact would arrive', () => {
    const cache = fresh();
    put(cache, 'a', '/x', 'one', ['container:1']);
    hears = false;
    expect(cache.find('a', '/x')).to.equal(undefined);
    put(cache, 'a', '/y', 'two', ['container:1']);
    hears = true;
    expect(cache.find('a', '/y')).to.equal(undefined);
  });

  it('grows old, and stays within its bytes', () => {
    const cache = fresh();
    put(cache, 'a', '/x', 'one', []);
    now = 600_001;
    expect(cache.find('a', '/x')).to.equal(undefined);
    for (let n = 0; n < 100; n += 1) cache.begin('a', `/big/${n}`).keep(answer('big', 1_024 * 1_024), ['container:1']);
    expect(cache.size()).to.be.at.most(64 * 1_024 * 1_024);
    cache.drop('a', 'container:1');
    expect(cache.size()).to.equal(0);
  });
});

describe('the memory of who is who', () => {
  const principal = (more: Partial<Principal> = {}): Principal => ({ accountId: 'a', accountName: 'A', kind: 'api_key', credentialId: 'k1', scopes: ['read'], ...more });
  let asked = 0;
  let now = 0;
  let hears = true;
  const fresh = (give: () => Principal = principal) => { asked = 0; now = 0; hears = true; return principalCache(async () => { asked += 1; return give(); }, () => hears, () => now); };

  it('asks once, however many wait [D-50]', async () => {
    const cache = fresh();
    await Promise.all([cache.of('x'), cache.of('x'), cache.of('x')]);
    await cache.of('x');
    expect(asked).to.equal(1);
    expect(cache.remembered('x')).to.deep.equal(principal());
  });

  it('remembers no refusal', async () => {
    let calls = 0;
    const cache = principalCache(async () => { calls += 1; throw new Error('unauthorized'); }, () => true, () => 0);
    for (const _ of [1, 2]) await cache.of('x').catch(() => undefined);
    expect(calls).to.equal(2);
  });

  it('drops a key, a person or a whole account, and no other [D-50]', async () => {
    const all: Record<string, Principal> = { one: principal(), two: principal({ credentialId: 'k2', userId: 'u' }), three: principal({ accountId: 'b' }) };
    const cache = principalCache(async (credential) => all[credential]!, () => true, () => 0);
    const known = () => Object.keys(all).filter((credential) => cache.remembered(credential) !== undefined);
    const fill = async () => { for (const credential of Object.keys(all)) await cache.of(credential); };
    await fill();
    cache.drop({ accountId: 'a', credentialId: 'k1', userId: undefined });
    expect(known()).to.deep.equal(['two', 'three']);
    await fill();
    cache.drop({ accountId: 'a', credentialId: '', userId: 'u' });
    expect(known()).to.deep.equal(['one', 'three']);
    await fill();
    cache.drop({ accountId: 'a', credentialId: '', userId: undefined });
    expect(known()).to.deep.equal(['three']);
  });

  it('does not keep an answer that was under way while something was revoked [D-50]', async () => {
    let release: (value: Principal) => void = () => undefined;
    const cache = principalCache(() => new Promise((resolve) => { release = resolve; }), () => true, () => 0);
    const waiting = cache.of('x');
    cache.drop({ accountId: 'a', credentialId: 'k1', userId: undefined });
    release(principal());
    await waiting;
    expect(cache.remembered('x')).to.equal(undefined);
  });

  it('trusts its memory for a minute, for four seconds without the bus, and never beyond expiry [D-50]', async () => {
    const cache = fresh();
    await cache.of('x');
    now = 59_999;
    expect(cache.remembered('x')).to.not.equal(undefined);
    now = 60_000;
    expect(cache.remembered('x')).to.equal(undefined);
    hears = false;
    await cache.of('x');
    now += 4_000;
    expect(cache.remembered('x')).to.equal(undefined);
    const short = fresh(() => principal({ expiresAt: new Date(1_000) }));
    await short.of('x');
    now = 1_000;
    expect(short.remembered('x')).to.equal(undefined);
  });
});
