import { expect } from 'chai';
import { encode, type Document } from '../../src/bson/document.js';
import { openCatalog } from '../../src/catalog/catalog.js';
import { indexOf } from '../../src/catalog/index-spec.js';
import type { Collection } from '../../src/catalog/types.js';
import { planQuery } from '../../src/query/planner.js';
import { memoryEngine } from '../../src/storage/memory.js';
import { insertDocument } from '../../src/writes/documents.js';

describe('an index through an array', () => {
  const engine = memoryEngine();
  const catalog = openCatalog(engine);
  let collection: Collection;
  const isSorted = (filter: Document, sort: Document): boolean => planQuery(collection, filter, sort).sorted;

  before(() => engine.write((writer) => {
    collection = catalog.create(writer, 'db', 'c');
    collection.indexes.push({ ...indexOf({ key: { a: 1, tags: 1, at: -1 }, name: 'by_tag' }, catalog.newId(writer)), ready: true });
    for (let n = 0; n < 4; n += 1) insertDocument({ writer, catalog }, collection, encode({ _id: n, a: 1, tags: ['x', `t${n}`], at: n }));
  }));

  it('gives the order behind one element of it, so that a page of a filtered list costs a page [D-75]', () => {
    expect(isSorted({ a: 1, tags: 'x' }, { at: -1 })).to.equal(true);
    expect(isSorted({ a: 1, tags: 'x', at: { $lt: 3, $gte: 1 } }, { at: -1 })).to.equal(true);
  });

  it('gives none where a document would come up twice, or is ordered by another element', () => {
    expect(isSorted({ a: 1, tags: { $in: ['x', 't1'] } }, { at: -1 })).to.equal(false);
    expect(isSorted({ a: 1 }, { tags: 1 })).to.equal(false);
    expect(isSorted({ a: 1, tags: 'x' }, { tags: 1, at: -1 })).to.equal(false);
  });

  it('is remembered with its arrays', () => {
    expect(openCatalog(engine).find('db', 'c')?.indexes[0]?.multikeyPaths).to.deep.equal(['tags']);
  });
});
