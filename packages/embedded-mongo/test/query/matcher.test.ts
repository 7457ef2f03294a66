import { Binary, BSONRegExp, Decimal128, Double, Long, MaxKey, ObjectId } from 'bson';
import { expect } from 'chai';
import { decode, encode, type Document } from '../../src/bson/document.js';
import { bsonUndefined } from '../../src/bson/types.js';
import { compileFilter } from '../../src/query/matcher.js';

const long = (text: string) => Long.fromString(text);
const decimal = (text: string) => Decimal128.fromString(text);
const id = new ObjectId();

type Row = [filter: Document, matching: Document[], others: Document[]];

const TABLE: Record<string, Row[]> = {
  'equality': [
    [{}, [{}, { a: 1 }], []],
    [{ a: 1 }, [{ a: 1 }, { a: new Double(1) }, { a: long('1') }, { a: decimal('1.0') }, { a: [1, 2] }], [{ a: '1' }, { a: [[1]] }, {}, { a: true }]],
    [{ a: id }, [{ a: id }, { a: new ObjectId(id.toHexString()) }], [{ a: new ObjectId() }, { a: id.toHexString() }]],
    [{ a: { b: 1, c: 2 } }, [{ a: { b: 1, c: 2 } }, { a: [{ b: 1, c: 2 }] }], [{ a: { c: 2, b: 1 } }, { a: { b: 1 } }]],
    [{ a: [1, 2] }, [{ a: [1, 2] }, { a: [[1, 2]] }], [{ a: [2, 1] }, { a: [1, 2, 3] }]],
    [{ a: null }, [{}, { a: null }, { a: [1, null] }], [{ a: 0 }, { a: [] }, { a: bsonUndefined }]],
    [{ a: long('9007199254740993') }, [{ a: long('9007199254740993') }], [{ a: 9007199254740992 }, { a: 9007199254740994 }]],
    [{ a: new Date(5) }, [{ a: new Date(5) }], [{ a: 5 }]],
    [{ a: NaN }, [{ a: NaN }, { a: decimal('NaN') }], [{ a: 1 }]],
    [{ constructor: null }, [{}], [{ constructor: 1 }]],
  ],
  'paths through documents and arrays': [
    [{ 'a.b': 1 }, [{ a: { b: 1 } }, { a: [{ b: 2 }, { b: 1 }] }, { a: { b: [3, 1] } }, { a: [{ b: [1] }] }], [{ a: 1 }, { a: [[{ b: 1 }]] }, {}]],
    [{ 'a.0': 1 }, [{ a: [1, 2] }, { a: { 0: 1 } }, { a: [{ 0: 1 }] }], [{ a: [2, 1] }, { a: [[1]] }]],
    [{ 'a.1.b': 1 }, [{ a: [{}, { b: 1 }] }, { a: [0, [{ b: 1 }]] }], [{ a: [{ b: 1 }] }]],
    [{ 'a.b': null }, [{}, { a: {} }, { a: 4 }, { a: [{}] }, { a: [{ b: 1 }, {}] }], [{ a: { b: 1 } }, { a: [] }, { a: [1, 2] }, { a: [{ b: 1 }] }]],
    [{ 'a.b.c': { $exists: false } }, [{}, { a: [] }, { a: [1] }, { a: { b: [] } }], [{ a: [{ b: { c: null } }] }]],
  ],
  'ranges stay within a type': [
    [{ a: { $gt: 1 } }, [{ a: 2 }, { a: decimal('1.1') }, { a: [0, 5] }], [{ a: 1 }, { a: '2' }, { a: NaN }, { a: new Date(5) }, {}]],
    [{ a: { $lt: 5 } }, [{ a: -Infinity }, { a: 4 }], [{ a: NaN }, { a: null }, {}]],
    [{ a: { $gte: 'b', $lt: 'd' } }, [{ a: 'b' }, { a: 'c' }], [{ a: 'd' }, { a: 1 }]],
    [{ a: { $gt: 1, $lt: 5 } }, [{ a: [0, 10] }, { a: 3 }], [{ a: [5] }]],
    [{ a: { $lte: null } }, [{}, { a: null }], [{ a: 0 }]],
    [{ a: { $gt: null } }, [], [{}, { a: null }, { a: 1 }]],
    [{ a: { $gte: NaN } }, [{ a: NaN }], [{ a: 1 }]],
    [{ a: { $lt: new MaxKey() } }, [{ a: 1 }, { a: 'x' }, {}], [{ a: new MaxKey() }]],
    [{ a: { $gt: { b: 1 } } }, [{ a: { b: 2 } }], [{ a: { b: 1 } }, { a: 5 }]],
    [{ a: { $gt: long('9223372036854775806') } }, [{ a: long('9223372036854775807') }, { a: 2 ** 63 }], [{ a: 9223372036854774784 }]],
  ],
  'sets and negations': [
    [{ a: { $in: [1, 'x', null] } }, [{ a: 1 }, { a: new Double(1) }, { a: 'x' }, {}, { a: ['x'] }], [{ a: 2 }]],
    [{ a: { $in: [new BSONRegExp('^b')] } }, [{ a: 'bc' }, { a: ['x', 'b'] }], [{ a: 'cb' }]],
    [{ a: { $in: Array.from({ length: 40 }, (_, n) => n) } }, [{ a: 39 }, { a: long('7') }], [{ a: 40 }, {}]],
    [{ a: { $in: [] } }, [], [{}, { a: 1 }]],
    [{ a: { $nin: [1, 2] } }, [{}, { a: 3 }, { a: [] }], [{ a: 1 }, { a: [5, 2] }]],
    [{ a: { $ne: 1 } }, [{}, { a: 2 }, { a: [2] }], [{ a: [1, 2] }]],
    [{ 'a.b': { $ne: 1 } }, [{}, { a: [{ b: 2 }] }], [{ a: [{ b: 2 }, { b: 1 }] }]],
    [{ a: { $not: { $gt: 5 } } }, [{}, { a: 5 }, { a: 'x' }], [{ a: 6 }, { a: [1, 6] }]],
    [{ a: { $not: new BSONRegExp('^x') } }, [{ a: 'y' }, {}], [{ a: 'xy' }]],
    [{ $and: [{ a: 1 }, { b: 2 }] }, [{ a: 1, b: 2 }], [{ a: 1 }]],
    [{ $or: [{ a: 1 }, { b: 2 }] }, [{ a: 1 }, { b: 2 }], [{ a: 2 }]],
    [{ $nor: [{ a: 1 }, { b: 2 }] }, [{ a: 2 }, {}], [{ a: 1 }]],
    [{ a: 1, $comment: 'why' }, [{ a: 1 }], [{ a: 2 }]],
  ],
  'elements and types': [
    [{ a: { $exists: true } }, [{ a: null }, { a: [] }], [{}]],
    [{ a: { $exists: new Double(0) } }, [{}], [{ a: null }]],
    [{ a: { $type: 'int' } }, [{ a: 1 }, { a: [1] }], [{ a: new Double(1) }, { a: long('1') }, { a: 0.5 }]],
    [{ a: { $type: ['long', 1] } }, [{ a: long('1') }, { a: new Double(1) }], [{ a: 1 }]],
    [{ a: { $type: 'number' } }, [{ a: decimal('1') }, { a: 1 }], [{ a: '1' }]],
    [{ a: { $type: 'objectId' } }, [{ a: id }], [{ a: 'x' }, {}]],
    [{ a: { $type: 'array' } }, [{ a: [] }], [{ a: 1 }]],
    [{ a: { $type: -1 } }, [], [{ a: new MaxKey() }]],
  ],
  'arrays': [
    [{ a: { $size: 2 } }, [{ a: [1, 2] }], [{ a: [1] }, { a: [[1, 2]] }, { a: 'ab' }]],
    [{ a: { $all: [1, 2] } }, [{ a: [2, 1, 3] }], [{ a: [1] }, { a: 1 }]],
    [{ a: { $all: [1] } }, [{ a: 1 }], [{}]],
    [{ a: { $all: [] } }, [], [{ a: [] }, {}]],
    [{ a: { $all: [{ $elemMatch: { b: 1 } }, { $elemMatch: { b: 2 } }] } }, [{ a: [{ b: 1 }, { b: 2 }] }], [{ a: [{ b: 1 }] }]],
    [{ a: { $elemMatch: { b: 1, c: 2 } } }, [{ a: [{ b: 1, c: 2 }] }], [{ a: [{ b: 1 }, { c: 2 }] }, { a: { b: 1, c: 2 } }]],
    [{ a: { $elemMatch: { $gt: 1, $lt: 5 } } }, [{ a: [0, 3, 10] }], [{ a: [0, 10] }, { a: 3 }]],
    [{ 'a.b': { $elemMatch: { $eq: 1 } } }, [{ a: [{ b: [1] }] }], [{ a: { b: 1 } }]],
    [{ a: { $elemMatch: { $id: 1 } } }, [{ a: [{ $ref: 'c', $id: 1 }] }], [{ a: [{ $id: 2 }] }]],
    [{ a: { $elemMatch: { $nin: [1, 2] } } }, [{ a: [1, 3] }], [{ a: [1, 2] }]],
  ],
  'numbers and bits': [
    [{ a: { $mod: [4, 1] } }, [{ a: 5 }, { a: 5.9 }, { a: long('9007199254740993') }, { a: decimal('1') }], [{ a: 4 }, { a: 'x' }, { a: NaN }, { a: -5 }]],
    [{ a: { $bitsAllSet: 6 } }, [{ a: 7 }, { a: long('6') }, { a: new Binary(Buffer.from([6])) }], [{ a: 2 }, { a: 6.5 }, { a: 'x' }]],
    [{ a: { $bitsAnySet: [0, 1] } }, [{ a: 1 }, { a: -1 }], [{ a: 4 }]],
    [{ a: { $bitsAllClear: [0, 100] } }, [{ a: 2 }], [{ a: 1 }, { a: -2 }]],
    [{ a: { $bitsAnyClear: new Binary(Buffer.from([3])) } }, [{ a: 1 }], [{ a: 3 }]],
  ],
  'patterns': [
    [{ a: new BSONRegExp('^AB', 'i') }, [{ a: 'abc' }, { a: ['x', 'ABx'] }, { a: new BSONRegExp('^AB', 'i') }], [{ a: 'xab' }, { a: 5 }]],
    [{ a: { $regex: 'b.c', $options: 's' } }, [{ a: 'ab\nc' }], [{ a: 'bc' }]],
    [{ a: { $regex: '^b$', $options: 'm' } }, [{ a: 'a\nb\nc' }], [{ a: 'ab' }]],
    [{ a: { $regex: 'a b # spaced', $options: 'x' } }, [{ a: 'ab' }], [{ a: 'a b' }]],
    [{ a: { $regex: '(?i)x\\-y' } }, [{ a: 'X-Y' }], [{ a: 'xy' }]],
    [{ a: { $regex: 'a$' } }, [{ a: 'ba' }, { a: 'ba\n' }], [{ a: 'ba\n\n' }]],
    [{ a: { $regex: '^.{2}$' } }, [{ a: 'ä\u{10000}' }], [{ a: 'x' }]],
    [{ a: { $regex: '{x}]' } }, [{ a: '{x}]' }], [{ a: 'x' }]],
  ],
  'expressions': [
    [{ $expr: { $gt: ['$a', '$b'] } }, [{ a: 2, b: 1 }, { a: long('9007199254740993'), b: 9007199254740992 }], [{ a: 1, b: 2 }, { b: 1 }]],
    [{ $expr: { $eq: ['$a', null] } }, [{ a: null }], [{}]],
    [{ $expr: '$a' }, [{ a: 1 }, { a: '' }], [{ a: 0 }, { a: long('0') }, { a: new Double(0) }, {}, { a: null }]],
    [{ $expr: { $eq: [{ $add: ['$a', decimal('0.1')] }, decimal('0.3')] } }, [{ a: decimal('0.2') }], [{ a: 1 }]],
  ],
};

