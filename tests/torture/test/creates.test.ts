import { expect } from 'chai';
import { createsUnderFire } from '../harness/creates.js';
import { stack, type Stack } from '../harness/stack.js';

describe('kill -9 of store, bus and service while requests come in', () => {
  let running: Stack | undefined;
  before(async () => {
    running = await stack();
  });
  after(() => running?.stop());

  it('loses no acknowledged request and no fact, and tells each once in effect [TR-01]', async () => {
    const outcome = await createsUnderFire(running as Stack, { count: 300, atOnce: 30, seed: 7, mostKills: 9 });
    expect(outcome.kills).to.be.greaterThan(0);
    expect(outcome.acknowledged).to.be.greaterThan(0);
    expect(outcome.lost).to.deep.equal([]);
    expect(outcome.untold).to.deep.equal([]);
    expect(outcome.repeated).to.equal(0);
  });
}).timeout(120_000);
