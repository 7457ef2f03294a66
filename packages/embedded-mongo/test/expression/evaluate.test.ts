import { Decimal128, Double, Long, ObjectId } from 'bson';
import { expect } from 'chai';
import { decode, encode, type Document } from '../../src/bson/document.js';
import { compileExpression } from '../../src/expression/evaluate.js';

const long = (text: string) => Long.fromString(text);
const decimal = (text: string) => Decimal128.fromString(text);
const DOCUMENT = decode(encode({
  int: 7, double: new Double(2), half: 2.5, long: long('9007199254740993'), decimal: decimal('0.10'), text: 'abc', nothing: null, yes: true,
  zero: new Double(0), list: [3, new Double(1), 2], when: new Date(1_000), id: new ObjectId('0102030405060708090a0b0c'), deep: [{ n: 1 }, { n: 2 }],
  max: long('9223372036854775807'), one: { a: 1, b: 2 },
}));
const evaluate = (expression: unknown, variables?: Document) => compileExpression(expression, { variables })(DOCUMENT, new Date(5_000));
const bytes = (value: unknown) => encode({ value }).toString('hex');

const TABLE: Record<string, [expression: unknown, wanted: unknown][]> = {
  'numbers keep their type and are exact': [
    [{ $add: ['$int', 1] }, 8], [{ $add: ['$int', '$double'] }, new Double(9)], [{ $add: ['$long', 1] }, long('9007199254740994')],
    [{ $add: ['$decimal', decimal('0.2')] }, decimal('0.30')], [{ $add: ['$max', 1] }, new Double(2 ** 63)],
    [{ $add: ['$when', 500] }, new Date(1_500)], [{ $subtract: ['$when', new Date(0)] }, 1_000],
    [{ $subtract: ['$long', 3] }, long('9007199254740990')], [{ $multiply: ['$long', 2] }, long('18014398509481986')],
    [{ $multiply: ['$decimal', 3] }, decimal('0.30')], [{ $divide: ['$int', 2] }, 3.5], [{ $divide: [6, 3] }, new Double(2)],
    [{ $divide: [decimal('1'), 3] }, decimal('0.3333333333333333333333333333333333')], [{ $mod: ['$long', 10] }, long('3')], [{ $mod: [-7, 3] }, -1],
    [{ $abs: -5 }, 5], [{ $floor: '$half' }, new Double(2)], [{ $round: ['$half', 0] }, new Double(2)], [{ $ceil: '$long' }, long('9007199254740993')],
    [{ $sum: ['$int', '$text', '$long'] }, long('9007199254741000')], [{ $sum: '$list' }, new Double(6)], [{ $avg: '$list' }, new Double(2)],
    [{ $add: ['$int', null] }, null], [{ $add: ['$missing', 1] }, null],
  ],
  'order and equality are those of BSON': [
    [{ $gt: ['$long', 9007199254740992] }, true], [{ $eq: ['$double', 2] }, true], [{ $lt: ['$decimal', 0.1] }, true],
    [{ $eq: [{ a: 1, b: 2 }, '$one'] }, true], [{ $eq: [{ b: 2, a: 1 }, '$one'] }, false], [{ $cmp: ['$id', '$text'] }, 1],
    [{ $eq: ['$missing', null] }, false], [{ $lt: ['$missing', null] }, true], [{ $max: ['$int', '$long', '$decimal'] }, long('9007199254740993')],
    [{ $in: [1, '$list'] }, true], [{ $indexOfArray: ['$list', 2] }, 2], [{ $setUnion: [[1, long('1')], [2]] }, [1, 2]],
  ],
  'types are told apart': [
    [{ $type: '$long' }, 'long'], [{ $type: '$id' }, 'objectId'], [{ $type: '$double' }, 'double'], [{ $type: '$int' }, 'int'],
    [{ $type: '$missing' }, 'missing'], [{ $toLong: '$int' }, long('7')], [{ $toInt: '$half' }, 2], [{ $toDouble: '$int' }, new Double(7)],
    [{ $toDecimal: '1.10' }, decimal('1.10')], [{ $toString: '$long' }, '9007199254740993'], [{ $toString: '$id' }, '0102030405060708090a0b0c'],
    [{ $convert: { input: 'x', to: 'int', onError: 0 } }, 0], [{ $toBool: '$zero' }, false], [{ $isNumber: '$decimal' }, true],
  ],
  'conditions know zero of every type': [
    [{ $cond: ['$zero', 1, 2] }, 2], [{ $cond: { if: '$yes', then: '$int', else: 0 } }, 7], [{ $and: ['$yes', '$zero'] }, false],
    [{ $or: ['$zero', '$int'] }, true], [{ $not: ['$nothing'] }, true], [{ $ifNull: ['$missing', '$nothing', 'z'] }, 'z'],
    [{ $switch: { branches: [{ case: '$zero', then: 1 }], default: 2 } }, 2],
  ],
  'the rest is computed by mingo': [
    [{ $concat: ['$text', '!'] }, 'abc!'], [{ $toUpper: '$text' }, 'ABC'], [{ $size: '$list' }, 3], [{ $arrayElemAt: ['$list', '$double'] }, 2],
    ['$deep.n', [1, 2]], [{ $map: { input: '$deep', as: 'd', in: { $add: ['$$d.n', 1] } } }, [2, 3]],
    [{ $reduce: { input: '$deep', initialValue: 0, in: { $add: ['$$value', '$$this.n'] } } }, 3],
    [{ $let: { vars: { x: '$int' }, in: { $multiply: ['$$x', 2] } } }, 14], [{ $mergeObjects: ['$one', { c: '$long' }] }, { a: 1, b: 2, c: long('9007199254740993') }],
    [{ $year: '$when' }, 1970], ['$$NOW', new Date(5_000)], [{ $literal: '$int' }, '$int'], [{ $slice: ['$list', 2] }, [3, new Double(1)]],
  ],
};

describe('compileExpression', () => {
  for (const [what, rows] of Object.entries(TABLE)) {
    it(`computes as MongoDB does: ${what}`, () => {
      for (const [expression, wanted] of rows) {
        const made = evaluate(expression);
        expect(bytes(made), `${JSON.stringify(expression)} gave ${JSON.stringify(made)}`).to.equal(bytes(wanted));
      }
    });
  }

  it('reads the variables it was given', () => {
    expect(evaluate({ $add: ['$$more', 1] }, { more: 2 })).to.equal(3);
  });

  it('refuses what mingo would compute through a double', () => {
    expect(() => evaluate({ $sqrt: '$max' })).to.throw().with.property('code', 238);
    expect(() => evaluate({ $floor: '$decimal' })).to.throw().with.property('code', 238);
  });

  const refused: [unknown, number][] = [
    [{ $foo: 1 }, 168], [{ $function: {} }, 168], ['$$nobody', 17276], [{ $add: ['$text', 1] }, 14], [{ $divide: [1, 0] }, 2], [{ $mod: [1, 0] }, 16610],
    [{ $toInt: '$long' }, 241], [{ $add: 1, $sum: 2 }, 15983], [{ $switch: { branches: [] } }, 40066], [{ $in: [1, 2] }, 40081],
  ];
  for (const [expression, code] of refused) {
    it(`refuses ${JSON.stringify(expression)} with code ${code}`, () => {
      expect(() => evaluate(expression)).to.throw().with.property('code', code);
    });
  }
});
