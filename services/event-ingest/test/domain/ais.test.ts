import { expect } from 'chai';
import { readAisstream, readDigitrafficLocation, readDigitrafficVessel } from '../../src/domain/ais.js';
import { hear, isFollowed, newTrack, type VesselTrack } from '../../src/domain/vessel-track.js';

const NOW = new Date('2026-03-18T06:00:00Z');

const report = (changes: Record<string, unknown> = {}, time = '2026-03-18 05:58:11.120 +0000 UTC') => ({
  MessageType: 'PositionReport',
  MetaData: { MMSI: 563012345, ShipName: 'EXAMPLE STAR', latitude: 33.61, longitude: -118.41, time_utc: time },
  Message: { PositionReport: { UserID: 563012345, NavigationalStatus: 0, Sog: 14.2, Cog: 71.5, TrueHeading: 72, RateOfTurn: 0, Latitude: 33.61, Longitude: -118.41, Timestamp: 10, Valid: true, ...changes } },
});

const identity = { MessageType: 'ShipStaticData', MetaData: { MMSI: 563012345 }, Message: { ShipStaticData: { UserID: 563012345, ImoNumber: 9074729, Name: 'EXAMPLE STAR@@@@', CallSign: '9V1234 ' } } };

describe('AIS', () => {
  it('reads the published position', () => {
    expect(readAisstream(report())).to.deep.equal({
      mmsi: '563012345',
      name: 'EXAMPLE STAR',
      position: { latitude: 33.61, longitude: -118.41, speedKnots: 14.2, headingDegrees: 72, at: new Date('2026-03-18T05:58:11.120Z'), navigationStatus: 0 },
    });
  });

  it('reads a time with nine decimals, and with none', () => {
    for (const time of ['2026-03-18 05:58:11 +0000 UTC', '2026-03-18 05:58:11.000999999 +0000 UTC']) expect(readAisstream(report({}, time))?.position?.at).to.deep.equal(new Date('2026-03-18T05:58:11Z'));
  });

  it('takes no sentinel for a value', () => {
    const blank = readAisstream(report({ Sog: 102.3, Cog: 360, TrueHeading: 511, NavigationalStatus: 15 }))?.position;
    expect(blank).to.include({ speedKnots: undefined, headingDegrees: undefined, navigationStatus: undefined });
    expect(readAisstream(report({ TrueHeading: 511 }))?.position?.headingDegrees).to.equal(71.5);
    expect(readAisstream(report({ Latitude: 91 }))).to.equal(null);
    expect(readAisstream(report({ Longitude: 181 }))).to.equal(null);
    expect(readAisstream(report({ Valid: false }))).to.equal(null);
    expect(readAisstream(report({}, 'yesterday'))).to.equal(null);
  });

  it('hears ships only: no buoys, aircraft, coast stations or nonsense', () => {
    for (const UserID of [992351000, 111232506, 2275100, 12]) expect(readAisstream(report({ UserID }))).to.equal(null);
    for (const nonsense of [null, 1, 'x', {}, { MessageType: 'PositionReport' }]) expect(readAisstream(nonsense)).to.equal(null);
  });

  it('learns which ship a transmitter stands on, and only from a real IMO number', () => {
    expect(readAisstream(identity)).to.deep.equal({ mmsi: '563012345', imo: '9074729', name: 'EXAMPLE STAR', callSign: '9V1234' });
    expect(readAisstream({ ...identity, Message: { ShipStaticData: { UserID: 563012345, ImoNumber: 9074720 } } })?.imo).to.equal(undefined);
  });

  it('reads Digitraffic in its own order of coordinates', () => {
    const feature = { mmsi: 230123250, type: 'Feature', geometry: { type: 'Point', coordinates: [24.95, 60.1] }, properties: { mmsi: 230123250, sog: 10.1, cog: 200, heading: 511, navStat: 0, timestampExternal: 1773813600000 } };
    expect(readDigitrafficLocation(feature)?.position).to.deep.include({ latitude: 60.1, longitude: 24.95, headingDegrees: 200, at: new Date(1773813600000) });
    expect(readDigitrafficVessel({ mmsi: 230123250, imo: 9074729, name: 'EXAMPLE STAR ' })).to.deep.equal({ mmsi: '230123250', imo: '9074729', name: 'EXAMPLE STAR', callSign: undefined });
  });
});

describe('vessel-track', () => {
  const at = (minutes: number, latitude = 33, longitude = -118, navigationStatus = 0) => ({ mmsi: '563012345', position: { latitude, longitude, at: new Date(NOW.getTime() + minutes * 60_000), navigationStatus } });
  const play = (reports: ReturnType<typeof at>[]) => {
    let track: VesselTrack = newTrack('563012345');
    return reports.map((each) => {
      const heard = hear(track, each, NOW);
      track = heard.track;
      return heard.why;
    });
  };

  it('thins what says nothing new, and lets a change of state through at once', () => {
    expect(play([at(0), at(1, 33.01), at(11, 33.05), at(12, 33.06, -118, 1), at(30, 33.06, -118, 1), at(373, 33.06, -118, 1)])).to.deep.equal(['kept', 'thinned', 'kept', 'kept', 'thinned', 'kept']);
  });

  it('rejects a jump that no ship can make, and a position older than the last', () => {
    expect(play([at(0), at(60, 34.2), at(60, 33.4), at(30, 33.2)])).to.deep.equal(['kept', 'jump', 'kept', 'thinned']);
  });

  it('believes the others when it was the first position that was wrong', () => {
    const away = Array.from({ length: 6 }, (_, index) => at(60 + index * 12, 50 + index / 20, 0));
    expect(play([at(0), ...away])).to.deep.equal(['kept', 'jump', 'jump', 'jump', 'jump', 'jump', 'kept']);
  });

  it('keeps the history of a transmitter that moves to another ship', () => {
    const first = hear(newTrack('563012345'), { mmsi: '563012345', imo: '9074729', name: 'EXAMPLE STAR' }, NOW).track;
    const moved = hear(hear(first, at(0), NOW).track, { mmsi: '563012345', imo: '9321483', name: 'OTHER STAR' }, NOW).track;
    expect(moved).to.deep.include({ imo: '9321483', imos: ['9074729', '9321483'], last: null });
    expect(moved.pairings.map(({ imo }) => imo)).to.deep.equal(['9074729', '9321483']);
  });

  it('follows ships that carry watched numbers, once their number is known', () => {
    const followed = { kind: 'ships', imos: new Set(['9074729']) } as const;
    const unknown = newTrack('563012345');
    expect(isFollowed(followed, unknown, at(0))).to.equal(false);
    expect(isFollowed(followed, unknown, { mmsi: '563012345', imo: '9074729' })).to.equal(true);
    expect(isFollowed(followed, { ...unknown, imo: '9074729' }, at(0))).to.equal(true);
    expect(isFollowed({ kind: 'all' }, unknown, at(0))).to.equal(true);
  });
});
