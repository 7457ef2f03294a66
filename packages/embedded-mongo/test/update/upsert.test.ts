import { ObjectId } from 'bson';
import { expect } from 'chai';
import type { Document } from '../../src/bson/document.js';
import { compileUpdate, upsertBase, type Update } from '../../src/update/compile.js';

const now = new Date(1_700_000_000_000);
const change = (document: Document, update: Update) => compileUpdate(update, { now })(document).doc;

describe('upsertBase', () => {
  const upsert = (filter: Document, update: Update) => upsertBase(filter, update, { now });

  it('takes the equalities of the filter and puts the update on top', () => {
    expect(upsert({ a: 1, 'b.c': { $eq: 2 }, d: { $gt: 1 }, e: { $in: [5] } }, { $set: { f: 1 }, $inc: { a: 1 }, $setOnInsert: { g: 1 } }))
      .to.deep.equal({ a: 2, b: { c: 2 }, e: 5, f: 1, g: 1 });
    expect(upsert({ $and: [{ a: 1 }, { $or: [{ b: 2 }] }], $or: [{ c: 1 }, { c: 2 }] }, { $set: {} })).to.deep.equal({ a: 1, b: 2 });
    expect(upsert({ a: { $all: [1] } }, { $set: { b: 1 } })).to.deep.equal({ a: 1, b: 1 });
  });

  it('takes only the _id for a replacement, and puts it first', () => {
    expect(JSON.stringify(upsert({ _id: 7, a: 1 }, { b: 1 }))).to.equal('{"_id":7,"b":1}');
    expect(JSON.stringify(upsert({ a: 1, _id: 7 }, { $set: { b: 1 } }))).to.equal('{"_id":7,"a":1,"b":1}');
    expect(upsert({ a: 1 }, { b: 1 })).to.deep.equal({ b: 1 });
    const id = new ObjectId();
    expect(upsert({ _id: id }, [{ $set: { a: 1 } }])).to.deep.equal({ _id: id, a: 1 });
  });

  it('refuses a filter that says two things about one path', () => {
    expect(() => upsert({ $and: [{ a: 1 }, { a: 2 }] }, { $set: { b: 1 } })).to.throw().with.property('code', 54);
    expect(() => upsert({ a: 1, 'a.b': 1 }, { $set: { c: 1 } })).to.throw().with.property('code', 54);
  });

  it('refuses an _id that cannot be one, or that the update changes', () => {
    expect(() => upsert({}, { $set: { _id: [1] } })).to.throw().with.property('code', 53);
    expect(() => upsert({ _id: 1 }, { $set: { _id: 2 } })).to.throw().with.property('code', 66);
  });
});

describe('refusals', () => {
  it('name any value without being broken by it', () => {
    const hostile = { toString: 1, valueOf: 2, toJSON: 3, constructor: 4 };
    expect(() => change({ a: hostile }, { $inc: { a: 1 } })).to.throw().with.property('code', 14);
    expect(() => change({ _id: hostile, a: 'x' }, { $inc: { a: 1 } })).to.throw().with.property('code', 14);
    expect(() => change({ a: 1 }, { $pop: { a: hostile } })).to.throw().with.property('code', 9);
    expect(() => change({ a: [] }, { $set: { 'a.$[].b': 1, 'c.$[]': hostile } })).to.throw().with.property('code', 2);
  });
});
