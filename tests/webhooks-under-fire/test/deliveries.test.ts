import { expect } from 'chai';
import { deliveriesUnderFire } from '../harness/deliveries.js';

describe('kill -9 of dispatcher, bus and store while webhooks are delivered', () => {
  it('loses none to a receiver that fails one in five: repeats keep id and bytes, the log has no gap [D-40][D-41][D-43][A-08][A-10]', async () => {
    const { wanted, kills, missing, clues, strange, changed, gaps, unlogged } = await deliveriesUnderFire({ count: 300, seed: 11, mostKills: 3 });
    expect(kills).to.equal(3);
    expect(wanted).to.equal(360);
    expect({ missing, clues, strange, changed, gaps, unlogged }).to.deep.equal({ missing: [], clues: [], strange: [], changed: [], gaps: [], unlogged: [] });
  });
}).timeout(300_000);
