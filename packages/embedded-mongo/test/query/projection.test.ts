import { Long } from 'bson';
import { expect } from 'chai';
import { decode, encode, type Document } from '../../src/bson/document.js';
import { shapeOf } from '../../src/query/find.js';
import { compileProjection } from '../../src/query/projection.js';

const DOCUMENT = { _id: 1, a: 1, b: { c: 2, d: 3 }, list: [{ x: 1, y: 1 }, 5, { x: 2, y: 2 }, [{ x: 3 }]], n: [1, 2, 3, 4] };
const project = (spec: Document, document: Document = DOCUMENT, filter: Document = {}) => {
  const made = compileProjection(spec, filter)(document);
  // From stored bytes only the fields it lets through are decoded; that must not show.
  expect(decode(shapeOf(spec, filter)(encode(document))), 'from bytes').to.deep.equal(decode(encode(made)));
  return made;
};

describe('compileProjection', () => {
  it('includes fields in the order of the document, and _id unless told otherwise', () => {
    expect(JSON.stringify(project({ n: 1, a: 1 }))).to.equal('{"_id":1,"a":1,"n":[1,2,3,4]}');
    expect(project({ a: true, _id: 0 })).to.deep.equal({ a: 1 });
    expect(project({ _id: 1 })).to.deep.equal({ _id: 1 });
  });

  it('excludes fields and keeps the rest', () => {
    expect(project({ list: 0, n: false, b: new Long(0) })).to.deep.equal({ _id: 1, a: 1 });
    expect(Object.keys(project({ _id: 0 }))).to.deep.equal(['a', 'b', 'list', 'n']);
  });

  it('reaches into documents and arrays', () => {
    expect(project({ 'b.c': 1, 'list.x': 1 })).to.deep.equal({ _id: 1, b: { c: 2 }, list: [{ x: 1 }, { x: 2 }, [{ x: 3 }]] });
    expect(project({ b: { c: 0 }, list: { x: 0 }, n: 0, a: 0 })).to.deep.equal({ _id: 1, b: { d: 3 }, list: [{ y: 1 }, 5, { y: 2 }, [{}]] });
    expect(project({ 'a.z': 1 })).to.deep.equal({ _id: 1 });
  });

  it('slices arrays', () => {
    expect(project({ n: { $slice: 2 }, _id: 1 }).n).to.deep.equal([1, 2]);
    expect(project({ n: { $slice: -1 } })).to.deep.equal({ ...DOCUMENT, n: [4] });
    expect(project({ n: { $slice: [-3, 2] }, a: 1 })).to.deep.equal({ _id: 1, a: 1, n: [2, 3] });
    expect(project({ n: { $slice: [1, 2] }, a: 0, b: 0, list: 0 })).to.deep.equal({ _id: 1, n: [2, 3] });
  });

  it('shows the element that matched', () => {
    expect(project({ 'n.$': 1 }, DOCUMENT, { n: { $gt: 2 } })).to.deep.equal({ _id: 1, n: [3] });
    expect(project({ 'list.$': 1 }, DOCUMENT, { 'list.x': 2 })).to.deep.equal({ _id: 1, list: [{ x: 2, y: 2 }] });
    expect(project({ a: 1, list: { $elemMatch: { x: { $gt: 1 } } } })).to.deep.equal({ _id: 1, a: 1, list: [{ x: 2, y: 2 }] });
    expect(project({ a: 1, list: { $elemMatch: { x: 9 } } })).to.deep.equal({ _id: 1, a: 1 });
    expect(() => project({ 'n.$': 1 }, DOCUMENT, { a: 1 })).to.throw().with.property('code', 51246);
  });

  it('computes expressions behind the fields that were there', () => {
    expect(JSON.stringify(project({ sum: { $add: ['$a', '$b.c'] }, a: 1, 'deep.er': '$a', text: 'plain' })))
      .to.equal('{"_id":1,"a":1,"sum":3,"deep":{"er":1},"text":"plain"}');
  });

  const refused: [Document, number][] = [
    [{ a: 1, b: 0 }, 31254], [{ a: 0, b: 1 }, 31253], [{ a: 1, 'a.b': 1 }, 31249], [{ 'a.b': 1, a: 1 }, 31250], [{ '': 1 }, 40352],
    [{ 'a.': 1 }, 40353], [{ $a: 1 }, 16410], [{ 'a.$': 1, 'b.$': 1 }, 31276], [{ a: 0, 'b.$': 1 }, 31395], [{ a: {} }, 51270],
    [{ a: { $slice: [1] } }, 28667], [{ a: { $slice: [1, 0] } }, 28729], [{ 'a.b': { $elemMatch: { c: 1 } } }, 31275], [{ a: { $foo: 1 } }, 168],
    [{ a: { $elemMatch: 1 } }, 2],
  ];
  for (const [spec, code] of refused) {
    it(`refuses ${JSON.stringify(spec)} with code ${code}`, () => {
      expect(() => compileProjection(spec)).to.throw().with.property('code', code);
    });
  }
});
