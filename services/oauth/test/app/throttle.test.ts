import { expect } from 'chai';
import { throttle } from '../../src/app/throttle.js';
import { fakes } from '../fakes.js';

const LIMIT = { most: 100, windowMs: 60_000 };

describe('the throttle of the endpoints', () => {
  it('lets exactly the limit through, however many replicas share it, and asks the store for a share at a time [B3-62]', async () => {
    const ports = fakes();
    let asked = 0;
    const { hit } = ports.throttles;
    ports.throttles.hit = (...given) => ((asked += 1), hit(...given));
    const replicas = [throttle(ports), throttle(ports)];
    const outcomes = [];
    for (let n = 0; n < 150; n += 1) outcomes.push(await replicas[n % 2]!('token', '203.0.113.9', LIMIT));
    expect(outcomes.filter((wait) => wait === undefined)).to.have.lengthOf(100);
    expect(outcomes.at(-1)).to.equal(60);
    // Whoever is refused once is refused from memory.
    expect(asked).to.be.within(20, 22);
  });

  it('loses no try when many come at once [B3-62]', async () => {
    const one = throttle(fakes());
    const outcomes = await Promise.all(Array.from({ length: 150 }, () => one('token', '203.0.113.9', LIMIT)));
    expect(outcomes.filter((wait) => wait === undefined)).to.have.lengthOf(100);
  });

  it('holds small limits to the letter, keeps addresses apart, and starts anew with the window [B3-62]', async () => {
    const ports = fakes();
    const one = throttle(ports);
    const three = { most: 3, windowMs: 60_000 };
    const tries = async (address: string) => [await one('register', address, three), await one('register', address, three), await one('register', address, three), await one('register', address, three)];
    expect(await tries('a')).to.deep.equal([undefined, undefined, undefined, 60]);
    expect(await tries('b')).to.deep.equal([undefined, undefined, undefined, 60]);
    ports.clock.now = new Date(ports.clock.now.getTime() + 60_000);
    expect(await one('register', 'a', three)).to.equal(undefined);
  });
});
