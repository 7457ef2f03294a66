import type { Milestone } from '@landfall/shipping/milestone';
import { isImport, type Named, type Shore } from './gates.js';
import type { Spot } from './plan.js';
import type { Step } from './steps.js';

const RAIL: Partial<Record<Step['move'], Milestone>> = {
  load: 'rail_loaded',
  depart: 'rail_departed',
  arrive: 'rail_arrived',
  discharge: 'rail_unloaded',
};

/** Rule 9: a rail row without a place stays raw. */
export const railMilestones = (steps: readonly Step[]): Named[] =>
  steps.flatMap((step) => {
    const name = step.family === 'rail' && step.spot !== '' ? RAIL[step.move] : undefined;
    return name ? [{ name, step }] : [];
  });

/** Where the journey ends on land: as booked, else where the last train after the port of discharge stops. */
export const destinationOf = (steps: readonly Step[], booked: Spot | undefined, shore: Shore): Spot | undefined => {
  if (booked !== undefined) return booked === shore.pod ? undefined : booked;
  const stops = steps.filter(({ family, move, spot, best }) => family === 'rail' && (move === 'arrive' || move === 'discharge') && spot !== '' && isImport(best, shore));
  const last = stops.sort((a, b) => b.best.at.getTime() - a.best.at.getTime() || (a.spot < b.spot ? -1 : 1))[0];
  return last && last.spot !== shore.pod ? last.spot : undefined;
};

/** However it came: an arrival at the inland destination is the arrival there. */
export const inlandArrival = (steps: readonly Step[], destination: Spot | undefined): Named[] => {
  if (destination === undefined) return [];
  const arrivals = steps.filter(({ move, spot }) => move === 'arrive' && spot === destination);
  const order: Step['family'][] = ['rail', 'road', 'sea'];
  const best = arrivals.sort((a, b) => b.best.standing - a.best.standing || order.indexOf(a.family) - order.indexOf(b.family))[0];
  return best ? [{ name: 'arrived_at_inland_destination', step: best }] : [];
};
