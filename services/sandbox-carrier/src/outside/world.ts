import { places } from '@landfall/reference-data/places';
import { terminals } from '@landfall/reference-data/terminals';
import { vessels } from '@landfall/reference-data/vessels';
import { positionAt } from '@landfall/sea-routes/route';
import { seaRoutes, type SeaRoutes } from '@landfall/sea-routes/sea-routes';
import type { World } from '../domain/world.js';

/** Ports, terminals and ships as the reference data has them, and the way by sea between them. */
export const world = (folder?: string): World => {
  // The network of sea lanes is large: it is read when the first ship sails.
  let router: SeaRoutes | undefined;
  const ships = vessels(folder).all
    .filter(({ shipType, carrierScac }) => shipType === 'container_ship' && carrierScac !== null)
    .map(({ imo, name, flagCountry }) => ({ imo, name, flag: flagCountry !== null && /^[A-Z]{2}$/.test(flagCountry) ? flagCountry : null }));
  return {
    ships,
    place: (locode) => {
      const place = places(folder).byLocode(locode);
      return place && { locode, name: place.name, zone: place.timeZone, latitude: place.latitude, longitude: place.longitude };
    },
    terminal: (locode, smdgCode) => {
      const terminal = terminals(folder).bySmdg(locode, smdgCode);
      return terminal && { name: terminal.name, smdgCode: terminal.smdgCode, firmsCode: terminal.firmsCode };
    },
    seaWay: (from, to) => {
      router ??= seaRoutes();
      const route = router.route(from, to);
      return route && { distanceNm: route.distanceNm, at: (nm) => positionAt(route, nm) };
    },
  };
};
