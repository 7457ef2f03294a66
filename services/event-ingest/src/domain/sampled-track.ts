import type { VesselPosition } from './ais.js';

type Flat = { x: number; y: number };
type Stretch = { from: number; to: number; far: number; off: number };

const RADIANS = Math.PI / 180;

/** Degrees on a flat map that has no seam, so that a track over the antimeridian does not look like one around the world. */
const flattened = (track: readonly VesselPosition[]): Flat[] => {
  let x = 0;
  return track.map(({ longitude, latitude }, index) => {
    const step = longitude - (track[index - 1]?.longitude ?? longitude);
    x += (((step + 540) % 360) - 180) * Math.cos(latitude * RADIANS);
    return { x, y: latitude };
  });
};

const offLine = (point: Flat, from: Flat, to: Flat): number => {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((point.x - from.x) * dx + (point.y - from.y) * dy) / length));
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
};

/** The position between two that the straight line between them misses most. */
const stretchOf = (points: readonly Flat[], from: number, to: number): Stretch => {
  const worst: Stretch = { from, to, far: Math.floor((from + to) / 2), off: 0 };
  const [start, end] = [points[from], points[to]];
  for (let index = from + 1; index < to && start && end; index += 1) {
    const off = offLine(points[index] ?? start, start, end);
    if (off > worst.off) Object.assign(worst, { far: index, off });
  }
  return worst;
};

/** A track of at most so many positions: first, last, and those without which its line would change most. */
export const sampledTrack = (track: readonly VesselPosition[], most: number): VesselPosition[] => {
  if (track.length <= most) return [...track];
  if (most < 2) return track.slice(-most);
  const points = flattened(track);
  const open = [stretchOf(points, 0, track.length - 1)];
  const chosen = new Set([0, track.length - 1]);
  while (chosen.size < most) {
    const next = open.reduce((best, one, index) => (wider(one, open[best]) ? index : best), 0);
    const [stretch] = open.splice(next, 1);
    if (!stretch) break;
    chosen.add(stretch.far);
    open.push(...[stretchOf(points, stretch.from, stretch.far), stretchOf(points, stretch.far, stretch.to)].filter(({ from, to }) => to - from > 1));
  }
  return [...chosen].sort((a, b) => a - b).flatMap((index) => track[index] ?? []);
};

// Where the line is straight the longer stretch is halved, so that a track keeps its times as well as its turns.
const wider = (a: Stretch, b: Stretch | undefined): boolean => b === undefined || a.off > b.off || (a.off === b.off && a.to - a.from > b.to - b.from);

/** One position in so much time, and each change of state: enough of a day that nobody follows live any more. */
export const coarseTrack = (track: readonly VesselPosition[], everyMs: number): VesselPosition[] => {
  const kept: VesselPosition[] = [];
  for (const position of track) {
    const last = kept.at(-1);
    const isDue = !last || position.at.getTime() - last.at.getTime() >= everyMs || position.navigationStatus !== last.navigationStatus;
    if (isDue) kept.push(position);
  }
  const end = track.at(-1);
  return end && kept.at(-1) !== end ? [...kept, end] : kept;
};
