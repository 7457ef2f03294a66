import { distanceNm, type LonLat } from './geodesy.js';
import { lruCache } from './lru-cache.js';
import { loadNetwork, type Network } from './network.js';
import { NEVER, PASSAGES, type Passage } from './passages.js';
import { pathFinder, type Stretch } from './path-finder.js';
import { routeOf, type Route } from './route.js';
import { snapper, type Snap } from './snap.js';

export type Place = { longitude: number; latitude: number };

export type RouteOptions = {
  /** Passages not to be used, beside the Arctic ones, which never are. */
  blocked?: readonly Passage[];
};

export type SeaRoutes = {
  /** The shortest way by sea, or null when every way is blocked. */
  route: (from: Place, to: Place, options?: RouteOptions) => Route | null;
  /** The nearest place on a sea lane. */
  snap: (place: Place) => Snap;
};

// Two thousand port pairs are more than a line's schedule has, at about 10 kB each.
const CACHED_ROUTES = 2_000;

/** Points of a lane strictly between two distances along it, in the direction of sailing, with both ends. */
const pointsOf = (network: Network, { lane, fromNm, toNm }: Stretch): LonLat[] => {
  const low = Math.min(fromNm, toNm), high = Math.max(fromNm, toNm);
  const points: LonLat[] = [];
  const last = (network.pointStart[lane + 1] ?? 1) - 1;
  for (let point = network.pointStart[lane] ?? 0; point <= last; point += 1) {
    const along = network.pointAlong[point] ?? 0;
    if (along >= low && along <= high) points.push([network.pointLon[point] ?? 0, network.pointLat[point] ?? 0]);
  }
  return fromNm <= toNm ? points : points.reverse();
};

const passagesOf = (network: Network, stretches: readonly Stretch[]): readonly Passage[] => {
  const passed = new Set<Passage>();
  for (const { lane, fromNm, toNm } of stretches) {
    for (const { passage, along } of network.crossings.get(lane) ?? []) {
      if (along >= Math.min(fromNm, toNm) && along <= Math.max(fromNm, toNm)) passed.add(passage);
    }
  }
  return PASSAGES.filter((passage) => passed.has(passage));
};

const keyOf = (from: Place, to: Place, blocked: readonly Passage[]): string =>
  `${[from, to].map(({ longitude, latitude }) => `${longitude.toFixed(4)},${latitude.toFixed(4)}`).join('>')}!${[...blocked].sort().join()}`;

const frozen = (route: Route | null): Route | null => {
  if (route) [route.coordinates, route.alongNm, route.passages].forEach(Object.freeze);
  return Object.freeze(route);
};

/** A router over one network; `network` is a path to a network file, or a network already built. */
export const seaRoutes = ({ network: given, cachedRoutes = CACHED_ROUTES }: { network?: string | Network; cachedRoutes?: number } = {}): SeaRoutes => {
  const network = given === undefined || typeof given === 'string' ? loadNetwork(given) : given;
  const snap = snapper(network);
  const findPath = pathFinder(network);
  const cache = lruCache<{ route: Route | null }>(cachedRoutes);

  const compute = (from: Place, to: Place, blocked: readonly Passage[]): Route | null => {
    const start: LonLat = [from.longitude, from.latitude], end: LonLat = [to.longitude, to.latitude];
    const [onStart, onEnd] = [snap(start[0], start[1]), snap(end[0], end[1])];
    // Berths nearer to each other than to the lane do not go out to sea to meet.
    if (distanceNm(start[0], start[1], end[0], end[1]) <= Math.max(onStart.offNm, onEnd.offNm)) return routeOf([start, end]);

    const stretches = findPath(onStart, onEnd, new Set([...NEVER, ...blocked]));
    if (stretches === null) return null;
    const onLane = ({ longitude, latitude }: Snap): LonLat => [longitude, latitude];
    const line = [start, onLane(onStart), ...stretches.flatMap((stretch) => pointsOf(network, stretch)), onLane(onEnd), end];
    return routeOf(line, passagesOf(network, stretches));
  };

  return {
    snap: ({ longitude, latitude }) => snap(longitude, latitude),
    route: (from, to, { blocked = [] } = {}) => {
      const key = keyOf(from, to, blocked);
      const known = cache.get(key);
      if (known !== undefined) return known.route;
      // Everybody who asks for the pair is handed the same route.
      const route = frozen(compute(from, to, blocked));
      cache.set(key, { route });
      return route;
    },
  };
};
