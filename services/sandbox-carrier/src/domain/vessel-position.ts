import type { Journey, JourneyLeg } from './journey.js';
import { instantOf } from './journey.js';
import type { Ship, World, WorldPlace } from './world.js';

export type VesselPosition = {
  ship: Ship;
  mmsi: string;
  latitude: number;
  longitude: number;
  speedKnots: number;
  course: number;
  /** 0 under way, 1 at anchor, 5 moored, 15 never set. */
  status: 0 | 1 | 5 | 15;
  /** When the ship was last heard: a ship at rest is relayed as it made fast. */
  heardAt: Date;
  destination: string;
  etaAt: Date;
};

const DAY_MS = 86_400_000, HOUR_MS = 3_600_000;

// Ships come to the quay a day before they leave, and stay for two after they came: long enough to be seen at a day a second.
const BEFORE_MS = DAY_MS, AFTER_MS = 2 * DAY_MS;
// One that is watched at its berth stays until a slow listener has heard it too.
const UNLOADING_MS = 25 * DAY_MS;

// Maritime identification digits of Singapore, and six of the ship's own number: the register has no MMSI.
export const mmsiOf = ({ imo }: Ship): string => `563${imo.slice(-6)}`;

type Rest = { status: VesselPosition['status']; heardAt: Date };

const atRest = (ship: Ship, place: WorldPlace, destination: WorldPlace, etaAt: Date, { status, heardAt }: Rest): VesselPosition => ({
  ship, mmsi: mmsiOf(ship), latitude: place.latitude, longitude: place.longitude, speedKnots: 0, course: 0, status, destination: destination.locode, etaAt, heardAt,
});

/** In the roads until there is a berth. What a feed tells depends on when it is listened to, so only a scenario that is about berthing says when. */
const inPort = (journey: Journey, now: Date): Rest => {
  const { berths } = journey.scenario;
  if (berths === undefined) return { status: 15, heardAt: now };
  const berthsAt = instantOf(journey, berths);
  return now < berthsAt ? { status: 1, heardAt: now } : { status: 5, heardAt: berthsAt };
};

const ofLeg = (journey: Journey, leg: JourneyLeg, now: Date, world: World): VesselPosition[] => {
  const from = journey.stops.get(leg.from)?.place, to = journey.stops.get(leg.to)?.place;
  if (!leg.ship || !from || !to || leg.arrives <= leg.departs) return [];
  const departs = instantOf(journey, leg.departs), arrives = instantOf(journey, leg.arrives);
  if (now.getTime() < departs.getTime() - BEFORE_MS || now.getTime() > arrives.getTime() + (journey.scenario.berths === undefined ? AFTER_MS : UNLOADING_MS)) return [];
  if (now < departs) return [atRest(leg.ship, from, to, arrives, { status: 15, heardAt: now })];
  if (now >= arrives) return [atRest(leg.ship, to, to, arrives, inPort(journey, now))];
  const way = world.seaWay(from, to);
  if (!way) return [];
  const share = (now.getTime() - departs.getTime()) / (arrives.getTime() - departs.getTime());
  const { latitude, longitude, bearingDegrees } = way.at(way.distanceNm * share);
  const speedKnots = way.distanceNm / ((arrives.getTime() - departs.getTime()) / HOUR_MS);
  return [{ ship: leg.ship, mmsi: mmsiOf(leg.ship), latitude, longitude, speedKnots, course: bearingDegrees, status: 0, destination: to.locode, etaAt: arrives, heardAt: now }];
};

/** Where the ships of a journey are. */
export const positionsOf = (journey: Journey, now: Date, world: World): VesselPosition[] => [...journey.legs.values()].flatMap((leg) => ofLeg(journey, leg, now, world));

/** A ship that lies in port while no journey plays: a feed that says nothing at all is taken for dead. */
export const shipInPort = ({ ships, place }: World, now: Date): VesselPosition[] => {
  const ship = ships[0], port = place('CNYTN');
  return ship && port ? [atRest(ship, port, port, now, { status: 5, heardAt: now })] : [];
};

const round = (value: number, places: number): number => Number(value.toFixed(places));

const meta = (position: VesselPosition, at: Date) => ({
  MMSI: Number(position.mmsi),
  ShipName: position.ship.name,
  latitude: round(position.latitude, 5),
  longitude: round(position.longitude, 5),
  // As the language of the original service prints a time.
  time_utc: `${at.toISOString().replace('T', ' ').replace('Z', '')} +0000 UTC`,
});

export type AisMessage = { MessageType: 'PositionReport' | 'ShipStaticData'; MetaData: ReturnType<typeof meta>; Message: Record<string, Record<string, unknown>> };

export const positionReport = (position: VesselPosition): AisMessage => ({
  MessageType: 'PositionReport',
  MetaData: meta(position, position.heardAt),
  Message: {
    PositionReport: {
      MessageID: 1,
      UserID: Number(position.mmsi),
      NavigationalStatus: position.status,
      RateOfTurn: 0,
      Sog: round(position.speedKnots, 1),
      Cog: round(position.course % 360, 1),
      TrueHeading: Math.round(position.course) % 360,
      Latitude: round(position.latitude, 5),
      Longitude: round(position.longitude, 5),
      Timestamp: position.heardAt.getUTCSeconds(),
      Valid: true,
    },
  },
});

export const shipStaticData = (position: VesselPosition, now: Date): AisMessage => ({
  MessageType: 'ShipStaticData',
  MetaData: meta(position, now),
  Message: {
    ShipStaticData: {
      MessageID: 5,
      UserID: Number(position.mmsi),
      ImoNumber: Number(position.ship.imo),
      Name: position.ship.name,
      CallSign: `9V${position.ship.imo.slice(-4)}`,
      Destination: position.destination,
      // AIS gives an arrival without its year.
      Eta: { Month: position.etaAt.getUTCMonth() + 1, Day: position.etaAt.getUTCDate(), Hour: position.etaAt.getUTCHours(), Minute: position.etaAt.getUTCMinutes() },
      Type: 70,
      Valid: true,
    },
  },
});
