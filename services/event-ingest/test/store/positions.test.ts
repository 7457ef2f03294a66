import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import { oldPositions, positions } from '../../src/store/positions.js';

const HOUR = 3_600_000, DAY = 24 * HOUR;
const at = (hours: number) => new Date(Date.UTC(2026, 2, 1) + hours * HOUR);

describe('positions in the store', () => {
  let store: TestMongo;
  before(async () => {
    store = await testMongo();
    positions(store.connection, { keptMs: 30 * DAY, fineMs: 14 * DAY });
    await withIndexes(store.connection);
  });
  after(() => store.stop());

  const rows = () => store.connection.collection('positions').find({}).sort({ day: 1 }).toArray();

  it('lie in a document a ship and day, in detail for a fortnight, hourly until they expire [H-2]', async () => {
    const ship = positions(store.connection, { keptMs: 30 * DAY, fineMs: 14 * DAY });
    for (let tick = 0; tick < 2 * 144; tick += 1) await ship.keep([{ mmsi: '563000001', position: { at: at(tick / 6), latitude: 1, longitude: tick / 100, navigationStatus: 0 } }]);
    expect((await rows()).map(({ points }) => (points as unknown[]).length)).to.deep.equal([144, 144]);
    const [first] = await rows();
    expect([first!['until'], first!['coarseAt']]).to.deep.equal([at(30 * 24), at(15 * 24)]);

    const old = oldPositions(store.connection);
    expect(await old.coarsen(at(15 * 24 - 1), 100)).to.equal(0);
    expect(await old.coarsen(at(15 * 24), 100)).to.equal(1);
    expect((await rows()).map(({ points }) => (points as unknown[]).length)).to.deep.equal([25, 144]);
    expect(await old.coarsen(at(15 * 24), 100)).to.equal(0);
    expect(await old.coarsen(at(16 * 24), 100)).to.equal(1);
    const track = await ship.between(['563000001'], at(0), at(48));
    expect(track[0]!.at).to.deep.equal(at(0));
    expect(track.at(-1)!.at).to.deep.equal(at(48 - 1 / 6));
    expect(track).to.have.length(50);
  });

  it('that come late are kept all the same, and their day is thinned out once more [H-2]', async () => {
    const ship = positions(store.connection, { keptMs: 30 * DAY, fineMs: 14 * DAY });
    await ship.keep([{ mmsi: '563000001', position: { at: at(0.2), latitude: 2, longitude: 0, navigationStatus: 0 } }]);
    expect((await ship.between(['563000001'], at(0), at(1)))).to.deep.include({ at: at(0.2), latitude: 2, longitude: 0, navigationStatus: 0 });
    expect(await oldPositions(store.connection).coarsen(at(20 * 24), 100)).to.equal(1);
  });

  it('expire by an index, and are found by one [H-2]', async () => {
    const indexes = await store.connection.collection('positions').indexes();
    expect(indexes.find(({ name }) => name === 'save__expires')).to.include({ expireAfterSeconds: 0 });
    for (const filter of [{ mmsi: { $in: ['563000001'] }, day: { $gte: at(0), $lte: at(9) } }, { coarseAt: { $lte: at(99), $exists: true } }]) {
      expect(JSON.stringify(await store.connection.collection('positions').find(filter).explain('queryPlanner'))).to.include('IXSCAN');
    }
  });
});
