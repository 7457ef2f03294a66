import { expect } from 'chai';
import { until } from '../src/until.js';

describe('until', () => {
  it('answers with the first answer there is', async () => {
    let asked = 0;
    expect(await until('the third question', () => (asked += 1) === 3 && asked)).to.equal(3);
  });

  it('says what it waited for when nothing came, and what went wrong last', async () => {
    const failing = until('the moon falls', () => Promise.reject(new Error('it stays')), 60);
    const error = await failing.then(() => undefined, (thrown: Error) => thrown);
    expect(error?.message).to.equal('waited 60 ms in vain until the moon falls: it stays');
  });
});
