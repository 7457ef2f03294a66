import { expect } from 'chai';
import fc from 'fast-check';
import { positionAt } from '../src/route.js';
import { remainingRoute } from '../src/remaining-route.js';
import { seaRoutes } from '../src/sea-routes.js';
import { port } from './support/port.js';

describe('remaining route', () => {
  const { route } = seaRoutes();
  const pacific = route(port('CNSGH'), port('USLAX'))!;

  it('is what a ship on the way has not sailed yet, from where it is to the port, across the antimeridian too [H-1]', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        const ship = positionAt(pacific, pacific.distanceNm * share);
        const rest = remainingRoute(pacific, ship.longitude, ship.latitude)!;
        expect(rest.distanceNm).to.be.closeTo(pacific.distanceNm - ship.alongNm, 1);
        expect(rest.coordinates[0]).to.deep.equal([ship.longitude, ship.latitude]);
        rest.coordinates.forEach(([longitude], at) => expect(Math.abs(longitude - (rest.coordinates[at - 1]?.[0] ?? longitude))).to.be.most(180));
      }),
    );
  });

  it('starts beside the lane for a ship that keeps off it', () => {
    const ship = positionAt(pacific, 2_000);
    const rest = remainingRoute(pacific, ship.longitude, ship.latitude + 0.5)!;
    expect(rest.distanceNm).to.be.within(pacific.distanceNm - 2_000, pacific.distanceNm - 1_940);
  });

  it('is none for a ship that sails somewhere else', () => {
    expect(remainingRoute(pacific, -160, -20)).to.equal(null);
  });
});