// As they come from the wire: encoded and decoded again.
const wire = (document: Document): Document => decode(encode(document));

describe('compileFilter', () => {
  for (const [what, rows] of Object.entries(TABLE)) {
    it(`answers as MongoDB does: ${what}`, () => {
      for (const [filter, matching, others] of rows) {
        const accepts = compileFilter(wire(filter));
        for (const each of matching) expect(accepts(wire(each)), `${inspect(filter)} takes ${inspect(each)}`).to.equal(true);
        for (const each of others) expect(accepts(wire(each)), `${inspect(filter)} refuses ${inspect(each)}`).to.equal(false);
      }
    });
  }

  const refused: [Document, number, RegExp][] = [
    [{ a: { $foo: 1 } }, 2, /^unknown operator: \$foo$/],
    [{ $foo: 1 }, 2, /^unknown top level operator: \$foo/],
    [{ a: { $gt: 1, b: 2 } }, 2, /unknown operator: b/],
    [{ $where: 'true' }, 2, /\$where/],
    [{ $text: { $search: 'x' } }, 27, /text index required/],
    [{ a: { $near: [0, 0] } }, 291, /unable to find index/],
    [{ a: { $geoWithin: {} } }, 2, /\$geoWithin/],
    [{ $jsonSchema: {} }, 2, /\$jsonSchema/],
    [{ $and: [] }, 2, /nonempty array/],
    [{ $or: [1] }, 2, /full objects/],
    [{ a: { $in: 1 } }, 2, /\$in needs an array/],
    [{ a: { $in: [{ $gt: 1 }] } }, 2, /cannot nest \$ under \$in/],
    [{ a: { $mod: [0, 1] } }, 2, /divisor cannot be 0/],
    [{ a: { $size: -1 } }, 2, /non-negative/],
    [{ a: { $type: 'nothing' } }, 2, /Unknown type name alias/],
    [{ a: { $not: 5 } }, 2, /\$not needs a regex or a document/],
    [{ a: { $not: {} } }, 2, /\$not cannot be empty/],
    [{ a: { $elemMatch: 1 } }, 2, /\$elemMatch needs an Object/],
    [{ a: { $regex: 'a(' } }, 51091, /Regular expression is invalid/],
    [{ a: { $regex: '[[:alpha:]]' } }, 51091, /POSIX/],
    [{ a: { $regex: 'a', $options: 'q' } }, 51108, /invalid flag/],
    [{ a: { $ne: new BSONRegExp('x') } }, 2, /regex as arg to \$ne/],
    [{ $expr: { $foo: 1 } }, 168, /Unrecognized expression '\$foo'/],
    [{ $expr: '$$nobody' }, 17276, /undefined variable: nobody/],
    [{ a: { $bitsAllSet: -1 } }, 9, /non-negative/],
  ];
  for (const [filter, code, message] of refused) {
    it(`refuses ${inspect(filter)} with code ${code}`, () => {
      expect(() => compileFilter(wire(filter))).to.throw(message).with.property('code', code);
    });
  }

  it('knows which element made a document match', () => {
    const at = (filter: Document, document: Document) => [...compileFilter(filter).positions(document)];
    expect(at({ a: 5 }, { a: [1, 5] })).to.deep.equal([['a', 1]]);
    expect(at({ 'a.b': 5 }, { a: [{ b: 1 }, { b: 5 }] })).to.deep.equal([['a', 1]]);
    expect(at({ 'x.a': { $elemMatch: { b: 2, c: 2 } } }, { x: { a: [{ b: 2 }, { b: 2, c: 2 }] } })).to.deep.equal([['x.a', 1]]);
    expect(at({ a: 1, b: 2 }, { a: [0, 1], b: [0, 0, 2] })).to.deep.equal([['a', 1], ['b', 2]]);
    expect(at({ a: { $gt: 1 } }, { a: 5 })).to.deep.equal([]);
    expect(at({ $or: [{ a: 9 }, { a: 5 }] }, { a: [1, 5] })).to.deep.equal([['a', 1]]);
  });
});

function inspect(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (each instanceof RegExp ? String(each) : each));
}
