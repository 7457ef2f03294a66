import { Decimal128, Long } from 'bson';
import { expect } from 'chai';
import fc from 'fast-check';
import { compareValues } from '../../src/bson/compare.js';
import { encodeKey } from '../../src/bson/key.js';
import { number, value } from './values.js';

const bySign = (order: number) => Math.sign(order) + 0;

describe('encodeKey', () => {
  it('sorts as bytes as the values compare, in both directions', () => {
    fc.assert(fc.property(value, value, (one, other) => {
      const order = bySign(compareValues(one, other));
      expect(Buffer.compare(encodeKey([one], [1]), encodeKey([other], [1]))).to.equal(order);
      expect(Buffer.compare(encodeKey([one], [-1]), encodeKey([other], [-1]))).to.equal(-order + 0);
    }), { numRuns: 5000 });
  });

  it('keeps numbers of all types in exact order', () => {
    fc.assert(fc.property(number, number, (one, other) => {
      expect(Buffer.compare(encodeKey([one], [1]), encodeKey([other], [1]))).to.equal(bySign(compareValues(one, other)));
    }), { numRuns: 5000 });
  });

  it('sorts compound keys part by part, each in its own direction', () => {
    const direction = fc.constantFrom(1, -1);
    fc.assert(fc.property(fc.array(fc.tuple(value, value, direction), { minLength: 1, maxLength: 3 }), (parts) => {
      const order = parts.map(([one, other, way]) => bySign(compareValues(one, other)) * way).find((each) => each !== 0) ?? 0;
      const directions = parts.map(([, , way]) => way);
      const left = encodeKey(parts.map(([one]) => one), directions);
      const right = encodeKey(parts.map(([, other]) => other), directions);
      expect(Buffer.compare(left, right)).to.equal(order + 0);
    }), { numRuns: 3000 });
  });

  it('is no beginning of another key', () => {
    fc.assert(fc.property(value, value, (one, other) => {
      fc.pre(compareValues(one, other) !== 0);
      const [left, right] = [encodeKey([one], [1]), encodeKey([other], [1])];
      expect(left.subarray(0, right.length).equals(right)).to.equal(false);
    }), { numRuns: 2000 });
  });

  it('tells apart neighbours that one double would swallow', () => {
    const ascending = [
      Long.fromString('9007199254740992'), Decimal128.fromString('9007199254740992.5'), Long.fromString('9007199254740993'), 9007199254740994,
      Long.fromString('9223372036854775806'), Long.fromString('9223372036854775807'), 2 ** 63,
    ].map((each) => encodeKey([each], [1]));
    for (let index = 1; index < ascending.length; index += 1) {
      expect(Buffer.compare(ascending[index - 1]!, ascending[index]!)).to.equal(-1);
    }
  });
});
