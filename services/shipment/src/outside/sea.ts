import { distanceNm } from '@landfall/sea-routes/geodesy';
import { PASSAGES, type Passage } from '@landfall/sea-routes/passages';
import { remainingRoute } from '@landfall/sea-routes/remaining-route';
import { positionAt, type Route } from '@landfall/sea-routes/route';
import { seaRoutes, type SeaRoutes } from '@landfall/sea-routes/sea-routes';
import type { Sea, SeaPoint, SeaWay } from '../domain/sea-way.js';

const toWay = (route: Route): SeaWay => ({
  line: route.coordinates,
  distanceNm: route.distanceNm,
  at: (nm) => {
    const { longitude, latitude, bearingDegrees } = positionAt(route, nm);
    return { longitude, latitude, headingDegrees: bearingDegrees };
  },
});

const isPassage = (name: string): name is Passage => (PASSAGES as readonly string[]).includes(name);

/** Ways over the sea lanes; `blocked` names passages that ships avoid these days. */
export const sea = ({ network, blocked = [] }: { network?: string | undefined; blocked?: readonly string[] }): Sea => {
  const unknown = blocked.filter((name) => !isPassage(name));
  if (unknown.length > 0) throw new Error(`SEA_PASSAGES_BLOCKED names ${unknown.join(', ')}; passages are ${PASSAGES.join(', ')}.`);
  const shut = blocked.filter(isPassage);
  // The network is large: it is read when somebody asks for a way.
  let router: SeaRoutes | undefined;
  const routeOf = (from: SeaPoint, to: SeaPoint) => (router ??= seaRoutes(network === undefined ? {} : { network })).route(from, to, { blocked: shut });
  return {
    way: (from, to) => {
      const route = routeOf(from, to);
      return route && toWay(route);
    },
    wayAhead: (from, to, ship) => {
      const route = routeOf(from, to);
      const rest = (route && remainingRoute(route, ship.longitude, ship.latitude)) ?? routeOf(ship, to);
      return rest && toWay(rest);
    },
    distanceNm: (from, to) => distanceNm(from.longitude, from.latitude, to.longitude, to.latitude),
  };
};
