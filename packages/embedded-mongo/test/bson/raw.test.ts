import { expect } from 'chai';
import fc from 'fast-check';
import { compareValues } from '../../src/bson/compare.js';
import { encode } from '../../src/bson/document.js';
import { firstElement, nextElement, rawFields, rawGet, rawValue, rootsOf } from '../../src/bson/raw.js';
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

  it('give some fields as the whole document has them, `__proto__` too', () => {
    fc.assert(fc.property(document, fc.array(fc.string(), { maxLength: 3 }), (made, others) => {
      const names = Object.keys(made).filter((_, at) => at % 2 === 0);
      const wanted = Object.fromEntries(names.map((name) => [name, made[name]]));
      expect(compareValues(rawFields(encode(made), [...names, ...others.filter((name) => !(name in made))].map((name) => Buffer.from(name))), wanted)).to.equal(0);
    }), { numRuns: 1000 });
    expect(Object.keys(rawFields(encode(JSON.parse('{"__proto__":1,"b":2}') as never), rootsOf(['__proto__.c', '__proto__'])))).to.deep.equal(['__proto__']);
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
