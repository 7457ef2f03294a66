import { expect } from 'chai';
import fc from 'fast-check';
import { distanceNm, type LonLat } from '../src/geodesy.js';
import { nearestOnRoute, positionAt, routeOf, sliceRoute } from '../src/route.js';
import { seaRoutes } from '../src/sea-routes.js';
import { port } from './support/port.js';

describe('route', () => {
  const pacific = seaRoutes().route(port('CNSGH'), port('USLAX'))!;
  const shares = fc.double({ min: 0, max: 1, noNaN: true });

  it('counts miles up to its length', () => {
    expect(pacific.alongNm[0]).to.equal(0);
    expect(pacific.alongNm.at(-1)).to.equal(pacific.distanceNm);
    expect([...pacific.alongNm].sort((a, b) => a - b)).to.deep.equal(pacific.alongNm);
    expect(pacific.coordinates).to.have.length(pacific.alongNm.length);
  });

  it('starts and ends in its ports, and stays there before and after', () => {
    const [start, end] = [port('CNSGH'), port('USLAX')];
    for (const [nm, there] of [[-10, start], [0, start], [pacific.distanceNm, end], [pacific.distanceNm + 10, end]] as const) {
      const { longitude, latitude } = positionAt(pacific, nm);
      expect(distanceNm(longitude, latitude, there.longitude, there.latitude)).to.be.most(1e-6);
    }
  });

  it('moves a ship as far as it was told to, on a map without a seam', () => {
    fc.assert(
      fc.property(shares, fc.double({ min: 0, max: 5, noNaN: true }), (share, step) => {
        const nm = share * (pacific.distanceNm - step);
        const [a, b] = [positionAt(pacific, nm), positionAt(pacific, nm + step)];
        expect(distanceNm(a.longitude, a.latitude, b.longitude, b.latitude)).to.be.most(step + 1e-6);
        expect(a.longitude).to.be.within(-180, 180);
        expect(a.bearingDegrees).to.be.within(0, 360);
      }),
    );
  });

  it('finds a ship again where it put it', () => {
    fc.assert(
      fc.property(shares, (share) => {
        const nm = share * pacific.distanceNm;
        const { longitude, latitude } = positionAt(pacific, nm);
        const found = nearestOnRoute(pacific, longitude, latitude);
        expect(found.offNm).to.be.most(0.5);
        expect(found.alongNm).to.be.closeTo(nm, 1);
      }),
    );
  });

  it('cuts into legs that add up', () => {
    fc.assert(
      fc.property(shares, shares, (one, other) => {
        const [from, to] = [one, other].map((share) => share * pacific.distanceNm) as [number, number];
        const leg = sliceRoute(pacific, from, to);
        expect(leg.distanceNm).to.be.closeTo(Math.abs(to - from), 1e-3);
        expect(leg.coordinates.length).to.be.least(2);
      }),
    );
  });

  it('heads where it sails', () => {
    const east = routeOf([[0, 0], [10, 0]]);
    expect(positionAt(east, 100).bearingDegrees).to.be.closeTo(90, 1e-9);
    expect(positionAt(east, 60).longitude).to.be.closeTo(1, 0.01);
    const still = routeOf([[5, 5], [5, 5]] as LonLat[]);
    expect(positionAt(still, 3)).to.include({ longitude: 5, latitude: 5 });
  });
});
