import { BSONRegExp, Decimal128, Double, Long, Timestamp } from 'bson';
import { expect } from 'chai';
import fc from 'fast-check';
import { compareValues } from '../../src/bson/compare.js';
import { decode, encode, type Document } from '../../src/bson/document.js';
import { compileFilter } from '../../src/query/matcher.js';
import { compileUpdate, type Update, type UpdateOptions } from '../../src/update/compile.js';
import { document as anyDocument, fieldName, value as anyValue } from '../bson/values.js';

const now = new Date(1_700_000_000_000);
const long = (text: string) => Long.fromString(text);
const decimal = (text: string) => Decimal128.fromString(text);

type More = Partial<UpdateOptions> & { filter?: Document };

const apply = (before: Document, update: Update, { filter = {}, ...options }: More = {}) => {
  const document = decode(encode(before));
  return compileUpdate(update, { now, ...options })(document, () => compileFilter(filter).positions(document));
};
const after = (before: Document, update: Update, more?: More) => apply(before, update, more).doc;
const bytes = (document: Document) => encode(document).toString('hex');

type Row = [before: Document, update: Update, after: Document, more?: More];

const TABLE: Record<string, Row[]> = {
  '$set and $unset': [
    [{ a: 1 }, { $set: { a: 2, 'b.c': 3 } }, { a: 2, b: { c: 3 } }],
    [{ a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
    [{ a: [1, 2, 3] }, { $unset: { 'a.1': 1 } }, { a: [1, null, 3] }],
    [{ a: [1] }, { $set: { 'a.3': 4 } }, { a: [1, null, null, 4] }],
    [{ a: 1 }, { $unset: { 'x.y': 1, 'a.b': 1 } }, { a: 1 }],
    [{}, { $set: { b: 1, a: 2, 'c.10': 1, 'c.9': 2 } }, { a: 2, b: 1, c: { 9: 2, 10: 1 } }],
    [{}, { $set: { __proto__2: 1, 'constructor.prototype': 1 } }, { __proto__2: 1, constructor: { prototype: 1 } }],
    [{ a: {} }, { $set: { 'a.$b': 1 } }, { a: { $b: 1 } }],
    [{}, { $set: { $b: 1 } }, { $b: 1 }, { isInsert: true }],
    [{ a: 1 }, { $set: { a: new Double(1) } }, { a: new Double(1) }],
    [{ a: 1 }, { $setOnInsert: { b: 1 } }, { a: 1 }],
    [{}, { $setOnInsert: { b: 1 } }, { b: 1 }, { isInsert: true }],
  ],
  '$inc and $mul keep and widen number types': [
    [{ a: 1 }, { $inc: { a: 2, b: 5 } }, { a: 3, b: 5 }],
    [{ a: 2147483647 }, { $inc: { a: 1 } }, { a: long('2147483648') }],
    [{ a: long('9007199254740993') }, { $inc: { a: 1 } }, { a: long('9007199254740994') }],
    [{ a: 1 }, { $inc: { a: new Double(1) } }, { a: new Double(2) }],
    [{ a: 0.1 }, { $inc: { a: 0.2 } }, { a: 0.30000000000000004 }],
    [{ a: decimal('0.10') }, { $inc: { a: decimal('0.2') } }, { a: decimal('0.30') }],
    [{ a: decimal('1') }, { $inc: { a: 0.1 } }, { a: decimal('1.100000000000000') }],
    [{ a: decimal('9999999999999999999999999999999999') }, { $inc: { a: 1 } }, { a: decimal('1.000000000000000000000000000000000E+34') }],
    [{ a: 3 }, { $mul: { a: 4, b: 7, c: long('2'), d: 1.5 } }, { a: 12, b: 0, c: long('0'), d: new Double(0) }],
    [{ a: 100000 }, { $mul: { a: 100000 } }, { a: long('10000000000') }],
    [{ a: decimal('1.20') }, { $mul: { a: decimal('0.5') } }, { a: decimal('0.600') }],
  ],
  '$min, $max and $bit': [
    [{ a: 5 }, { $min: { a: 3 } }, { a: 3 }],
    [{ a: 5 }, { $max: { a: 3, b: 1 } }, { a: 5, b: 1 }],
    [{ a: long('5') }, { $max: { a: decimal('5.5') } }, { a: decimal('5.5') }],
    [{ a: 1 }, { $max: { a: 'x' } }, { a: 'x' }],
    [{ a: 13 }, { $bit: { a: { and: 10 } } }, { a: 8 }],
    [{ a: 5 }, { $bit: { a: { xor: long('6') }, b: { or: 3 } } }, { a: long('3'), b: 3 }],
  ],
  '$currentDate': [
    [{}, { $currentDate: { a: true, b: { $type: 'timestamp' } } }, { a: now, b: new Timestamp({ t: 1_700_000_000, i: 1 }) }],
  ],
  '$rename': [
    [{ a: 1, b: 2 }, { $rename: { a: 'c' } }, { b: 2, c: 1 }],
    [{ a: { b: 1 }, x: 2 }, { $rename: { 'a.b': 'x' } }, { a: {}, x: 1 }],
    [{ a: 1 }, { $rename: { z: 'y' } }, { a: 1 }],
  ],
  '$push': [
    [{ a: [1] }, { $push: { a: 2, b: 3 } }, { a: [1, 2], b: [3] }],
    [{ a: [5, 1] }, { $push: { a: { $each: [3, 9], $sort: -1, $slice: 3 } } }, { a: [9, 5, 3] }],
    [{ a: [1, 2] }, { $push: { a: { $each: [0], $position: 0 } } }, { a: [0, 1, 2] }],
    [{ a: [1, 2] }, { $push: { a: { $each: [9], $position: -1 } } }, { a: [1, 9, 2] }],
    [{ a: [1, 2, 3] }, { $push: { a: { $each: [], $slice: -2 } } }, { a: [2, 3] }],
    [{ a: [{ x: 2 }, { x: 1 }] }, { $push: { a: { $each: [{ x: 0 }], $sort: { x: 1 } } } }, { a: [{ x: 0 }, { x: 1 }, { x: 2 }] }],
    [{ a: [] }, { $push: { a: { b: 1 } } }, { a: [{ b: 1 }] }],
  ],
  '$addToSet, $pop, $pull and $pullAll': [
    [{ a: [1] }, { $addToSet: { a: new Double(1) } }, { a: [1] }],
    [{ a: [1] }, { $addToSet: { a: { $each: [1, 2, 2, long('2')] } } }, { a: [1, 2] }],
    [{ a: [{ x: 1, y: 2 }] }, { $addToSet: { a: { y: 2, x: 1 } } }, { a: [{ x: 1, y: 2 }, { y: 2, x: 1 }] }],
    [{ a: [1, 2, 3], b: [1, 2] }, { $pop: { a: 1, b: -1, c: 1 } }, { a: [1, 2], b: [2] }],
    [{ a: [1, 5, 9, 5] }, { $pull: { a: 5 } }, { a: [1, 9] }],
    [{ a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
    [{ a: [{ x: 1, y: 1 }, { x: 2 }] }, { $pull: { a: { x: 1 } } }, { a: [{ x: 2 }] }],
    [{ a: ['ab', 'c'] }, { $pull: { a: new BSONRegExp('^a') } }, { a: ['c'] }],
    [{ a: [{ b: [1, 2] }, { b: [3] }] }, { $pull: { 'a.$[].b': { $in: [1, 3] } } }, { a: [{ b: [2] }, { b: [] }] }],
    [{ a: [1, 2, long('1'), 3] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
  ],
  'positional operators': [
    [{ a: [1, 5] }, { $set: { 'a.$': 9 } }, { a: [1, 9] }, { filter: { a: 5 } }],
    [{ a: [{ x: 1 }, { x: 2, y: [] }] }, { $set: { 'a.$.x': 3 }, $push: { 'a.$.y': 1 } }, { a: [{ x: 1 }, { x: 3, y: [1] }] }, { filter: { 'a.x': 2 } }],
    [{ a: [1, 2] }, { $inc: { 'a.$[]': 10 } }, { a: [11, 12] }],
    [{ a: [1, 5, 9] }, { $set: { 'a.$[big]': 0 } }, { a: [1, 0, 0] }, { arrayFilters: [{ big: { $gt: 3 } }] }],
    [{ a: [{ b: [{ c: 1 }, { c: 2 }] }] }, { $set: { 'a.$[].b.$[two].c': 3 } }, { a: [{ b: [{ c: 1 }, { c: 3 }] }] }, { arrayFilters: [{ 'two.c': 2 }] }],
    [{ a: [1] }, { $set: { 'a.$[none]': 0 } }, { a: [1] }, { arrayFilters: [{ $or: [{ none: 5 }, { none: 6 }] }] }],
  ],
  'replacement': [
    [{ _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
    [{ _id: 1, a: 1 }, { a: 1, _id: 1 }, { _id: 1, a: 1 }],
  ],
  'pipelines': [
    [{ _id: 1, a: 1 }, [{ $set: { b: { $add: ['$a', 1] }, 'c.d': '$a', n: '$$NOW' } }], { _id: 1, a: 1, b: 2, c: { d: 1 }, n: now }],
    [{ _id: 1, a: long('9007199254740993') }, [{ $addFields: { b: { $add: ['$a', 1] } } }], { _id: 1, a: long('9007199254740993'), b: long('9007199254740994') }],
    [{ _id: 1, a: new Double(5) }, [{ $set: { b: '$a' } }], { _id: 1, a: new Double(5), b: new Double(5) }],
    [{ _id: 1, a: 1, b: 2 }, [{ $unset: ['a'] }], { _id: 1, b: 2 }],
    [{ _id: 1, a: { x: 1 } }, [{ $replaceRoot: { newRoot: '$a' } }], { _id: 1, x: 1 }],
    [{ _id: 1, a: 1, b: 2 }, [{ $project: { a: 1 } }], { _id: 1, a: 1 }],
    [{ _id: 1 }, [{ $set: { a: '$$gift' } }], { _id: 1, a: 7 }, { constants: { gift: 7 } }],
    [{ _id: 1, a: 2 }, [{ $set: { a: '$$REMOVE' } }], { _id: 1 }],
    [{ _id: 1, a: 'x' }, [{ $set: { b: { $cond: [{ $eq: ['$a', 'x'] }, { $literal: '$y' }, 0] } } }], { _id: 1, a: 'x', b: '$y' }],
    [{ _id: 1, l: [1, 2, 3] }, [{ $set: { l: { $map: { input: { $filter: { input: '$l', cond: { $gt: ['$$this', 1] } } }, as: 'e', in: { $multiply: ['$$e', 2] } } } } }], { _id: 1, l: [4, 6] }],
  ],
};

describe('compileUpdate', () => {
  for (const [what, rows] of Object.entries(TABLE)) {
    it(`changes documents as MongoDB does: ${what}`, () => {
      for (const [before, update, wanted, more] of rows) {
        const made = after(before, update, more);
        expect(bytes(made), `${JSON.stringify(before)} ${JSON.stringify(update)} gave ${JSON.stringify(made)}`).to.equal(bytes(decode(encode(wanted))));
      }
    });
  }

  const refused: [Document, Update, number, More?][] = [
    [{}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    [{}, { $set: { a: 1, 'a.b': 1 } }, 40],
    [{}, { $set: { 'a.b': 1 }, $unset: { a: 1 } }, 40],
    [{}, { $rename: { a: 'b' }, $set: { b: 1 } }, 40],
    [{ _id: 1 }, { $set: { _id: 2 } }, 66],
    [{ _id: 1 }, { $unset: { _id: 1 } }, 66],
    [{ _id: 1 }, { _id: 2 }, 66],
    [{ _id: 1 }, [{ $set: { _id: 2 } }], 66],
    [{ a: 'x' }, { $inc: { a: 1 } }, 14],
    [{ a: null }, { $inc: { a: 1 } }, 14],
    [{}, { $inc: { a: 'x' } }, 14],
    [{ a: long('9223372036854775807') }, { $inc: { a: 1 } }, 2],
    [{ a: long('9223372036854775807') }, { $mul: { a: 2 } }, 2],
    [{ a: 1 }, { $set: { 'a.b': 1 } }, 28],
    [{ a: [] }, { $set: { 'a.b': 1 } }, 28],
    [{ a: 1 }, { $push: { a: 1 } }, 2],
    [{ a: 1 }, { $addToSet: { a: 1 } }, 2],
    [{ a: 1 }, { $pop: { a: 1 } }, 14],
    [{ a: [] }, { $pop: { a: 2 } }, 9],
    [{ a: 1 }, { $pull: { a: 1 } }, 2],
    [{ a: 1.5 }, { $bit: { a: { or: 1 } } }, 2],
    [{}, { $set: { '': 1 } }, 56],
    [{}, { $set: { 'a..b': 1 } }, 56],
    [{}, { $set: { $b: 1 } }, 52],
    [{}, { a: 1, $set: { b: 1 } }, 52],
    [{}, { $set: { a: 1 }, b: 1 }, 9],
    [{}, { $foo: { a: 1 } }, 9],
    [{}, { $set: 1 }, 9],
    [{ a: [1] }, { $set: { 'a.$': 1 } }, 2],
    [{ a: [1] }, { $set: { 'a.$[x]': 1 } }, 2],
    [{ a: [1] }, { $set: { a: 1 } }, 9, { arrayFilters: [{ x: 1 }] }],
    [{ a: 1 }, { $set: { 'a.$[]': 1 } }, 2],
    [{}, { $set: { 'a.$[]': 1 } }, 2],
    [{}, { $set: { '$.a': 1 } }, 2],
    [{ a: [{ b: 1 }] }, { $rename: { 'a.0.b': 'c' } }, 2],
    [{}, { $push: { a: { $each: 1 } } }, 2],
    [{}, { $push: { a: { $each: [], $foo: 1 } } }, 2],
    [{}, { $currentDate: { a: 1 } }, 2],
    [{}, [{ $match: {} }], 72],
    [{}, [{ $set: { a: 1 } }], 9, { arrayFilters: [{ x: 1 }] }],
    [{}, [{ $replaceWith: '$a' }], 40228],
    [{}, [{ $set: { a: { $foo: 1 } } }], 168],
  ];
  for (const [before, update, code, more] of refused) {
    it(`refuses ${JSON.stringify(update)} on ${JSON.stringify(before)} with code ${code}`, () => {
      expect(() => after(before, update, more)).to.throw().with.property('code', code);
    });
  }

  it('names what changed, and nothing when nothing did', () => {
    expect(apply({ a: 1, b: { c: 1 } }, { $set: { a: 1, 'b.c': 2 } })).to.deep.include({ changedPaths: ['b.c'], changed: true });
    expect(apply({ a: [{ b: 1 }] }, { $set: { 'a.0.b': 2 } }).changedPaths).to.deep.equal(['a']);
    expect(apply({ _id: 1, a: 1, b: 2 }, { a: 1, b: 3 }).changedPaths).to.deep.equal(['b']);
    expect(apply({ a: 1 }, { $set: { a: 1 }, $max: { a2: 0 }, $unset: { z: 1 }, $pull: { q: 1 } }).changedPaths).to.deep.equal(['a2']);
    expect(apply({ _id: 1, a: [1] }, { $addToSet: { a: 1 } })).to.deep.include({ changedPaths: [], changed: false });
    expect(apply({ a: 1 }, { $set: { a: new Double(1) } }).changed).to.equal(true);
  });

  it('leaves the document it was given as it is', () => {
    const before = { _id: 1, a: { b: [{ c: 1 }] } };
    const kept = JSON.stringify(before);
    compileUpdate({ $set: { 'a.b.0.c': 2 }, $push: { l: 1 }, $unset: { z: 1 } }, { now })(before);
    expect(JSON.stringify(before)).to.equal(kept);
  });

  it('$set twice is $set once, and what was set is found again', () => {
    const path = fc.array(fieldName.filter((name) => name !== '' && !name.includes('.') && !name.startsWith('$')), { minLength: 1, maxLength: 2 });
    fc.assert(fc.property(anyDocument, path, anyValue, (before, parts, value) => {
      const update = { $set: { [parts.join('.')]: value } };
      let once: Document;
      try {
        once = after({ ...before, _id: 0 }, update);
      } catch (error) {
        expect(error).to.have.property('code', 28);
        return;
      }
      expect(apply(once, update).changed).to.equal(false);
      const found = parts.reduce<unknown>((inner, part) => (inner as Document)[part], once);
      expect(compareValues(found, value)).to.equal(0);
    }), { numRuns: 2000 });
  });

  it('the order in which operators are written does not matter', () => {
    const fields = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 2 });
    fc.assert(fc.property(fields, fc.integer(), (names, seed) => {
      const parts = names.map((name, index) => [name, [{ $set: seed }, { $inc: 1 }, { $max: seed }, { $push: seed }, { $unset: 1 }][index % 5]!] as const);
      const update = (list: typeof parts) => {
        const made: Record<string, Document> = {};
        for (const [name, operator] of list) for (const [key, argument] of Object.entries(operator)) (made[key] ??= {})[name] = argument;
        return made;
      };
      expect(bytes(after({ _id: 0, x: 1 }, update(parts)))).to.equal(bytes(after({ _id: 0, x: 1 }, update([...parts].reverse()))));
    }));
  });
});
