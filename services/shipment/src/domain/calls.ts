import type { Milestone } from '@landfall/shipping/milestone';
import type { PlannedSpots, Spot } from './plan.js';
import type { Step } from './steps.js';

/** Everything that happens to a container at one port. */
export type Call = { spot: Spot; arrive?: Step; discharge?: Step; load?: Step; depart?: Step };

export type Bounds = {
  /** Index of the port of lading; -1 when it is known and was not seen yet; null when unknown. */
  pol: number | null;
  /** Index of the port of discharge; the number of calls when it lies ahead; null when unknown. */
  pod: number | null;
};

const stepsIn = ({ arrive, discharge, load, depart }: Call): Step[] => [arrive, discharge, load, depart].filter((step) => step !== undefined);

const startOf = (call: Call): number => Math.min(...stepsIn(call).map(({ best }) => best.at.getTime()));

const sequenceOf = (call: Call): number | undefined => {
  const known = stepsIn(call).flatMap(({ best }) => best.event.transportCallSequence ?? []);
  return known.length > 0 ? Math.min(...known) : undefined;
};

/** In sailing order: by the carrier's own count when every call has one and they differ, else by time. */
export const callsOf = (steps: readonly Step[]): Call[] => {
  const bySpot = new Map<Spot, Call>();
  for (const step of steps) {
    if (step.family !== 'sea' || step.move === 'berth') continue;
    const call = bySpot.get(step.spot) ?? { spot: step.spot };
    bySpot.set(step.spot, { ...call, [step.move]: step });
  }
  const calls = [...bySpot.values()];
  const sequences = calls.map(sequenceOf);
  const counted = sequences.every((sequence) => sequence !== undefined) && new Set(sequences).size === calls.length;
  const placeOf = (call: Call) => (counted ? (sequenceOf(call) ?? 0) : startOf(call));
  return calls.sort((a, b) => placeOf(a) - placeOf(b) || (a.spot < b.spot ? -1 : 1));
};

const isBarge = (step: Step | undefined): boolean => step?.best.event.mode === 'BARGE';
const leavesByShip = ({ load, depart }: Call): boolean => (load !== undefined || depart !== undefined) && !isBarge(load ?? depart);
const comesByShip = ({ arrive, discharge }: Call): boolean => (arrive !== undefined || discharge !== undefined) && !isBarge(discharge ?? arrive);

const hinted = (calls: readonly Call[], phase: string): number =>
  calls.findIndex((call) => stepsIn(call).some(({ best }) => best.event.phase === phase));

const placed = (calls: readonly Call[], phase: string, booked: Spot | undefined, ahead: number): number | undefined => {
  const hint = hinted(calls, phase);
  if (hint >= 0) return hint;
  if (booked === undefined) return undefined;
  const index = calls.findIndex(({ spot }) => spot === booked);
  return index >= 0 ? index : ahead;
};

/**
 * Where the main carriage begins and ends. Explicit phases first, the booking second, the shape of the legs last;
 * decided anew each time, so that a hub is never frozen as the port of discharge.
 */
export const boundsOf = (calls: readonly Call[], planned: PlannedSpots): Bounds => {
  const firstOut = calls.findIndex(leavesByShip);
  const pol = placed(calls, 'POL', planned.pol, -1) ?? (firstOut >= 0 ? firstOut : null);
  const lastIn = calls.findLastIndex((call, index) => comesByShip(call) && index > (pol ?? -1));
  const pod = placed(calls, 'POD', planned.pod, calls.length) ?? (lastIn >= 0 ? lastIn : null);
  return { pol, pod };
};

const FEEDER_PHASES = new Set(['ABP_EXP', 'ABP_IMP', 'ABD', 'ABA', 'PRE', 'PDE']);

const isFeeder = (step: Step): boolean => isBarge(step) || FEEDER_PHASES.has(step.best.event.phase ?? '');

const OUTBOUND = { load: 'loaded', depart: 'departed' } as const;
const INBOUND = { arrive: 'arrived', discharge: 'discharged' } as const;

const outbound = (move: 'load' | 'depart', call: Call, index: number, { pol, pod }: Bounds): Milestone | null => {
  const step = call[move];
  if (!step) return null;
  const said = OUTBOUND[move];
  const afterPod = pod !== null && index >= pod;
  // A ship leaves the port of discharge anyway; the container leaves with it only when it was loaded.
  if (afterPod && !call.load) return null;
  if (isFeeder(step) || afterPod || (pol !== null && index < pol)) return `feeder_${said}`;
  return index === pol ? `vessel_${said}` : `transshipment_${said}`;
};

const inbound = (move: 'arrive' | 'discharge', call: Call, index: number, { pol, pod }: Bounds): Milestone | null => {
  const step = call[move];
  if (!step) return null;
  const said = INBOUND[move];
  const beforePol = pol !== null && index <= pol;
  // The ship that will load the container arrives too; only one that brought it counts.
  if (beforePol && !call.discharge) return null;
  if (isFeeder(step) || beforePol || (pod !== null && index > pod)) return `feeder_${said}`;
  return index === pod ? `vessel_${said}` : `transshipment_${said}`;
};

/** Phase first, code second: what each step at each port is called. */
export const seaMilestones = (calls: readonly Call[], bounds: Bounds): { name: Milestone; step: Step }[] =>
  calls.flatMap((call, index) => {
    const named = [
      { name: inbound('arrive', call, index, bounds), step: call.arrive },
      { name: inbound('discharge', call, index, bounds), step: call.discharge },
      { name: outbound('load', call, index, bounds), step: call.load },
      { name: outbound('depart', call, index, bounds), step: call.depart },
    ];
    return named.flatMap(({ name, step }) => (name && step ? [{ name, step }] : []));
  });
