import { Long } from 'bson';
import { expect } from 'chai';
import fc from 'fast-check';
import { decode, encode, type Document } from '../../src/bson/document.js';
import { MongoError } from '../../src/errors.js';
import { compileUpdate, spliceUpdate, type Update } from '../../src/update/compile.js';
import { document, number, value } from '../bson/values.js';

const now = new Date(1_700_000_000_000);
const name = fc.constantFrom('a', 'b', 'c', 'ä', 'list');

const operators: fc.Arbitrary<[string, unknown]> = fc.oneof(
  value.map((argument): [string, unknown] => ['$set', argument]),
  number.map((argument): [string, unknown] => ['$inc', argument]),
  number.map((argument): [string, unknown] => ['$mul', argument]),
  value.map((argument): [string, unknown] => ['$max', argument]),
  value.map((argument): [string, unknown] => ['$push', argument]),
  fc.constant<[string, unknown]>(['$unset', '']),
  value.map((argument): [string, unknown] => ['$setOnInsert', argument]),
  fc.constant<[string, unknown]>(['$currentDate', true]),
);

const update = fc.uniqueArray(name, { minLength: 1, maxLength: 4 }).chain((names) =>
  fc.tuple(...names.map(() => operators)).map((chosen) => {
    const made: Record<string, Document> = {};
    chosen.forEach(([operator, argument], index) => { (made[operator] ??= {})[names[index]!] = argument; });
    return made as Update;
  }));

const attempt = <Result>(act: () => Result): Result | number => {
  try {
    return act();
  } catch (error) {
    if (error instanceof MongoError) return error.code;
    throw error;
  }
};

describe('spliceUpdate', () => {
  it('makes of the bytes what the decoded update makes of the document', () => {
    fc.assert(fc.property(document, fc.array(number, { maxLength: 2 }), update, (made, list, given) => {
      const bytes = encode({ _id: 1, ...made, list });
      const compiled = attempt(() => compileUpdate(given, { now }));
      if (typeof compiled === 'number') return;
      const slow = attempt(() => compiled(decode(bytes)));
      const fast = spliceUpdate(bytes, compiled);
      expect(fast === undefined).to.equal(typeof slow === 'number');
      if (fast === undefined || typeof slow === 'number') return;
      expect(fast.bytes.toString('hex')).to.equal(encode(slow.doc).toString('hex'));
      expect([...fast.changedPaths].sort()).to.deep.equal([...slow.changedPaths].sort());
    }), { numRuns: 5000 });
  });

  it('gives back the same bytes when nothing changes', () => {
    const bytes = encode({ _id: 1, a: 'x', n: Long.fromNumber(5) });
    const spliced = spliceUpdate(bytes, compileUpdate({ $set: { a: 'x' }, $unset: { z: 1 }, $min: { n: 9 } }, { now }));
    expect(spliced?.bytes).to.equal(bytes);
    expect(spliced?.changedPaths).to.deep.equal([]);
  });

  it('leaves other updates to the long way', () => {
    const bytes = encode({ _id: 1, a: { b: 1 }, l: [1] });
    const others: Update[] = [{ $set: { 'a.b': 2 } }, { $set: { _id: 1 } }, { $rename: { a: 'c' } }, { $set: { 'l.$[]': 2 } }, { a: 1 }, [{ $set: { a: 1 } }]];
    for (const each of others) expect(spliceUpdate(bytes, compileUpdate(each, { now }))).to.equal(undefined);
  });

  it('leaves a refusal to the long way, which names the document', () => {
    const bytes = encode({ _id: 'ship-7', a: 'text' });
    const update = compileUpdate({ $inc: { a: 1 } }, { now });
    expect(spliceUpdate(bytes, update)).to.equal(undefined);
    expect(() => update(decode(bytes))).to.throw(/ship-7/).with.property('code', 14);
  });
});
