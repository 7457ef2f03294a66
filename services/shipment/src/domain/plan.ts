import type { Atlas } from './atlas.js';

/** The voyage as the carrier booked it, by UN/LOCODE as reported. */
export type Plan = {
  portOfLading?: string;
  portOfDischarge?: string;
  destination?: string;
  /** The snapshot that said so; an older one may not bring an older plan back. */
  saidAt: Date;
};

/** One name for one place: carriers use several codes for a port, and sometimes none at all. */
export type Spot = string;

export const spotOf = (atlas: Atlas, locode: string | undefined, name?: string): Spot => {
  if (locode) return atlas.place(locode)?.locode ?? locode;
  return name?.trim().toLowerCase() ?? '';
};

export type PlannedSpots = { pol?: Spot; pod?: Spot; destination?: Spot };

export const plannedSpots = (atlas: Atlas, plan: Plan | undefined): PlannedSpots => {
  const spot = (locode: string | undefined) => (locode ? spotOf(atlas, locode) : undefined);
  const pol = spot(plan?.portOfLading);
  const pod = spot(plan?.portOfDischarge);
  const destination = spot(plan?.destination);
  return { ...(pol ? { pol } : {}), ...(pod ? { pod } : {}), ...(destination ? { destination } : {}) };
};

/** What a snapshot leaves open stays as it was: carriers drop fields from later answers. */
export const mergedPlan = (old: Plan | undefined, given: Plan): Plan => {
  const [earlier, later] = old && old.saidAt > given.saidAt ? [given, old] : [old, given];
  return { ...earlier, ...later };
};
