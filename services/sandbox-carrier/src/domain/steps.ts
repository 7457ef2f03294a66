import type { Cargo, Leg, Mode, Role, Saying, Step } from './scenario.js';

// Carriers publish what happened some two hours later.
const LAG = 0.1;

export const actual = (day: number, told = day + LAG): Saying => ({ as: 'ACT', day, told });
export const planned = (day: number, told = 0): Saying => ({ as: 'PLN', day, told });
export const estimated = (day: number, told: number, delay?: string): Saying => ({ as: 'EST', day, told, ...(delay ? { delay } : {}) });

/** Taken back from a day on: a plan that no longer holds, or a report that was wrong. */
export const withdrawn = (saying: Saying, day: number): Saying => ({ ...saying, withdrawn: day });

export const gate = (code: 'GTIN' | 'GTOT', cargo: Cargo, at: Role, day: number, told?: number): Step => ({
  id: `${code}-${cargo}-${at}`,
  type: 'EQUIPMENT',
  code,
  cargo,
  at,
  says: [actual(day, told)],
});

export type Voyage = {
  mode?: Mode;
  load: number;
  depart: number;
  arrive: number;
  discharge: number;
  /** As booked, where it differs from what came. */
  plan?: { load?: number; depart?: number; arrive?: number; discharge?: number };
  /** When the plan was made; 0 with the booking. */
  booked?: number;
  estimates?: { depart?: readonly Saying[]; arrive?: readonly Saying[] };
};

/** The four moves of one leg, each planned, some estimated, all of them in the end actual. */
export const voyage = (id: string, from: Role, to: Role, { load, depart, arrive, discharge, plan = {}, booked = 0, estimates = {} }: Voyage): Step[] => {
  const says = (first: number | undefined, day: number, between: readonly Saying[] = []) => [planned(first ?? day, booked), ...between, actual(day)];
  const laden = { type: 'EQUIPMENT' as const, cargo: 'LADEN' as const, leg: id };
  return [
    { ...laden, id: `LOAD-${id}`, code: 'LOAD', at: from, says: says(plan.load, load) },
    { id: `DEPA-${id}`, type: 'TRANSPORT', code: 'DEPA', leg: id, at: from, says: says(plan.depart, depart, estimates.depart) },
    { id: `ARRI-${id}`, type: 'TRANSPORT', code: 'ARRI', leg: id, at: to, says: says(plan.arrive, arrive, estimates.arrive) },
    { ...laden, id: `DISC-${id}`, code: 'DISC', at: to, says: says(plan.discharge, discharge) },
  ];
};

export const leg = (id: string, from: Role, to: Role, { depart, arrive, mode = 'VESSEL' }: Voyage): Leg => ({ id, mode, from, to, departs: depart, arrives: arrive });

/** The same steps, with one of them told otherwise. */
export const retold = (steps: readonly Step[], id: string, change: (says: readonly Saying[]) => readonly Saying[]): Step[] =>
  steps.map((step) => (step.id === id ? { ...step, says: change(step.says) } : step));
