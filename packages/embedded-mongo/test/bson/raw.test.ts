import { expect } from 'chai';
import fc from 'fast-check';
import { compareValues } from '../../src/bson/compare.js';
import { encode } from '../../src/bson/document.js';
import { firstElement, nextElement, rawGet, rawValue } from '../../src/bson/raw.js';
import { document } from './values.js';

describe('raw bytes', () => {
  it('are walked element by element, whatever their types', () => {
    fc.assert(fc.property(document, (made) => {
      const bytes = encode(made);
      const element = firstElement(0);
      const values: unknown[] = [];
      while (nextElement(bytes, element, bytes.length)) values.push(rawValue(bytes, element));
      expect(compareValues(values, Object.keys(made).map((name) => made[name]))).to.equal(0);
    }), { numRuns: 2000 });
  });

  it('give the values at a path, through documents and arrays', () => {
    const bytes = encode({ a: { b: 1 }, list: [{ b: 2 }, 5, { b: [3] }, {}], n: [7, 8] });
    expect(rawGet(bytes, 'a.b')).to.deep.equal([1]);
    expect(rawGet(bytes, 'list.b')).to.deep.equal([2, [3]]);
    expect(rawGet(bytes, 'n')).to.deep.equal([[7, 8]]);
    expect(rawGet(bytes, 'n.1')).to.deep.equal([8]);
    expect(rawGet(bytes, 'a.c')).to.deep.equal([]);
    expect(rawGet(bytes, 'a.b.c')).to.deep.equal([]);
  });
});
