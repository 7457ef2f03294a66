import { expect } from 'chai';
import fc from 'fast-check';
import { isShipMmsi, mmsiKind, parseMmsi } from '../src/mmsi.js';

describe('MMSI', () => {
  it('tells ships from everything else on the air', () => {
    const kinds = ['563012345', '002241021', '023456789', '111232500', '992351000', '982345678', '823456789', '970123456', '123456789', '56301234'];
    expect(kinds.map(mmsiKind)).to.deep.equal([
      'ship',
      'coast_station',
      'ship_group',
      'search_and_rescue_aircraft',
      'navigation_aid',
      'auxiliary_craft',
      'handheld',
      'distress_beacon',
      null,
      null,
    ]);
    expect(isShipMmsi('563012345')).to.equal(true);
    expect(isShipMmsi('992351000')).to.equal(false);
  });

  it('reads JSON numbers, whose leading zeros are lost', () => {
    expect(parseMmsi(2241021)).to.equal('002241021');
    expect(parseMmsi(563012345)).to.equal('563012345');
    expect(parseMmsi('not a number')).to.equal(null);
  });

  it('keeps what it accepts', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999 }), (number) => {
        const mmsi = parseMmsi(number);
        if (mmsi !== null) expect(parseMmsi(mmsi)).to.equal(mmsi);
        if (mmsi !== null) expect(Number(mmsi)).to.equal(number);
      }),
    );
  });
});
