import type { Atlas } from './atlas.js';
import type { KeptEvent } from './carrier-event.js';
import { currentEvents } from './kept-events.js';
import type { PlannedSpots } from './plan.js';
import { readingOf, stepsOf, type Move, type Reading, type Step } from './steps.js';

export type Touching = { atlas: Atlas; asOf: Date; planned: PlannedSpots };

const NEEDS: Partial<Record<Move, 'load' | 'discharge'>> = { depart: 'load', arrive: 'discharge' };

const sameCall = (event: KeptEvent, step: Step): boolean => {
  const other = step.best.event;
  if (event.transportCallKey && other.transportCallKey) return event.transportCallKey === other.transportCallKey;
  // Without a common key the voyage tells a rolled container from the ship that left without it.
  const voyage = step.move === 'load' ? event.voyageNumber : undefined;
  return !voyage || !other.voyageNumber || voyage === other.voyageNumber;
};

const plannedFor = (reading: Reading, { pol, pod, destination }: PlannedSpots): boolean => {
  if (reading.move === 'depart') return reading.spot === pol;
  return reading.move === 'arrive' && (reading.spot === pod || reading.spot === destination);
};

const matches = (reading: Reading, handled: readonly Step[], touching: Touching): boolean => {
  const needed = NEEDS[reading.move];
  if (!needed) return true;
  const here = handled.filter(({ spot, family }) => spot === reading.spot && (family === reading.family || family === 'road'));
  const same = here.filter(({ move }) => move === needed);
  if (same.length > 0) return same.some((step) => sameCall(reading.event, step));
  // Handled the other way round on this very call: the ship that loads it arrives without it.
  if (here.some((step) => step.best.event.transportCallKey !== undefined && sameCall(reading.event, step))) return false;
  if (plannedFor(reading, touching.planned)) return true;
  // Nothing at all is known of what is handled where: the carrier's word for the shipment is the best there is.
  return handled.length === 0 && touching.planned.pol === undefined && touching.planned.pod === undefined;
};

/**
 * Rule 6: a ship's movement belongs to the containers that are loaded or discharged on that very call, or are
 * planned to be. Shipment events and the like belong to all.
 */
export const eventsTouching = (shared: readonly KeptEvent[], own: readonly KeptEvent[], touching: Touching): KeptEvent[] => {
  const { atlas, asOf } = touching;
  const readings = currentEvents(own).flatMap((event) => readingOf(event, atlas, asOf) ?? []);
  const handled = stepsOf(readings.filter(({ move, family }) => (move === 'load' || move === 'discharge') && family !== 'gate'));
  return shared.filter((event) => {
    // A withdrawn row is judged as if it stood, so that its trace stays with the containers it touched.
    const reading = readingOf({ ...event, retracted: false }, atlas, asOf);
    return reading === null || matches(reading, handled, touching);
  });
};

