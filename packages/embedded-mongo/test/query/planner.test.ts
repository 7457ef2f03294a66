import { Decimal128, Double, Long } from 'bson';
import { expect } from 'chai';
import fc from 'fast-check';
import { decodeTrusted, encode, type Document } from '../../src/bson/document.js';
import { openCatalog } from '../../src/catalog/catalog.js';
import { indexOf } from '../../src/catalog/index-spec.js';
import type { Collection } from '../../src/catalog/types.js';
import { countMatching } from '../../src/query/counting.js';
import { finished } from '../../src/cursor/slices.js';
import { buildIndex } from '../../src/index/build.js';
import { openQuery } from '../../src/query/find.js';
import { compileFilter } from '../../src/query/matcher.js';
import { BREATH } from '../../src/query/scan.js';
import { compileSort } from '../../src/query/sort.js';
import type { Engine } from '../../src/storage/engine.js';
import { memoryEngine } from '../../src/storage/memory.js';
import { insertDocument } from '../../src/writes/documents.js';

// Few values, so that documents, filters and indexes meet; equal numbers of several types, and all that is nearly nothing.
const scalar = fc.constantFrom<unknown>(
  0, 1, 2, 3, new Double(1), Long.fromNumber(2), Decimal128.fromString('2.5'), NaN, 'a', 'ab', 'b', '', null, true, false, new Date(1), new Date(2),
);
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.record({ d: scalar, x: scalar }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.array(fc.record({ d: scalar, x: scalar }, { requiredKeys: [] }), { maxLength: 2 }) },
);
const PATHS = ['a', 'b', 'c', 'c.d', 'c.x'] as const;
const path = fc.constantFrom(...PATHS);
const direction = fc.constantFrom(1, -1);
const document = fc.record({ a: value, b: value, c: value }, { requiredKeys: [] });

const condition: fc.Arbitrary<unknown> = fc.oneof(
  scalar,
  fc.record({ $gte: scalar, $lt: scalar }, { requiredKeys: [] }).filter((range) => Object.keys(range).length > 0),
  fc.record({ $gt: scalar, $lte: scalar }, { requiredKeys: [] }).filter((range) => Object.keys(range).length > 0),
  fc.array(scalar, { maxLength: 4 }).map(($in) => ({ $in })),
  fc.boolean().map(($exists) => ({ $exists })),
  scalar.map(($ne) => ({ $ne })),
  fc.constant({ $regex: '^a' }),
  fc.record({ $gte: scalar, $lt: scalar }).map(($elemMatch) => ({ $elemMatch })),
  fc.record({ d: scalar }).map(($elemMatch) => ({ $elemMatch })),
  fc.constant({ $type: 'number' }),
  scalar.map((inner) => ({ $not: { $eq: inner } })),
);
const plain = fc.dictionary(path, condition, { maxKeys: 3 }) as fc.Arbitrary<Document>;
const filter: fc.Arbitrary<Document> = fc.oneof(
  { weight: 4, arbitrary: plain },
  { weight: 2, arbitrary: fc.tuple(plain, fc.array(plain, { minLength: 1, maxLength: 3 })).map(([rest, $or]) => ({ ...rest, $or })) },
  { weight: 1, arbitrary: fc.array(plain, { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })) },
);
const order = fc.uniqueArray(fc.tuple(path, direction), { maxLength: 2, selector: ([name]) => name })
  .map((pairs) => Object.fromEntries(pairs) as Document);

const PARTIAL = [{ a: { $gte: 1 } }, { b: { $exists: true } }, { 'c.d': 1 }, { a: 'a', b: true }, { b: { $in: [1, 2] } }, { a: null }];
const index = fc.record({
  key: fc.uniqueArray(fc.tuple(path, direction), { minLength: 1, maxLength: 3, selector: ([name]) => name }),
  kind: fc.oneof(fc.constant({}), fc.constant({ sparse: true }), fc.constantFrom(...PARTIAL).map((partialFilterExpression) => ({ partialFilterExpression }))),
});

type Made = { engine: Engine; collection: Collection; documents: Document[] };

