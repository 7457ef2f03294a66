import { wrapLongitude, type LonLat } from '../src/geodesy.js';
import { pathHeap, pop, push } from '../src/path-heap.js';
import type { OnLand } from './natural-earth.js';

const CELLS_PER_DEGREE = 30; // two miles
const COLUMNS = 360 * CELLS_PER_DEGREE;
const ROWS = 180 * CELLS_PER_DEGREE;
const CELL_NM = 60 / CELLS_PER_DEGREE;

// A ship keeps off the coast if it can, and leaves the land of a coarse map by the shortest way.
const COAST_COST = 1.6;
const LAND_COST = 30;

export type SeaGrid = {
  cellOf: (place: LonLat) => number;
  /** The cheapest way from a place to the first cell that is a target; null when too many cells were tried. */
  pathTo: (from: LonLat, isTarget: (cell: number) => boolean, mostCells: number) => LonLat[] | null;
};

const STEPS = [-1, 0, 1].flatMap((up) => [-1, 0, 1].map((right) => [up, right] as const)).filter(([up, right]) => up !== 0 || right !== 0);

const cellOf = ([longitude, latitude]: LonLat): number =>
  Math.min(ROWS - 1, Math.floor((latitude + 90) * CELLS_PER_DEGREE)) * COLUMNS + Math.floor((wrapLongitude(longitude) + 180) * CELLS_PER_DEGREE);

const centreOf = (cell: number): LonLat => [
  ((cell % COLUMNS) + 0.5) / CELLS_PER_DEGREE - 180,
  (Math.floor(cell / COLUMNS) + 0.5) / CELLS_PER_DEGREE - 90,
];

const neighbour = (cell: number, up: number, right: number): number => {
  const row = Math.floor(cell / COLUMNS) + up;
  return row < 0 || row >= ROWS ? -1 : row * COLUMNS + (((cell % COLUMNS) + right + COLUMNS) % COLUMNS);
};

/** What a mile in a cell costs; each cell is looked at when it is first needed, since most never are. */
const costs = (onLand: OnLand): ((cell: number) => number) => {
  const known = new Map<number, boolean>();
  const isLand = (cell: number): boolean => {
    const before = known.get(cell);
    if (before !== undefined) return before;
    const land = onLand(...centreOf(cell));
    known.set(cell, land);
    return land;
  };
  return (cell) => {
    if (isLand(cell)) return LAND_COST;
    return STEPS.some(([up, right]) => isLand(neighbour(cell, up, right))) ? COAST_COST : 1;
  };
};

const traced = (from: ReadonlyMap<number, number>, last: number): LonLat[] => {
  const cells = [last];
  for (let cell = from.get(last); cell !== undefined && cell !== -1; cell = from.get(cell)) cells.push(cell);
  return cells.reverse().map(centreOf);
};

/** The world in cells of two miles. */
export const seaGrid = (onLand: OnLand): SeaGrid => {
  const costOf = costs(onLand);

  const pathTo: SeaGrid['pathTo'] = (start, isTarget, mostCells) => {
    const heap = pathHeap();
    const first = cellOf(start);
    const cost = new Map([[first, 0]]);
    const from = new Map([[first, -1]]);
    const closed = new Set<number>();
    push(heap, first, 0);
    for (let cell = pop(heap); cell !== -1 && closed.size < mostCells; cell = pop(heap)) {
      if (closed.has(cell)) continue;
      if (isTarget(cell)) return traced(from, cell);
      closed.add(cell);
      const narrow = Math.cos((centreOf(cell)[1] * Math.PI) / 180);
      for (const [up, right] of STEPS) {
        const next = neighbour(cell, up, right);
        if (next === -1 || closed.has(next)) continue;
        const reached = (cost.get(cell) ?? 0) + CELL_NM * Math.hypot(up, right * narrow) * costOf(next);
        if (reached >= (cost.get(next) ?? Infinity)) continue;
        cost.set(next, reached);
        from.set(next, cell);
        push(heap, next, reached);
      }
    }
    return null;
  };
  return { cellOf, pathTo };
};
