import { expect } from 'chai';
import fc from 'fast-check';
import { lineGeometry, splitAtAntimeridian, unwrapped, unwrappedLine } from '../src/antimeridian.js';
import { wrapLongitude, type LonLat } from '../src/geodesy.js';

describe('antimeridian', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: -179, max: 179 }), fc.integer({ min: -60, max: 60 })), { minLength: 1, maxLength: 12 });
  // A walk whose steps are shorter than half a turn, given as a map gives it: wrapped.
  const walks = fc.tuple(fc.integer({ min: -180, max: 179 }), steps).map(([start, moves]) => {
    const line: LonLat[] = [[start, 0]];
    for (const [east, latitude] of moves) line.push([wrapLongitude(line.at(-1)![0] + east), latitude]);
    return line;
  });

  it('cuts a line where it crosses, both pieces ending on the meridian [H-1]', () => {
    expect(splitAtAntimeridian([[170, 0], [-170, 10]])).to.deep.equal([
      [[170, 0], [180, 5]],
      [[-180, 5], [-170, 10]],
    ]);
    expect(splitAtAntimeridian([[-170, 0], [170, 10]])).to.deep.equal([
      [[-170, 0], [-180, 5]],
      [[180, 5], [170, 10]],
    ]);
  });

  it('leaves a line alone that does not cross, and one that only touches', () => {
    expect(lineGeometry([[170, 0], [175, 1]])).to.deep.equal({ type: 'LineString', coordinates: [[170, 0], [175, 1]] });
    expect(lineGeometry([[170, 0], [180, 1]])).to.deep.equal({ type: 'LineString', coordinates: [[170, 0], [180, 1]] });
    expect(lineGeometry([[170, 0], [-170, 1]]).type).to.equal('MultiLineString');
  });

  it('gives pieces within the map that never jump and miss no point [H-1]', () => {
    fc.assert(
      fc.property(walks, (line) => {
        const pieces = splitAtAntimeridian(line);
        for (const piece of pieces) {
          piece.forEach(([longitude], at) => {
            expect(longitude).to.be.within(-180, 180);
            if (at > 0) expect(Math.abs(longitude - piece[at - 1]![0])).to.be.most(180);
          });
        }
        pieces.slice(1).forEach((piece, at) => {
          const [left, entered] = [pieces[at]!.at(-1)!, piece[0]!];
          expect(Math.abs(left[0])).to.equal(180);
          expect(entered).to.deep.equal([-left[0], left[1]]);
        });
        const places = new Set(pieces.flat().map(([longitude, latitude]) => `${wrapLongitude(longitude)} ${latitude}`));
        for (const [longitude, latitude] of line) expect(places.has(`${wrapLongitude(longitude)} ${latitude}`)).to.equal(true);
      }),
    );
  });

  it('runs longitudes on instead, for clients that draw one line [H-1]', () => {
    expect(unwrappedLine([[170, 0], [-170, 1], [-160, 2]])).to.deep.equal({ type: 'LineString', coordinates: [[170, 0], [190, 1], [200, 2]] });
    expect(unwrappedLine([[530, 0], [540, 0]]).coordinates[0]).to.deep.equal([170, 0]);
    fc.assert(
      fc.property(walks, (line) => {
        unwrapped(line).forEach(([longitude, latitude], at, all) => {
          expect([wrapLongitude(longitude), latitude]).to.deep.equal([wrapLongitude(line[at]![0]), line[at]![1]]);
          if (at > 0) expect(Math.abs(longitude - all[at - 1]![0])).to.be.most(180);
        });
      }),
    );
  });

  it('takes an empty line', () => {
    expect(splitAtAntimeridian([])).to.deep.equal([]);
    expect(unwrappedLine([]).coordinates).to.deep.equal([]);
  });
});
