import { BSONRegExp } from 'bson';
import { expect } from 'chai';
import fc from 'fast-check';
import { compareValues, equalValues, rankOf } from '../../src/bson/compare.js';
import type { Document } from '../../src/bson/document.js';
import { filterConstraints, type Constraint } from '../../src/query/constraints.js';
import { compileFilter } from '../../src/query/matcher.js';
import { number, scalar, text } from '../bson/values.js';

const at = (filter: Document, path = 'a') => filterConstraints(filter).paths.get(path);

/** What an index with one key a document would find. */
const within = ({ points, lower, upper }: Constraint, value: unknown): boolean => {
  if (points) return points.some((point) => equalValues(point, value ?? null));
  const bound = lower ?? upper;
  if (rankOf(value) !== rankOf(bound?.value)) return false;
  const low = lower ? compareValues(value, lower.value) : 1;
  const high = upper ? compareValues(value, upper.value) : -1;
  return (low > 0 || (low === 0 && lower?.inclusive === true)) && (high < 0 || (high === 0 && upper?.inclusive === true));
};

const operand = fc.oneof(number, text, scalar);
const condition = fc.oneof(
  operand,
  fc.record({ $eq: operand }),
  fc.record({ $in: fc.array(operand, { maxLength: 4 }) }),
  fc.constantFrom('$gt', '$gte', '$lt', '$lte').chain((operator) => operand.map((value) => ({ [operator]: value }))),
  fc.tuple(operand, operand).map(([low, high]) => ({ $gte: low, $lt: high })),
  fc.record({ $ne: operand }),
  text.map((prefix) => new BSONRegExp(`^${prefix.replaceAll(/[^a-z]/g, '')}b`)),
);
const filter = fc.oneof(
  condition.map((given) => ({ a: given })),
  fc.tuple(condition, condition).map(([one, other]) => ({ $and: [{ a: one }, { a: other }] })),
);

describe('filterConstraints', () => {
  it('names points and ranges of single paths', () => {
    expect(at({ a: 1 })).to.deep.equal({ points: [1], exact: true });
    expect(at({ a: { $in: [1, 2] } })).to.deep.equal({ points: [1, 2], exact: true });
    expect(at({ a: { $gt: 'a', $lte: 'c' } })).to.deep.equal({
      lower: { value: 'a', inclusive: false }, upper: { value: 'c', inclusive: true }, exact: true,
    });
    expect(at({ $and: [{ a: 1 }, { b: 2 }] }, 'b')).to.deep.equal({ points: [2], exact: true });
    expect(at({ a: { $elemMatch: { b: 1, c: { $gt: 2 } } } }, 'a.b')).to.deep.equal({ points: [1], exact: false });
    expect(at({ a: new BSONRegExp('^ab') })).to.deep.include({ lower: { value: 'ab', inclusive: true }, exact: false });
  });

  it('never intersects points, which two elements of one array may meet', () => {
    expect(at({ $and: [{ a: 1 }, { a: 2 }] })).to.deep.equal({ points: [1], exact: false });
  });

  it('gives no bounds where an index of elements cannot answer', () => {
    for (const given of [{ a: [1] }, { a: { $ne: 1 } }, { a: { $exists: true } }, { 'a.0': 1 }, { a: { $gt: null } }, { a: new BSONRegExp('^a|b') }]) {
      expect(filterConstraints(given as Document), JSON.stringify(given)).to.deep.include({ complete: false }).and.have.nested.property('paths.size', 0);
    }
  });

  it('lists the branches of an $or', () => {
    const { branches, complete } = filterConstraints({ $or: [{ a: 1 }, { b: 2 }] });
    expect(complete).to.equal(false);
    expect(branches?.map(({ paths }) => [...paths.keys()])).to.deep.equal([['a'], ['b']]);
  });

  it('bounds contain every match, and are the answer itself where they say so', () => {
    const document = fc.option(fc.oneof(number, text, scalar), { nil: undefined }).map((value) => (value === undefined ? {} : { a: value }));
    fc.assert(fc.property(filter, fc.array(document, { minLength: 1, maxLength: 8 }), (given, documents) => {
      const accepts = (() => {
        try {
          return compileFilter(given as Document);
        } catch {
          return undefined;
        }
      })();
      fc.pre(accepts !== undefined);
      const found = filterConstraints(given as Document);
      const constraint = found.paths.get('a');
      if (!constraint) return;
      for (const each of documents as Document[]) {
        const isWithin = within(constraint, each['a']);
        if (accepts!(each)) expect(isWithin).to.equal(true);
        else if (found.complete && constraint.exact) expect(isWithin).to.equal(false);
      }
    }), { numRuns: 10_000 });
  });
});
