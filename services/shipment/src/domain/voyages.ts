import { given } from './given.js';
import type { RouteLocation } from './route.js';

/** One leg by ship or barge between two neighbours of the route, by their index. */
export type Voyage = {
  from: number;
  to: number;
  vesselId?: string;
  voyageNumber?: string;
  departsAt?: Date;
  departedAt?: Date;
  arrivesAt?: Date;
  arrivedAt?: Date;
};

const BY_SEA = new Set(['vessel', 'barge']);

/** When it was certainly there at the latest: what it did later proves that it arrived, reported or not. */
const arrivalAt = (locations: readonly RouteLocation[], to: number): Date | undefined =>
  locations.slice(to).flatMap(({ inboundAtaAt, outboundAtdAt }) => [inboundAtaAt, outboundAtdAt]).find((at) => at !== undefined);

/** The sea legs of a route. Trains and lorries run on no sea lane, so they are none. */
export const voyagesOf = (locations: readonly RouteLocation[]): Voyage[] =>
  locations.flatMap((start, from) => {
    const to = from + 1;
    const end = locations[to];
    if (!end || !BY_SEA.has(start.outboundMode ?? end.inboundMode ?? '')) return [];
    return [
      given<Voyage>({
        from,
        to,
        vesselId: start.outboundVesselId ?? end.inboundVesselId,
        voyageNumber: start.outboundVoyageNumber ?? end.inboundVoyageNumber,
        departsAt: start.outboundEtdAt,
        departedAt: start.outboundAtdAt,
        arrivesAt: end.inboundEtaAt,
        arrivedAt: arrivalAt(locations, to),
      }),
    ];
  });

export type VoyagePhase = 'sailed' | 'sailing' | 'ahead';

export const phaseOf = ({ departedAt, arrivedAt }: Voyage): VoyagePhase => (arrivedAt ? 'sailed' : departedAt ? 'sailing' : 'ahead');
