import { predictArrival, type EtaPrediction, type LegOutlook } from './eta-prediction.js';
import { given } from './given.js';
import { paceOf, type Sighted } from './pace.js';
import { waitsOf, type PortCall } from './port-call.js';
import type { Sea, SeaPoint } from './sea-way.js';
import type { Underway } from './underway.js';

export type Watched = {
  underway: Underway;
  /** The last one is where the ship is. */
  track: readonly Sighted[];
  placeOf: (locode: string) => SeaPoint | null;
  callsAt: (locode: string) => readonly PortCall[];
  sea: Sea;
  now: Date;
};

type Way = { remainingNm: number; ahead: LegOutlook[]; pod: string };

const wayOf = ({ underway: { legs }, track, placeOf, sea }: Watched): Way | undefined => {
  const ship = track.at(-1);
  const [current, ...later] = legs;
  const [start, end] = [placeOf(current?.from ?? ''), placeOf(current?.to ?? '')];
  const rest = ship && start && end && sea.wayAhead(start, end, ship);
  if (!rest) return undefined;
  const ahead = later.flatMap(({ from, to, departsAt }) => {
    const [a, b] = [placeOf(from), placeOf(to)];
    const way = a && b && sea.way(a, b);
    return way ? [given<LegOutlook>({ nm: way.distanceNm, departsAt })] : [];
  });
  return ahead.length === later.length ? { remainingNm: rest.distanceNm, ahead, pod: legs.at(-1)?.to ?? '' } : undefined;
};

const basisOf = (track: readonly Sighted[], calls: readonly PortCall[]): string =>
  ['route', ...(track.length > 1 ? ['recent_speed'] : []), ...(calls.length > 0 ? ['port_calls'] : [])].join('+');

/** The prediction for a shipment at sea; missing when its ship was not seen since it left, or no way is known. */
export const arrivalOutlook = (watched: Watched): EtaPrediction | undefined => {
  const { underway, track, callsAt, sea, now } = watched;
  const ship = track.at(-1);
  const way = wayOf(watched);
  if (!ship || !way || ship.at < underway.departedAt) return undefined;
  const calls = callsAt(way.pod);
  const sailed = track.filter(({ at }) => at >= underway.departedAt);
  const times = predictArrival({ now, seenAt: ship.at, remainingNm: way.remainingNm, ahead: way.ahead, pace: paceOf(sailed, sea.distanceNm), wait: waitsOf(calls) });
  return { ...times, computedAt: now, remainingNm: Math.round(way.remainingNm + way.ahead.reduce((sum, { nm }) => sum + nm, 0)), basis: basisOf(sailed, calls), vesselId: underway.vesselId };
};
