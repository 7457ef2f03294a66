import { Decimal128, Double, Long } from 'bson';
import { expect } from 'chai';
import { refusal, running, type Running } from '../running.js';

describe('aggregation', () => {
  let up: Running;
  before(async () => {
    up = await running();
  });
  after(() => up.stop());

  const rowsOf = (name: string) => up.db.collection(name, { promoteLongs: false, promoteValues: false });

  it('sums and averages decimals and longs to the last digit, and keeps the wider type [EM-80]', async () => {
    const rows = rowsOf('exact');
    await rows.insertMany([
      { g: 'decimal', n: Decimal128.fromString('0.1') }, { g: 'decimal', n: Decimal128.fromString('0.2') },
      { g: 'long', n: Long.fromString('9007199254740993') }, { g: 'long', n: Long.fromString('2') },
      { g: 'int', n: 1 }, { g: 'int', n: 'no number' }, { g: 'mixed', n: 1 }, { g: 'mixed', n: new Double(0.5) },
    ]);
    const groups = await rows.aggregate([{ $group: { _id: '$g', sum: { $sum: '$n' }, average: { $avg: '$n' } } }]).toArray();
    const shown = Object.fromEntries(groups.map(({ _id, sum, average }) => [String(_id), [String(sum), String(average)]]));
    expect(shown).to.deep.equal({
      decimal: ['0.3', '0.15'], long: ['9007199254740995', '4503599627370498'], int: ['1', '1'], mixed: ['1.5', '0.75'],
    });
  });

  it('groups equal numbers of any type together, gathers, and keeps first, last, least and greatest [EM-81]', async () => {
    const rows = up.db.collection('kinds');
    await rows.insertMany([
      { _id: 1, k: 1, v: 'b', list: { a: 1 } }, { _id: 2, k: Long.fromNumber(1), v: 'a', list: { b: 2 } }, { _id: 3, k: new Double(1), v: 'b' }, { _id: 4 },
    ] as never[]);
    const groups = await rows.aggregate([
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: '$k', n: { $count: {} }, all: { $push: '$v' }, set: { $addToSet: '$v' }, first: { $first: '$v' }, last: { $last: '$_id' },
          least: { $min: '$v' }, greatest: { $max: '$v' }, merged: { $mergeObjects: '$list' },
        },
      },
    ]).toArray();
    expect(groups).to.deep.equal([
      { _id: 1, n: 3, all: ['b', 'a', 'b'], set: ['b', 'a'], first: 'b', last: 3, least: 'a', greatest: 'b', merged: { a: 1, b: 2 } },
      { _id: null, n: 1, all: [], set: [], first: null, last: 4, least: null, greatest: null, merged: {} },
    ]);
  });

  it('unwinds arrays, with places and without losing what has none [EM-82]', async () => {
    const rows = up.db.collection('arrays');
    await rows.insertMany([{ _id: 1, a: { list: [10, 20] } }, { _id: 2, a: { list: [] } }, { _id: 3 }, { _id: 4, a: { list: 7 } }] as never[]);
    expect(await rows.aggregate([{ $unwind: '$a.list' }]).toArray())
      .to.deep.equal([{ _id: 1, a: { list: 10 } }, { _id: 1, a: { list: 20 } }, { _id: 4, a: { list: 7 } }]);
    const all = [{ $unwind: { path: '$a.list', includeArrayIndex: 'at', preserveNullAndEmptyArrays: true } }, { $project: { at: 1, value: '$a.list' } }];
    expect(await rows.aggregate(all).toArray()).to.deep.equal([
      { _id: 1, at: 0, value: 10 }, { _id: 1, at: 1, value: 20 }, { _id: 2, at: null }, { _id: 3, at: null }, { _id: 4, at: null, value: 7 },
    ]);
  });

  it('reads variables in filters, projections, updates and pipelines [EM-83]', async () => {
    const rows = up.db.collection<{ _id: number; n: number; m?: number }>('variables');
    await rows.insertMany([{ _id: 1, n: 1 }, { _id: 2, n: 5 }]);
    const above = { $expr: { $gt: ['$n', '$$least'] } };
    expect(await rows.find(above, { let: { least: { $add: [1, 2] } }, projection: { more: { $add: ['$n', '$$least'] } } }).toArray())
      .to.deep.equal([{ _id: 2, more: 8 }]);
    expect(await rows.aggregate([{ $match: above }, { $set: { l: '$$least' } }], { let: { least: 3 } }).toArray()).to.deep.equal([{ _id: 2, n: 5, l: 3 }]);
    expect(await rows.updateMany(above, [{ $set: { m: '$$least' } }], { let: { least: 3 } })).to.include({ modifiedCount: 1 });
    expect(await rows.findOneAndUpdate(above, { $inc: { n: 1 } }, { let: { least: 3 }, returnDocument: 'after' })).to.deep.equal({ _id: 2, n: 6, m: 3 });
    expect(await rows.deleteMany(above, { let: { least: 3 } })).to.include({ deletedCount: 1 });
    expect((await refusal(rows.find({ $expr: { $eq: ['$n', '$$nobody'] } }).toArray())).code).to.equal(17_276);
  });

  it('lets others run while it counts, groups and looks for distinct values [EM-84]', async () => {
    const rows = up.db.collection<{ n: number; pad: string }>('many');
    for (let lot = 0; lot < 10; lot += 1) {
      await rows.insertMany(Array.from({ length: 4_000 }, (_, n) => ({ n: lot * 4_000 + n, pad: 'x'.repeat(50) })));
    }
    const long: [string, () => Promise<unknown>, unknown][] = [
      ['count', () => rows.countDocuments({ pad: { $regex: 'x$' } }), 40_000],
      ['group', async () => (await rows.aggregate([{ $group: { _id: { $mod: ['$n', 7] } } }]).toArray()).length, 7],
      ['distinct', async () => (await rows.distinct('n')).length, 40_000],
    ];
    for (const [what, act, expected] of long) {
      let pings = 0;
      let over = false;
      const others = (async () => {
        while (!over) {
          await up.db.command({ ping: 1 });
          pings += 1;
        }
      })();
      expect(await act(), what).to.equal(expected);
      over = true;
      await others;
      expect(pings, `pings answered during ${what}`).to.be.greaterThan(2);
    }
    const error = await refusal(rows.countDocuments({ pad: { $regex: 'x$' } }, { maxTimeMS: 1 }));
    expect(error.code).to.equal(50);
  });
});
