import type { VesselPosition } from './ais.js';

/** Where a ship lies: the ports whose area it is, nearest first, and the terminal whose quay it is. */
export type Harbour = { locodes: string[]; terminal: { locode: string; smdgCode: string } | null };

/** A ship that made fast, as far as AIS can tell. */
export type Berthing = { mmsi: string; imo: string; name: string | null; position: VesselPosition; harbour: Harbour };

const MOORED = 5;

// The status is set by hand; a ship that still moves has not made fast, whatever it says.
const STILL_KNOTS = 1;

const isMoored = ({ navigationStatus, speedKnots }: VesselPosition): boolean => navigationStatus === MOORED && (speedKnots ?? 0) < STILL_KNOTS;

/** Did the ship make fast between two reports? One first heard at rest may lie there for days: nobody knows since when. */
export const hasMadeFast = (before: VesselPosition | null, now: VesselPosition): boolean => before !== null && !isMoored(before) && isMoored(now);
