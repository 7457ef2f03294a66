import { expect } from 'chai';
import { pages, tracking, world } from '../support/asking.js';
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

  describe('when a ship makes fast', () => {
    const LA = { latitude: 33.74, longitude: -118.265 };
    const moored = (minutes: number, place = LA, more = {}) => ({ mmsi: '563012345', position: { ...place, at: at(minutes, 0).at, navigationStatus: 5, speedKnots: 0, ...more } });
    const sailing = (minutes: number, place = LA) => ({ mmsi: '563012345', position: { ...place, at: at(minutes, 0).at, navigationStatus: 0, speedKnots: 6 } });
    const followed = async () => {
      const all = await tracked();
      const hear = all.use.hearVessel(false);
      await hear({ mmsi: '563012345', imo: '9074729', name: 'EXAMPLE STAR' });
      return { ...all, hear };
    };

    it('tells whoever has a number on it, once, with every port whose area it is [D-33]', async () => {
      const { memory, hear, request } = await followed();
      await hear(sailing(0));
      await hear(moored(30));
      await hear(moored(60));
      expect(memory.berthed).to.have.length(1);
      expect(memory.berthed[0]?.berthing.harbour.locodes).to.include.members(['USLAX', 'USLGB']);
      expect(memory.berthed[0]?.berthing.position.at).to.deep.equal(at(30, 0).at);
      expect(memory.berthed[0]?.trackers).to.deep.equal([{ accountId: request.accountId, trackingRequestId: request.trackingRequestId }]);
    });

    const silent: [string, ReturnType<typeof moored>[]][] = [
      ['one first heard at rest, since nobody knows for how long it has been', [moored(0), moored(30)]],
      ['one at anchor', [sailing(0), moored(30, LA, { navigationStatus: 1 })]],
      ['one that still moves, whatever its status says', [sailing(0), moored(30, LA, { speedKnots: 9 })]],
      ['one that lies in no port', [sailing(0, { latitude: 20, longitude: -150 }), moored(30, { latitude: 20, longitude: -150 })]],
    ];
    for (const [which, reports] of silent) {
      it(`says nothing of ${which} [D-33]`, async () => {
        const { memory, hear } = await followed();
        for (const report of reports) await hear(report);
        expect(memory.berthed).to.deep.equal([]);
      });
    }

    it('says nothing to those who no longer follow [D-30]', async () => {
      const { memory, hear, use, request } = await followed();
      await use.stopTracking(tracking(request, 1));
      await hear(sailing(0));
      await hear(moored(30));
      expect(memory.berthed).to.deep.equal([]);
    });
  });
});
