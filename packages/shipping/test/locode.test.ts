import { expect } from 'chai';
import fc from 'fast-check';
import { countryOfLocode, isLocode, parseLocode } from '../src/locode.js';

describe('locode', () => {
  it('takes letters and the digits 2 to 9', () => {
    expect(isLocode('CNSHA')).to.equal(true);
    expect(isLocode('US2AB')).to.equal(true);
    expect(isLocode('US1AB')).to.equal(false);
    expect(isLocode('CNSH')).to.equal(false);
  });

  it('reads the printed form with a space, and lower case', () => {
    expect(parseLocode('us lax')).to.equal('USLAX');
    expect(parseLocode('NL-RTM ')).to.equal('NLRTM');
    expect(parseLocode('Rotterdam')).to.equal(null);
    expect(countryOfLocode('NLRTM')).to.equal('NL');
  });

  it('keeps what it accepts', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{2}[A-Z2-9]{3}$/), (locode) => {
        expect(parseLocode(locode)).to.equal(locode);
      }),
    );
  });
});
