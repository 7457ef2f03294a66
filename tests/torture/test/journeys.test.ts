import { expect } from 'chai';
import { isClean, journeysUnderFire } from '../harness/journeys.js';

describe('journeys of two customers on two nodes under fire', () => {
  it('end as the rules say, each milestone told once, no gap in a log and nothing of a stranger in it [D-33][D-34][D-40]', async () => {
    const { faults, ...outcome } = await journeysUnderFire({ count: 4, seed: 5, restMs: 700 });
    expect(faults.length).to.be.greaterThan(3);
    expect(isClean(outcome), JSON.stringify({ faults, ...outcome })).to.equal(true);
    expect(outcome.crashes).to.deep.equal([]);
  });
}).timeout(600_000);
