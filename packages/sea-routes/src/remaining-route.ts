import { nearestOnRoute, routeOf, sliceRoute, type Route } from './route.js';

// Ships keep clear of a lane's middle, of weather and of each other; farther off they have chosen another way.
const KEEPS_TO_IT_NM = 60;

/** What is left of a route for a ship at a place; null when it is so far off that it must be on another one. */
export const remainingRoute = (route: Route, longitude: number, latitude: number, withinNm = KEEPS_TO_IT_NM): Route | null => {
  const { alongNm, offNm } = nearestOnRoute(route, longitude, latitude);
  if (offNm > withinNm) return null;
  const rest = sliceRoute(route, alongNm, route.distanceNm);
  return routeOf([[longitude, latitude], ...rest.coordinates], route.passages);
};
