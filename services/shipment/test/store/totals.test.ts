import { expect } from 'chai';
import type { Model } from 'mongoose';
import { counted } from '../../src/store/totals.js';

/** A collection that tells how often it was counted, and when it may answer. */
const collection = (total: () => number) => {
  let counts = 0;
  const model = { countDocuments: async () => ((counts += 1), total()) } as unknown as Model<unknown>;
  return { model, counts: () => counts };
};

const A = { accountId: 'a' };

describe('the total of a filtered list', () => {
  it('is counted anew while it is small, so that it is exact [D-03]', async () => {
    let rows = 3;
    const { model } = collection(() => rows);
    const totalOf = counted(model, { countedAnew: 10 });
    expect(await totalOf(A)).to.equal(3);
    rows = 4;
    expect(await totalOf(A)).to.equal(4);
  });

  it('is some seconds old at most when it is very large, and never waited for twice [D-75]', async () => {
    let rows = 100, clock = 0;
    const { model, counts } = collection(() => rows);
    const totalOf = counted(model, { countedAnew: 10, now: () => clock });
    expect(await Promise.all([totalOf(A), totalOf(A)])).to.deep.equal([100, 100]);
    rows = 101;
    expect(await totalOf(A)).to.equal(100);
    expect(counts()).to.equal(1);
    clock = 10_000;
    expect(await totalOf(A)).to.equal(100);
    expect(counts()).to.equal(2);
    expect(await totalOf(A)).to.equal(101);
  });

  it('survives a count that failed', async () => {
    let broken = true;
    const { model } = collection(() => {
      if (broken) throw new Error('the store is away');
      return 5;
    });
    const totalOf = counted(model);
    expect(await totalOf(A).catch((error: Error) => error.message)).to.equal('the store is away');
    broken = false;
    expect(await totalOf(A)).to.equal(5);
  });
});
