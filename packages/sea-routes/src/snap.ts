import { distanceNm, unitVector, unwrapBeside, wrapLongitude } from './geodesy.js';
import type { Network } from './network.js';

/** A place on a lane. */
export type Snap = { lane: number; alongNm: number; longitude: number; latitude: number; offNm: number };

export type Snapper = (longitude: number, latitude: number) => Snap;

const CELL_DEGREES = 4;
const COLUMNS = 360 / CELL_DEGREES;
const ROWS = 180 / CELL_DEGREES;
const RADIANS = Math.PI / 180;

const columnOf = (longitude: number): number => Math.min(COLUMNS - 1, Math.floor((wrapLongitude(longitude) + 180) / CELL_DEGREES));
const rowOf = (latitude: number): number => Math.min(ROWS - 1, Math.max(0, Math.floor((latitude + 90) / CELL_DEGREES)));

/** Segments by the cells that their box touches; a segment is named by its first point. */
const cellsOf = ({ pointStart, pointLon, pointLat, laneCount }: Network): readonly number[][] => {
  const cells: number[][] = Array.from({ length: COLUMNS * ROWS }, () => []);
  for (let lane = 0; lane < laneCount; lane += 1) {
    const last = (pointStart[lane + 1] ?? 0) - 1;
    for (let point = pointStart[lane] ?? 0; point < last; point += 1) {
      const [west, east] = [pointLon[point] ?? 0, pointLon[point + 1] ?? 0].sort((a, b) => a - b) as [number, number];
      const [south, north] = [pointLat[point] ?? 0, pointLat[point + 1] ?? 0].sort((a, b) => a - b) as [number, number];
      const wide = Math.floor((east + 180) / CELL_DEGREES) - Math.floor((west + 180) / CELL_DEGREES);
      for (let row = rowOf(south); row <= rowOf(north); row += 1) {
        for (let step = 0; step <= wide; step += 1) cells[row * COLUMNS + ((columnOf(west) + step) % COLUMNS)]?.push(point);
      }
    }
  }
  return cells;
};

/** First lane whose points end after the point. */
const laneOf = ({ pointStart }: Network, point: number): number => {
  let low = 0, high = pointStart.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((pointStart[middle] ?? 0) <= point) low = middle;
    else high = middle;
  }
  return low;
};

type Best = { squared: number; point: number; share: number };

type Vector = readonly [number, number, number];

const vectorsOf = ({ pointLon, pointLat }: Network): Float64Array => {
  const vectors = new Float64Array(pointLon.length * 3);
  pointLon.forEach((longitude, point) => vectors.set(unitVector(longitude, pointLat[point] ?? 0), point * 3));
  return vectors;
};

/** Closest place of a segment through the earth: on a map far places near the poles would seem close, or close ones far. */
const tryPoint = (vectors: Float64Array, point: number, [x, y, z]: Vector, best: Best): void => {
  const at = point * 3;
  const fromX = (vectors[at] ?? 0) - x, fromY = (vectors[at + 1] ?? 0) - y, fromZ = (vectors[at + 2] ?? 0) - z;
  const alongX = (vectors[at + 3] ?? 0) - x - fromX, alongY = (vectors[at + 4] ?? 0) - y - fromY, alongZ = (vectors[at + 5] ?? 0) - z - fromZ;
  const length = alongX * alongX + alongY * alongY + alongZ * alongZ;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(fromX * alongX + fromY * alongY + fromZ * alongZ) / length));
  const squared = (fromX + share * alongX) ** 2 + (fromY + share * alongY) ** 2 + (fromZ + share * alongZ) ** 2;
  if (squared < best.squared) Object.assign(best, { squared, point, share });
};

/** No place this many cells away is closer than this, through the earth: meridians draw together towards the poles. */
const leastSquared = (size: number, latitude: number): number => {
  const apart = Math.min(90, Math.max(0, size - 1) * CELL_DEGREES) * RADIANS;
  const toMeridian = Math.asin(Math.cos(latitude * RADIANS) * Math.sin(apart));
  return (2 * Math.sin(toMeridian / 2)) ** 2;
};

const ring = (row: number, column: number, size: number): number[] => {
  const found = new Set<number>();
  for (let up = -size; up <= size; up += 1) {
    if (row + up < 0 || row + up >= ROWS) continue;
    const step = Math.abs(up) === size || size === 0 ? 1 : size * 2;
    for (let right = -size; right <= size; right += step) found.add((row + up) * COLUMNS + ((column + right + COLUMNS * 2) % COLUMNS));
  }
  return [...found];
};

const toSnap = (network: Network, { point, share }: Best, longitude: number, latitude: number): Snap => {
  const fromLon = network.pointLon[point] ?? 0, fromLat = network.pointLat[point] ?? 0;
  const snappedLon = fromLon + share * ((network.pointLon[point + 1] ?? 0) - fromLon);
  const snappedLat = fromLat + share * ((network.pointLat[point + 1] ?? 0) - fromLat);
  const from = network.pointAlong[point] ?? 0, to = network.pointAlong[point + 1] ?? 0;
  return {
    lane: laneOf(network, point),
    alongNm: from + share * (to - from),
    longitude: unwrapBeside(snappedLon, longitude),
    latitude: snappedLat,
    offNm: distanceNm(longitude, latitude, snappedLon, snappedLat),
  };
};

/** Finds the nearest place on any lane, looking in growing rings of cells. */
export const snapper = (network: Network): Snapper => {
  const cells = cellsOf(network);
  const vectors = vectorsOf(network);
  return (longitude, latitude) => {
    const row = rowOf(latitude), column = columnOf(longitude);
    const here = unitVector(longitude, latitude);
    const best: Best = { squared: Infinity, point: 0, share: 0 };
    for (let size = 0; size <= COLUMNS / 2 && best.squared > leastSquared(size, latitude); size += 1) {
      for (const cell of ring(row, column, size)) {
        for (const point of cells[cell] ?? []) tryPoint(vectors, point, here, best);
      }
    }
    return toSnap(network, best, longitude, latitude);
  };
};
