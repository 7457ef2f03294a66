import { Decimal128, Long } from 'bson';
import { expect } from 'chai';
import type { Document } from '../../src/bson/document.js';
import { compileSort } from '../../src/query/sort.js';

const order = (spec: Document, documents: Document[]) => [...documents].sort(compileSort(spec)).map(({ _id }) => _id);

describe('compileSort', () => {
  it('sorts by several paths, each in its direction', () => {
    const documents = [{ _id: 1, a: 1, b: { c: 1 } }, { _id: 2, a: 1, b: { c: 2 } }, { _id: 3, a: 0 }];
    expect(order({ a: 1, 'b.c': -1 }, documents)).to.deep.equal([3, 2, 1]);
  });

  it('takes the least element of an array ascending and the greatest descending', () => {
    const documents = [{ _id: 1, a: [5, 1] }, { _id: 2, a: 3 }, { _id: 3, a: [2, 4] }, { _id: 4, a: [] }, { _id: 5 }];
    expect(order({ a: 1 }, documents)).to.deep.equal([4, 5, 1, 3, 2]);
    expect(order({ a: -1 }, documents)).to.deep.equal([1, 3, 2, 5, 4]);
  });

  it('sorts longs and decimals by value', () => {
    const documents = [
      { _id: 1, a: Decimal128.fromString('10') }, { _id: 2, a: Decimal128.fromString('9.5') }, { _id: 3, a: Long.fromNumber(10) }, { _id: 4, a: 2 },
    ];
    expect(order({ a: 1, _id: 1 }, documents)).to.deep.equal([4, 2, 1, 3]);
  });

  it('looks through arrays of documents', () => {
    expect(order({ 'a.b': -1 }, [{ _id: 1, a: [{ b: 1 }, { b: 9 }] }, { _id: 2, a: [{ b: 5 }] }])).to.deep.equal([1, 2]);
  });

  it('refuses what is no direction', () => {
    expect(() => compileSort({ a: 2 })).to.throw().with.property('code', 15975);
    expect(() => compileSort({ a: { $meta: 'textScore' } })).to.throw().with.property('code', 17312);
  });
});
