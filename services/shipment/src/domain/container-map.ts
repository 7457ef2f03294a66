import type { PlaceRow, VesselRow } from './gazetteer.js';
import { given } from './given.js';
import { isInPort } from './in-port.js';
import type { RouteLocation } from './route.js';
import type { Sea, SeaLine, SeaPoint } from './sea-way.js';
import { phaseOf, voyagesOf, type Voyage, type VoyagePhase } from './voyages.js';

export type MapStop = { place: PlaceRow; location: RouteLocation };

export type MapLeg = {
  /** Which stops, counted from 1. */
  fromSequence: number;
  toSequence: number;
  phase: VoyagePhase;
  vesselId?: string;
  vesselImo?: string;
  voyageNumber?: string;
  /** The ship as it was seen last, while the container is at sea on it. */
  vessel?: VesselRow;
  trackFrom?: Date;
  trackTo?: Date;
  fullLine: SeaLine;
  remainingLine: SeaLine;
};

export type ContainerMap = { stops: MapStop[]; legs: MapLeg[] };

export type MapWorld = { sea: Sea; placeOf: (location: RouteLocation) => PlaceRow | null; vesselOf: (id: string) => VesselRow | undefined };

type Seen = VesselRow & SeaPoint & { positionAt: Date };

/** Where the ship is, if it was seen since it left and has not come in yet. */
const seenAtSea = (ship: VesselRow | undefined, { departedAt }: Voyage, port: SeaPoint, sea: Sea): Seen | undefined => {
  if (!ship?.positionAt || ship.latitude === undefined || ship.longitude === undefined || !departedAt || ship.positionAt < departedAt) return undefined;
  const seen = { ...ship, latitude: ship.latitude, longitude: ship.longitude, positionAt: ship.positionAt };
  return isInPort(seen, port, sea.distanceNm) ? undefined : seen;
};

const legOf = (voyage: Voyage, stops: readonly MapStop[], { sea, vesselOf }: MapWorld): MapLeg | undefined => {
  const [start, end] = [stops[voyage.from]?.place, stops[voyage.to]?.place];
  if (!start || !end) return undefined;
  const phase = phaseOf(voyage);
  const ship = voyage.vesselId ? vesselOf(voyage.vesselId) : undefined;
  const seen = phase === 'sailing' ? seenAtSea(ship, voyage, end, sea) : undefined;
  return {
    fromSequence: voyage.from + 1,
    toSequence: voyage.to + 1,
    phase,
    ...given<Partial<MapLeg>>({
      vesselId: voyage.vesselId,
      vesselImo: ship?.imo,
      voyageNumber: voyage.voyageNumber,
      vessel: seen,
      trackFrom: voyage.departedAt,
      trackTo: voyage.arrivedAt,
    }),
    fullLine: sea.way(start, end)?.line ?? [],
    remainingLine: (seen && sea.wayAhead(start, end, seen)?.line) ?? [],
  };
};

/** What a map shows of a route. A stop whose place nobody knows cannot be drawn and is left out, with the legs that touch it. */
export const containerMap = (locations: readonly RouteLocation[], world: MapWorld): ContainerMap => {
  const stops = locations.flatMap((location) => {
    const place = world.placeOf(location);
    return place ? [{ place, location }] : [];
  });
  // Leaving out a stop must not join its neighbours to a leg that nobody sailed.
  const whole = voyagesOf(locations).filter(({ from, to }) => [from, to].every((index) => stops.some(({ location }) => location === locations[index])));
  const renumbered = whole.map((voyage) => ({ ...voyage, from: stops.findIndex(({ location }) => location === locations[voyage.from]), to: stops.findIndex(({ location }) => location === locations[voyage.to]) }));
  return { stops, legs: renumbered.flatMap((voyage) => legOf(voyage, stops, world) ?? []) };
};
