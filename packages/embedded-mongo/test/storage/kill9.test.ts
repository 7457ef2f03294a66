import { expect } from 'chai';
import { torture } from '../../torture/kill9.js';

describe('kill -9', () => {
  it('loses no acknowledged write and doubles none [EM-60]', async function () {
    this.timeout(120_000);
    const { acknowledged, lost, twice, strayIndexEntries } = await torture(2);
    expect({ lost, twice, strayIndexEntries }).to.deep.equal({ lost: 0, twice: 0, strayIndexEntries: 0 });
    expect(acknowledged).to.be.greaterThan(0);
  });
});
