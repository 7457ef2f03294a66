import { expect } from 'chai';
import { isLocode } from '../src/locode.js';

describe('locode', () => {
  it('takes letters and the digits 2 to 9', () => {
    expect(isLocode('CNSHA')).to.equal(true);
    expect(isLocode('US1AB')).to.equal(false);
  });
});
