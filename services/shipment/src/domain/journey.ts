import { journeyRank, type Milestone } from '@landfall/shipping/milestone';
import type { Atlas } from './atlas.js';
import type { KeptEvent } from './carrier-event.js';
import { boundsOf, callsOf, seaMilestones, type Bounds, type Call } from './calls.js';
import { gateMilestones, isImport, sideOf, type Named, type Shore } from './gates.js';
import { given } from './given.js';
import { currentEvents } from './kept-events.js';
import { destinationOf, inlandArrival, railMilestones } from './land.js';
import type { PlannedSpots, Spot } from './plan.js';
import { readingOf, stepsOf, type Reading, type Step } from './steps.js';

/** One named step of a journey, with everybody who spoke of it. */
export type Mark = {
  name: Milestone;
  spot: Spot;
  at: Date;
  actual: boolean;
  /** Behind the sea: what follows the port of discharge. */
  imports: boolean;
  best: Reading;
  readings: readonly Reading[];
};

export type Journey = {
  calls: readonly Call[];
  bounds: Bounds;
  pol?: Spot;
  pod?: Spot;
  destination?: Spot;
  marks: readonly Mark[];
};

export type Surroundings = { atlas: Atlas; asOf: Date; planned: PlannedSpots };

const ms = (step: Step | undefined): number | undefined => step?.best.at.getTime();
const least = (...values: (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
};

const shoreOf = (calls: readonly Call[], { pol, pod }: Bounds, planned: PlannedSpots): Shore => {
  const from = pol === null ? undefined : calls[pol];
  const to = pod === null ? undefined : calls[pod];
  const polSpot = from?.spot ?? planned.pol;
  const podSpot = to?.spot ?? planned.pod;
  const leftAt = least(ms(from?.load), ms(from?.depart)) ?? least(...calls.flatMap((call) => [ms(call.load), ms(call.depart)]));
  const cameAt = least(ms(to?.arrive), ms(to?.discharge));
  return given<Shore>({ pol: polSpot, pod: podSpot, leftAt, cameAt });
};

const berthing = (steps: readonly Step[], pod: Spot | undefined): Named[] =>
  steps.flatMap((step) => (step.move === 'berth' && step.spot === pod ? [{ name: 'vessel_berthed' as const, step }] : []));

const markOf = ({ name, step }: Named, shore: Shore): Mark => ({
  name,
  spot: step.spot,
  at: step.best.at,
  actual: step.best.standing === 2,
  imports: isImport(step.best, shore),
  best: step.best,
  readings: step.readings,
});

const inOrder = (a: Mark, b: Mark): number =>
  a.at.getTime() - b.at.getTime() || journeyRank(a.name) - journeyRank(b.name) || (a.spot < b.spot ? -1 : 1);

/** The journey as the rows tell it, whatever the order in which they came. */
export const journeyOf = (rows: readonly KeptEvent[], { atlas, asOf, planned }: Surroundings): Journey => {
  const readings = currentEvents(rows).flatMap((event) => readingOf(event, atlas, asOf) ?? []);
  const moving = readings.filter(({ family }) => family !== 'gate');
  const calls = callsOf(stepsOf(moving));
  const bounds = boundsOf(calls, planned);
  const coast = shoreOf(calls, bounds, planned);
  const steps = stepsOf(readings, (reading) => (reading.family === 'sea' ? '' : sideOf(reading, coast)));
  const destination = destinationOf(steps, planned.destination, coast);
  const shore: Shore = destination === undefined ? coast : { ...coast, destination };
  const named = [
    ...gateMilestones(steps, shore),
    ...seaMilestones(calls, bounds),
    ...berthing(steps, shore.pod),
    ...railMilestones(steps),
    ...inlandArrival(steps, destination),
  ];
  return {
    calls,
    bounds,
    ...(shore.pol ? { pol: shore.pol } : {}),
    ...(shore.pod ? { pod: shore.pod } : {}),
    ...(destination ? { destination } : {}),
    marks: named.map((one) => markOf(one, shore)).sort(inOrder),
  };
};