/** Builds half of the indexes before the documents come and half after, since both ways have to give the same. */
function made(documents: Document[], specs: { key: [string, number][]; kind: object }[]): Made {
  const engine = memoryEngine();
  const catalog = openCatalog(engine);
  const kept: Document[] = [];
  const result = engine.write((writer) => {
    const collection = catalog.create(writer, 'db', 'rows');
    const add = ({ key, kind }: { key: [string, number][]; kind: object }, at: number) => {
      const built = indexOf({ key: Object.fromEntries(key), name: `i${at}`, ...kind }, catalog.newId(writer));
      buildIndex(writer, collection, built);
      collection.indexes.push({ ...built, ready: true });
    };
    const half = specs.length >> 1;
    specs.slice(0, half).forEach(add);
    for (const [n, each] of documents.entries()) {
      const whole = { _id: n, ...each };
      try {
        insertDocument({ writer, catalog }, collection, encode(whole));
        kept.push(whole);
      } catch (error) {
        expect((error as { code?: number }).code, 'only parallel arrays are refused').to.equal(171);
      }
    }
    for (const [at, spec] of specs.slice(half).entries()) {
      try {
        add(spec, half + at);
      } catch (error) {
        expect((error as { code?: number }).code).to.equal(171);
      }
    }
    catalog.saveCounters(writer, collection);
    return collection;
  });
  return { engine, collection: result as Collection, documents: kept };
}

const idsOf = (documents: readonly Document[]): unknown[] => documents.map(({ _id }) => _id);
const byId = (one: unknown, other: unknown): number => Number(one) - Number(other);

function found({ engine, collection }: Made, filter: Document, sort: Document, skip: number, limit: number): Document[] {
  const documents: Document[] = [];
  for (const next of openQuery(engine, collection, { filter, sort, skip, limit }).found) {
    if (next !== BREATH) documents.push(decodeTrusted(next.bytes));
  }
  return documents;
}

describe('the planner', () => {
  it('finds, in the order asked for, exactly what a scan would, whatever the indexes [EM-90]', () => {
    const runs = Number(process.env['PLANNER_RUNS'] ?? 600);
    fc.assert(fc.property(
      fc.array(document, { maxLength: 12 }), fc.array(index, { maxLength: 4 }), fc.array(filter, { minLength: 1, maxLength: 6 }), order,
      fc.nat(3), fc.nat(5),
      (documents, specs, filters, sort, skip, limit) => {
        const store = made(documents, specs);
        for (const each of filters) {
          const wanted = store.documents.filter(compileFilter(each));
          expect(idsOf(found(store, each, {}, 0, 0)).sort(byId), 'rows').to.deep.equal(idsOf(wanted).sort(byId));
          const pace = { turn: 0 };
          expect(finished(countMatching(store.engine, store.collection, { filter: each }, pace), pace), 'count').to.equal(wanted.length);
          if (Object.keys(sort).length === 0) continue;
          // Equals may stand in any order among themselves, so places are compared by what they sort by.
          const compare = compileSort(sort);
          const expected = [...wanted].sort(compare).slice(skip, limit > 0 ? skip + limit : undefined);
          const sorted = found(store, each, sort, skip, limit);
          expect(sorted.length, 'sorted').to.equal(expected.length);
          for (const [at, one] of sorted.entries()) expect(compare(one, expected[at] as Document), `place ${at}`).to.equal(0);
          expect(new Set(idsOf(sorted)).size, 'each once').to.equal(sorted.length);
        }
      },
    ), { numRuns: runs });
  });

  it('walks an index for each branch of an $or, and nothing else [EM-91]', () => {
    const documents = Array.from({ length: 100 }, (_, n): Document => ({ a: n, b: n % 10, c: 1 }));
    const store = made(documents, [{ key: [['a', 1]], kind: {} }, { key: [['c', 1], ['b', 1]], kind: {} }]);
    const filter = { c: 1, $or: [{ a: 7 }, { b: 3 }, { a: { $lt: 2 } }] };
    const alone = made(documents, [{ key: [['a', 1]], kind: {} }, { key: [['b', 1]], kind: {} }]);
    for (const [each, examined] of [[store, 100], [alone, 13]] as const) {
      const opened = openQuery(each.engine, each.collection, { filter });
      expect([...opened.found]).to.have.length(13);
      expect(opened.examined.documents).to.equal(examined);
    }
    const scanned = openQuery(alone.engine, alone.collection, { filter: { $or: [{ a: 7 }, { c: 1 }] } });
    expect(scanned.plan.bounded, 'one branch without an index makes the others worthless').to.equal(false);
  });
});
