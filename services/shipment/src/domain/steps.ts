import type { KeptEvent } from './carrier-event.js';
import type { Atlas } from './atlas.js';
import { saidAt } from './kept-events.js';
import { spotOf, type Spot } from './plan.js';

export type Move = 'in' | 'out' | 'load' | 'discharge' | 'arrive' | 'depart' | 'available' | 'berth';
export type Family = 'gate' | 'sea' | 'rail' | 'road';

const HOUR = 3_600_000;

// Clocks and time zones of carriers are off by an hour or two; more than this is a promise, not a report (rule 4).
export const FUTURE_TOLERANCE_MS = 3 * HOUR;

const MOVES: Record<string, Move> = {
  GTIN: 'in', DROP: 'in', GTOT: 'out', PICK: 'out', LOAD: 'load', DISC: 'discharge', ARRI: 'arrive', DEPA: 'depart',
  AVPU: 'available', BERT: 'berth',
};

const STANDINGS: Record<string, number> = { ACT: 2, EST: 1, PLN: 0, PLAN: 0 };

/** One row read as a step of a journey. */
export type Reading = {
  event: KeptEvent;
  at: Date;
  /** 2 happened, 1 estimated, 0 planned. */
  standing: number;
  move: Move;
  family: Family;
  empty: boolean | null;
  spot: Spot;
};

export type Step = {
  move: Move;
  family: Family;
  empty: boolean | null;
  spot: Spot;
  best: Reading;
  /** Best first. */
  readings: readonly Reading[];
};

const carriedBy = (event: KeptEvent, atlas: Atlas): Family => {
  if (event.mode === 'VESSEL' || event.mode === 'BARGE') return 'sea';
  if (event.mode === 'RAIL' || event.facilityType === 'RAMP') return 'rail';
  if (event.mode === 'TRUCK') return 'road';
  if (event.vesselName || event.vesselImo || event.facilityType === 'POTE') return 'sea';
  const inland = event.locationLocode !== undefined && atlas.place(event.locationLocode)?.type === 'metro_area';
  return inland || event.facilityType === 'INTE' || event.facilityType === 'CLOC' ? 'road' : 'sea';
};

const isGate = (move: Move): boolean => move === 'in' || move === 'out' || move === 'available';

/** Rule 4: what shall happen tomorrow has not happened, whatever the source calls it. */
export const standingOf = (event: KeptEvent, at: Date, asOf: Date): number => {
  const said = STANDINGS[event.classifier] ?? 0;
  return said === 2 && at.getTime() > asOf.getTime() + FUTURE_TOLERANCE_MS ? 1 : said;
};

export const isAheadOfTime = (event: KeptEvent, asOf: Date): boolean =>
  event.classifier === 'ACT' && event.at !== undefined && standingOf(event, event.at, asOf) === 1;

export const readingOf = (event: KeptEvent, atlas: Atlas, asOf: Date): Reading | null => {
  const move = event.eventType === 'SHIPMENT' ? undefined : MOVES[event.eventCode];
  if (!move || !event.at || event.retracted) return null;
  const family = isGate(move) ? 'gate' : carriedBy(event, atlas);
  const empty = event.emptyIndicator === undefined ? null : event.emptyIndicator === 'EMPTY';
  const spot = spotOf(atlas, event.locationLocode, event.locationName);
  return { event, at: event.at, standing: standingOf(event, event.at, asOf), move, family, empty, spot };
};

// Rule 15. A line knows its ship's arrival best; what happens at a gate the terminal saw itself.
const AT_GATES: Record<string, number> = { terminal: 3, rail: 2, shipping_line: 1, ais: 0 };
const AT_SEA_ARRIVAL: Record<string, number> = { shipping_line: 3, terminal: 2, rail: 1, ais: 0 };

const sourceRank = ({ event, move, family }: Reading): number =>
  (move === 'arrive' && family === 'sea' ? AT_SEA_ARRIVAL : AT_GATES)[event.dataSource] ?? 0;

/** Rule 1: ACT beats EST beats PLN; then the better source; then the newest word. */
export const byAuthority = (a: Reading, b: Reading): number =>
  b.standing - a.standing || sourceRank(b) - sourceRank(a) || saidAt(b.event) - saidAt(a.event) || (a.event.id < b.event.id ? -1 : 1);

/** Readings that speak of one step, best first. `side` keeps apart what happens before and after the sea. */
export const stepsOf = (readings: readonly Reading[], side: (reading: Reading) => string = () => ''): Step[] => {
  const groups = new Map<string, Reading[]>();
  for (const reading of readings) {
    const empty = reading.family === 'gate' ? String(reading.empty) : '';
    const key = [reading.move, reading.family, empty, reading.spot, side(reading)].join('|');
    const group = groups.get(key);
    if (group) group.push(reading);
    else groups.set(key, [reading]);
  }
  return [...groups.values()].flatMap((group) => {
    const [best, ...rest] = group.sort(byAuthority);
    return best ? [{ move: best.move, family: best.family, empty: best.empty, spot: best.spot, best, readings: [best, ...rest] }] : [];
  });
};
