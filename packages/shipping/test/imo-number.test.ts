import { expect } from 'chai';
import fc from 'fast-check';
import { imoCheckDigit, isImoNumber, parseImoNumber } from '../src/imo-number.js';

describe('IMO number', () => {
  it('takes real ones and refuses a wrong last digit', () => {
    expect(isImoNumber('9074729')).to.equal(true);
    expect(isImoNumber('9074728')).to.equal(false);
    expect(isImoNumber('IMO9074729')).to.equal(false);
    expect(isImoNumber('0000000')).to.equal(false);
  });

  it('reads the forms carriers send, integers included', () => {
    for (const form of ['9074729', 9074729, 'IMO 9074729', 'imo:9074729', ' IMO9074729 ']) {
      expect(parseImoNumber(form), String(form)).to.equal('9074729');
    }
    for (const form of ['', 0, 907472, 'EXAMPLE STAR', '90747290']) expect(parseImoNumber(form)).to.equal(null);
  });

  it('accepts exactly one last digit for any six', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 999_999 }), (six) => {
        const accepted = [...'0123456789'].filter((digit) => isImoNumber(`${six}${digit}`));
        expect(accepted).to.deep.equal([String(imoCheckDigit(String(six)))]);
      }),
    );
    expect(imoCheckDigit('12345')).to.equal(null);
  });
});
