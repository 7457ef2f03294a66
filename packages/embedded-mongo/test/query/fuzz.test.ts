import { expect } from 'chai';
import fc from 'fast-check';
import { decode, encode, type Document } from '../../src/bson/document.js';
import { MongoError } from '../../src/errors.js';
import { compileExpression } from '../../src/expression/evaluate.js';
import { filterConstraints } from '../../src/query/constraints.js';
import { compileFilter } from '../../src/query/matcher.js';
import { compileProjection } from '../../src/query/projection.js';
import { compileSort } from '../../src/query/sort.js';
import { compileUpdate, spliceUpdate, upsertBase } from '../../src/update/compile.js';
import { document, scalar } from '../bson/values.js';

const now = new Date(0);
const OPERATORS = [
  '$eq', '$ne', '$gt', '$lte', '$in', '$nin', '$exists', '$type', '$size', '$all', '$elemMatch', '$mod', '$regex', '$options', '$not', '$and', '$or',
  '$nor', '$expr', '$bitsAllSet', '$bitsAnyClear', '$comment', '$set', '$unset', '$inc', '$mul', '$min', '$max', '$rename', '$currentDate',
  '$setOnInsert', '$push', '$each', '$slice', '$sort', '$position', '$addToSet', '$pop', '$pull', '$pullAll', '$bit', '$add', '$cond', '$concat',
  '$map', '$filter', '$switch', '$convert', '$toLong', '$dateToString', '$arrayElemAt', '$replaceWith', '$project', '$let', '$where', '$text', 'and', 'input', 'in',
];
const NAMES = ['_id', 'a', 'b', 'a.b', 'a.0', 'a.$', 'a.$[]', 'a.$[x]', '', 'a.', '.', '$', '$$NOW', '__proto__', 'constructor.name', 'toString', 'length'];
const name = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...OPERATORS) }, { weight: 2, arbitrary: fc.constantFrom(...NAMES) });
const text = fc.constantFrom('$a', '$a.b', '$$ROOT', '$$nobody', '^a', '(', '$toString', 'int', 'a', '$__proto__');

const { any, asked } = fc.letrec<{ any: unknown; asked: Document }>((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, scalar, text, fc.integer({ min: -3, max: 3 }), tie('asked'), fc.array(tie('any'), { maxLength: 3 })),
  asked: fc.array(fc.tuple(name, tie('any')), { maxLength: 3 }).map((fields) => {
    const made: Document = {};
    for (const [key, value] of fields) Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true });
    return made;
  }),
}));

const met = document.map((made) => decode(encode({ _id: 1, a: [{ b: 1 }, 5], b: 2, ...made })));

/** Whatever is asked, the answer is one, or MongoDB's refusal; never a bug of ours. */
const answers = (act: () => unknown): void => {
  try {
    act();
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
    expect(error.code).to.be.a('number');
  }
};

describe('the query language under nonsense', () => {
  it('answers any filter or refuses it', () => {
    fc.assert(fc.property(asked, met, (filter, each) => {
      answers(() => filterConstraints(filter));
      answers(() => {
        const accepts = compileFilter(filter);
        if (accepts(each)) accepts.positions(each);
      });
    }), { numRuns: 5_000 });
  });

  it('answers any update or refuses it', () => {
    fc.assert(fc.property(fc.oneof(asked, fc.array(asked, { minLength: 1, maxLength: 2 })), asked, met, (update, filter, each) => {
      answers(() => {
        const apply = compileUpdate(update, { now, arrayFilters: [{ x: 1 }] });
        encode(apply(each, () => new Map([['a', 0]])).doc);
      });
      answers(() => encode(compileUpdate(update, { now })(each).doc));
      answers(() => spliceUpdate(encode(each), compileUpdate(update, { now })));
      answers(() => encode(upsertBase(filter, update, { now })));
    }), { numRuns: 5_000 });
  });

  it('answers any projection, sort or expression or refuses it', () => {
    fc.assert(fc.property(asked, any, met, met, (spec, expression, one, other) => {
      answers(() => encode(compileProjection(spec, { a: 5 })(one)));
      answers(() => compileSort(spec)(one, other));
      answers(() => encode({ value: compileExpression(expression)(one, now) }));
    }), { numRuns: 5_000 });
  });

  it('leaves the prototype of all objects alone', () => {
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
    expect(({} as Document)['b']).to.equal(undefined);
  });
});
