import { expect } from 'chai';
import fc from 'fast-check';
import type { VesselPosition } from '../../src/domain/ais.js';
import { coarseTrack, sampledTrack } from '../../src/domain/sampled-track.js';

const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1) + minutes * MINUTE);
const tracks: fc.Arbitrary<VesselPosition[]> = fc.array(fc.record({ latitude: fc.integer({ min: -80, max: 80 }), longitude: fc.integer({ min: -180, max: 180 }) }), { maxLength: 200 })
  .map((places) => places.map((place, index) => ({ ...place, at: at(index * 10) })));

describe('sampled track', () => {
  it('keeps first and last, their order, and nothing that was not there, in at most so many positions [H-2]', () => {
    fc.assert(fc.property(tracks, fc.integer({ min: 2, max: 60 }), (track, most) => {
      const sample = sampledTrack(track, most);
      expect(sample).to.have.length(Math.min(most, track.length));
      expect(sample).to.deep.equal(track.filter((one) => sample.includes(one)));
      if (track.length > 0) expect([sample[0], sample.at(-1)]).to.deep.equal([track[0], track.at(-1)]);
    }));
  });

  it('keeps the turns of a way, and its times where it is straight [H-2]', () => {
    const way = Array.from({ length: 1_001 }, (_, index): VesselPosition => ({ at: at(index), longitude: index <= 500 ? index / 100 : 5, latitude: index <= 500 ? 0 : (index - 500) / 100 }));
    expect(sampledTrack(way, 3).map(({ at: when }) => (when.getTime() - at(0).getTime()) / MINUTE)).to.deep.equal([0, 500, 1_000]);
    const gaps = sampledTrack(way.slice(0, 501), 9).map(({ at: when }, index, all) => when.getTime() - (all[index - 1]?.at ?? when).getTime());
    expect(Math.max(...gaps)).to.be.most(126 * MINUTE);
  });

  it('is not led astray by the antimeridian [H-2]', () => {
    const way = Array.from({ length: 101 }, (_, index): VesselPosition => ({ at: at(index), longitude: ((170 + index / 5 + 540) % 360) - 180, latitude: index === 80 ? 1 : 0 }));
    expect(sampledTrack(way, 3)[1]).to.equal(way[80]);
  });

  it('takes ten thousand positions out of half a year in well under a second of work', () => {
    const long = Array.from({ length: 26_000 }, (_, index): VesselPosition => ({ at: at(index * 10), longitude: Math.sin(index / 50) * 90, latitude: Math.cos(index / 33) * 60 }));
    expect(sampledTrack(long, 500)).to.have.length(500);
  });
});

describe('coarse track', () => {
  it('keeps a position an hour, each change of state and the end [H-2]', () => {
    const day = Array.from({ length: 145 }, (_, index): VesselPosition => ({ at: at(index * 10), latitude: 1, longitude: index, navigationStatus: index >= 100 && index < 103 ? 1 : 0 }));
    const minutes = coarseTrack(day, 60 * MINUTE).map(({ at: when }) => (when.getTime() - at(0).getTime()) / MINUTE);
    expect(minutes).to.include.members([0, 60, 120, 1_000, 1_030, 1_440]);
    expect(minutes.length).to.be.below(30);
    expect(coarseTrack([], MINUTE)).to.deep.equal([]);
    const twice = coarseTrack(day, 60 * MINUTE);
    expect(coarseTrack(twice, 60 * MINUTE)).to.deep.equal(twice);
  });
});
