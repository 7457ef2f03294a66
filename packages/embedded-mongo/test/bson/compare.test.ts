import { Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp, Binary, BSONRegExp } from 'bson';
import { expect } from 'chai';
import fc from 'fast-check';
import { compareValues, equalValues } from '../../src/bson/compare.js';
import { bsonUndefined } from '../../src/bson/types.js';
import { value } from './values.js';

const decimal = (text: string) => Decimal128.fromString(text);

describe('compareValues', () => {
  it('orders the types as MongoDB does', () => {
    const ascending = [
      new MinKey(), bsonUndefined, null, NaN, -Infinity, 1, '', {}, [], new Binary(Buffer.alloc(0)), new ObjectId(), false, true,
      new Date(0), new Timestamp({ t: 0, i: 0 }), new BSONRegExp('a'), new MaxKey(),
    ];
    for (let left = 0; left < ascending.length; left += 1) {
      for (let right = 0; right < ascending.length; right += 1) {
        expect(Math.sign(compareValues(ascending[left], ascending[right])), `${left} and ${right}`).to.equal(Math.sign(left - right));
      }
    }
  });

  it('compares numbers exactly across all four types', () => {
    expect(equalValues(1, new Double(1))).to.equal(true);
    expect(equalValues(1, Long.fromNumber(1))).to.equal(true);
    expect(equalValues(1, decimal('1.00'))).to.equal(true);
    expect(equalValues(0.1, decimal('0.1'))).to.equal(false);
    expect(equalValues(-0, decimal('0E+10'))).to.equal(true);
    expect(compareValues(Long.fromString('9007199254740993'), 9007199254740992)).to.equal(1);
    expect(compareValues(Long.fromString('9223372036854775807'), 2 ** 63)).to.equal(-1);
    expect(compareValues(decimal('9223372036854775807.5'), Long.fromString('9223372036854775807'))).to.equal(1);
    expect(compareValues(decimal('NaN'), NaN)).to.equal(0);
    expect(compareValues(decimal('-1E+6144'), -Number.MAX_VALUE)).to.equal(-1);
  });

  it('compares text by its UTF-8 bytes and not by UTF-16 units', () => {
    expect(compareValues('\uffff', '\u{10000}')).to.equal(-1);
  });

  it('compares documents field by field, the type before the name', () => {
    expect(compareValues({ a: 1, b: 1 }, { b: 1, a: 1 })).to.be.below(0);
    expect(compareValues({ b: 1 }, { a: 'x' })).to.be.below(0);
    expect(compareValues({ a: 1 }, { a: 1, b: null })).to.be.below(0);
  });

  it('is a total order over values of all types', () => {
    fc.assert(fc.property(value, value, value, (one, two, three) => {
      expect(compareValues(one, one)).to.equal(0);
      expect(Math.sign(compareValues(one, two))).to.equal(-Math.sign(compareValues(two, one)) + 0);
      const [low, middle, high] = [one, two, three].sort(compareValues);
      expect(compareValues(low, middle)).to.be.at.most(0);
      expect(compareValues(middle, high)).to.be.at.most(0);
      expect(compareValues(low, high)).to.be.at.most(0);
    }), { numRuns: 3000 });
  });
});
