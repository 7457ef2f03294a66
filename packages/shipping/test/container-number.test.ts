import { expect } from 'chai';
import fc from 'fast-check';
import {
  categoryName,
  checkDigit,
  isContainerNumber,
  looksLikeContainerNumber,
  normaliseContainerNumber,
  parseContainerNumber,
  withCheckDigit,
} from '../src/container-number.js';

const letters = fc.stringMatching(/^[A-Z]{3}$/);
const serials = fc.stringMatching(/^[0-9]{6}$/);
const stems = fc.tuple(letters, fc.constantFrom('U', 'J', 'Z'), serials).map((parts) => parts.join(''));

describe('container number', () => {
  it('takes numbers whose check digit is known to be right [D-21]', () => {
    for (const number of ['CSQU3054383', 'TGHU7599330', 'TRKU1000010', 'TRKU1000237']) {
      expect(isContainerNumber(number), number).to.equal(true);
    }
    expect(isContainerNumber('TRKU1000011')).to.equal(false);
  });

  it('takes a number apart', () => {
    expect(parseContainerNumber(' csqu 305438-3 ')).to.deep.equal({
      ok: true,
      value: { number: 'CSQU3054383', prefix: 'CSQU', owner: 'CSQ', category: 'U', serial: '305438', checkDigit: 3 },
    });
    expect(categoryName('Z')).to.equal('trailer or chassis');
  });

  it('says what is wrong, and which check digit was expected [D-21]', () => {
    const faults = ['', 'CSQU305438', 'C1QU3054383', 'CSQX3054383', 'CSQU30A4383', 'CSQU3054384'].map((text) => {
      const parsed = parseContainerNumber(text);
      return parsed.ok ? 'none' : parsed.fault;
    });
    expect(faults).to.deep.equal(['empty', 'length', 'owner', 'category', 'serial', 'check_digit']);
    expect(parseContainerNumber('CSQU3054384')).to.deep.include({
      expected: 3,
      reason: 'The check digit of CSQU3054384 should be 3, not 4.',
    });
  });

  it('writes a remainder of ten as zero', () => {
    // The sum of TRKU000009 leaves 10.
    expect(checkDigit('TRKU000009')).to.equal(0);
    expect(checkDigit('CSQU30543')).to.equal(null);
    expect(checkDigit('csqu305438')).to.equal(null);
    expect(withCheckDigit('nonsense')).to.equal(null);
  });

  it('accepts every stem with its own digit and no other one [D-21]', () => {
    fc.assert(
      fc.property(stems, fc.integer({ min: 1, max: 9 }), (stem, shift) => {
        const right = withCheckDigit(stem)!;
        expect(isContainerNumber(right)).to.equal(true);
        const wrong = `${stem}${(Number(right[10]) + shift) % 10}`;
        expect(isContainerNumber(wrong)).to.equal(false);
        expect(looksLikeContainerNumber(wrong)).to.equal(true);
      }),
    );
  });

  it('catches two swapped digits unless they weigh the same modulo eleven and ten', () => {
    fc.assert(
      fc.property(stems, fc.integer({ min: 4, max: 8 }), (stem, at) => {
        fc.pre(stem[at] !== stem[at + 1]);
        const swapped = `${stem.slice(0, at)}${stem[at + 1]}${stem[at]}${stem.slice(at + 2)}`;
        const [one, other] = [stem, swapped].map((text) => checkDigit(text)!);
        // Only the pair of remainders 0 and 10 shares a digit.
        if (one === other) expect(one).to.equal(0);
      }),
    );
  });

  it('normalises to a fixed point, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = normaliseContainerNumber(text);
        expect(normaliseContainerNumber(once)).to.equal(once);
        expect(() => parseContainerNumber(text)).not.to.throw();
      }),
    );
  });
});
