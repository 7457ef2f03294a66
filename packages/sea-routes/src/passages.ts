import { unwrapBeside, type LonLat } from './geodesy.js';

type Gate = readonly [LonLat, LonLat];

/**
 * A line across each passage: a lane that crosses it goes through. Lines instead of marks in the network,
 * so that any other network can be blocked by the same names.
 */
const GATES = {
  suez: [[32.0, 30.45], [32.9, 30.45]],
  panama: [[-80.1, 9.0], [-79.3, 9.25]],
  gibraltar: [[-5.45, 36.3], [-5.45, 35.7]],
  malacca: [[99.6, 4.5], [101.2, 2.0]],
  sunda: [[105.0, -5.7], [106.3, -6.4]],
  bab_el_mandeb: [[42.3, 13.1], [43.7, 13.2]],
  hormuz: [[56.4, 27.3], [56.4, 25.9]],
  bosporus: [[28.8, 41.12], [29.3, 41.12]],
  dover: [[1.1, 51.3], [1.7, 50.7]],
  kiel: [[9.7, 54.0], [9.7, 54.6]],
  corinth: [[22.95, 37.75], [23.05, 38.05]],
  magellan: [[-71.0, -52.0], [-71.0, -54.4]],
  bering: [[-171.5, 65.9], [-166.0, 65.6]],
  hell_gate: [[-73.81, 40.7], [-73.81, 40.9]],
  northwest: [[-95.0, 66.0], [-95.0, 90.0]],
  northeast: [[105.0, 72.0], [105.0, 90.0]],
} as const satisfies Record<string, Gate>;

export type Passage = keyof typeof GATES;

export const PASSAGES = Object.keys(GATES) as readonly Passage[];

/** No container line sails them, however short they make a route: ice, and waters too narrow. */
export const NEVER: readonly Passage[] = ['northwest', 'northeast', 'corinth', 'hell_gate'];

export const isPassage = (value: string): value is Passage => Object.hasOwn(GATES, value);

/** How far along a line from `from` to `to` it meets the gate, as a share; null when it does not. */
const crossing = (from: LonLat, to: LonLat, [left, right]: Gate): number | null => {
  const turn = unwrapBeside(from[0], left[0]) - from[0];
  const x = from[0] + turn, y = from[1];
  const alongX = to[0] - from[0], alongY = to[1] - from[1];
  const gateX = right[0] - left[0], gateY = right[1] - left[1];
  const cross = alongX * gateY - alongY * gateX;
  if (cross === 0) return null;
  const share = ((left[0] - x) * gateY - (left[1] - y) * gateX) / cross;
  const onGate = ((left[0] - x) * alongY - (left[1] - y) * alongX) / cross;
  return share >= 0 && share < 1 && onGate >= 0 && onGate <= 1 ? share : null;
};

const bands = PASSAGES.map((passage) => {
  const gate: Gate = GATES[passage];
  return { passage, gate, south: Math.min(gate[0][1], gate[1][1]), north: Math.max(gate[0][1], gate[1][1]) };
});

export type PassageCrossed = { passage: Passage; share: number };

const NONE: readonly PassageCrossed[] = [];

/** Asked for every step of every lane when a network is loaded: nearly all are north or south of nearly every gate. */
export const passagesCrossed = (from: LonLat, to: LonLat): readonly PassageCrossed[] => {
  let found: PassageCrossed[] | undefined;
  const south = Math.min(from[1], to[1]), north = Math.max(from[1], to[1]);
  for (const band of bands) {
    if (band.north < south || band.south > north) continue;
    const share = crossing(from, to, band.gate);
    if (share !== null) (found ??= []).push({ passage: band.passage, share });
  }
  return found ?? NONE;
};
