import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import { portCalls } from '../../src/store/port-calls.js';
import { vesselTracks } from '../../src/store/vessel-tracks.js';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2026, 2, 1) + hours * HOUR);

describe('what is remembered of ships', () => {
  let store: TestMongo;
  before(async () => { store = await testMongo(); });
  after(() => store.stop());

  it('is a point an hour of the last three days, never an older one after a newer [H-4]', async () => {
    const tracks = vesselTracks(store.connection);
    for (const hours of [0, 0.5, 1, 1, 0.2, 1.9, 2, ...Array.from({ length: 100 }, (_, hour) => 3 + hour)]) await tracks.note('v', { at: at(hours), latitude: 1, longitude: hours });
    const kept = (await tracks.of('v')).map((point) => (point.at.getTime() - at(0).getTime()) / HOUR);
    expect(kept).to.deep.equal(Array.from({ length: 72 }, (_, index) => 31 + index));
    expect(await tracks.of('nobody')).to.deep.equal([]);
  });

  it('is each call of a port once, the newest fifty [H-4]', async () => {
    const calls = portCalls(store.connection);
    for (let day = 0; day < 60; day += 1) for (const repeat of [0, 1]) await calls.keep('v', 'USLAX', { arrivedAt: at(day * 24), waitedHours: day + repeat });
    const found = await calls.at('USLAX');
    expect(found).to.have.length(50);
    expect(found[0]).to.deep.equal({ arrivedAt: at(59 * 24), waitedHours: 59 });
    expect(await calls.at('NLRTM')).to.deep.equal([]);
  });
});
