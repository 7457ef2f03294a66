import { expect } from 'chai';
import { pages, world } from '../support/asking.js';
import { loadAtYantian } from '../support/raw-events.js';

const at = (minutes: number, longitude: number) => ({ latitude: 33, longitude, at: new Date(Date.UTC(2026, 2, 10) + minutes * 60_000) });

const tracked = async () => {
  const all = world();
  all.carrier.answers.set('BL4410077', pages([loadAtYantian()]));
  const request = all.wanted();
  await all.use.lookUp(request, 0);
  await all.poll();
  return { ...all, request };
};

describe('recordVessel', () => {
  it('follows the ships of watched numbers once it knows them, and no others', async () => {
    const { memory, use } = await tracked();
    const hear = use.hearVessel(false);
    await hear({ mmsi: '563012345', position: at(0, -118) });
    await hear({ mmsi: '211000000', imo: '9321483', name: 'OTHER STAR' });
    await hear({ mmsi: '211000000', position: at(0, -118) });
    expect(memory.positions).to.deep.equal([]);
    await hear({ mmsi: '563012345', imo: '9074729', name: 'EXAMPLE STAR' });
    await hear({ mmsi: '563012345', position: at(1, -118) });
    await hear({ mmsi: '563012345', position: at(2, -118.001) });
    await hear({ mmsi: '563012345', position: at(20, -118.1) });
    expect(memory.positions).to.deep.equal([at(1, -118), at(20, -118.1)]);
  });

  it('shows the ship among the sources of its number [D-35]', async () => {
    const { use, request } = await tracked();
    const hear = use.hearVessel(true);
    await hear({ mmsi: '563012345', imo: '9074729' });
    await hear({ mmsi: '563012345', position: at(5, -118) });
    const sources = await use.listSources(request.accountId, [request.trackingRequestId]);
    expect(sources.find(({ kind }) => kind === 'ais')).to.include({ subject: '9074729', name: 'AIS' });
    expect(sources.find(({ kind }) => kind === 'ais')?.lastAnsweredAt).to.deep.equal(at(5, -118).at);
  });
});
