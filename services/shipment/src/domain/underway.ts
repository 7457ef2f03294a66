import type { Atlas } from './atlas.js';
import { given } from './given.js';
import type { Journey } from './journey.js';
import { routeOf } from './route.js';
import { phaseOf, voyagesOf } from './voyages.js';

export type LegAhead = { from: string; to: string; departsAt?: Date };

/** A shipment at sea: on which ship since when, and the legs from there to the port of discharge. */
export type Underway = { vesselId: string; departedAt: Date; legs: LegAhead[] };

/** Missing while the cargo is ashore, on a ship nobody names, or when it is not known where the sea part ends. */
export const underwayOf = (journey: Journey, atlas: Atlas): Underway | undefined => {
  const locations = routeOf(journey, atlas);
  const pod = locations.findIndex(({ label }) => label === 'POD');
  const [current, ...later] = voyagesOf(locations.slice(0, pod + 1)).filter((voyage) => phaseOf(voyage) !== 'sailed');
  if (!current?.departedAt || !current.vesselId) return undefined;
  const legs = [current, ...later].flatMap(({ from, to, departsAt }) => {
    const [start, end] = [locations[from]?.locode, locations[to]?.locode];
    return start && end ? [given<LegAhead>({ from: start, to: end, departsAt })] : [];
  });
  const isWhole = legs.length === later.length + 1 && legs.at(-1)?.to === locations[pod]?.locode;
  return isWhole ? { vesselId: current.vesselId, departedAt: current.departedAt, legs } : undefined;
};
