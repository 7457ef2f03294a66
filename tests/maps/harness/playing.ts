import { SnapshotTaken } from '@landfall/contracts/gen/event_ingest/v1/facts';
import type { ContainerMap } from '@landfall/contracts/gen/shipment/v1/map';
import { nameId } from '@landfall/kit/identity';
import { mapGeojson, type MapGeojson } from '@landfall/resources/map-geojson';
import { splitAtAntimeridian } from '@landfall/sea-routes/antimeridian';
import { normalise } from '../../../services/event-ingest/src/domain/normalise.js';
import { sampledTrack } from '../../../services/event-ingest/src/domain/sampled-track.js';
import { reference } from '../../../services/event-ingest/src/outside/reference.js';
import { askedNumber } from '../../../services/sandbox-carrier/src/domain/asked-number.js';
import { journeyOf, type Journey } from '../../../services/sandbox-carrier/src/domain/journey.js';
import { eventsAt, statementsOf, type Statement } from '../../../services/sandbox-carrier/src/domain/statements.js';
import { positionsOf } from '../../../services/sandbox-carrier/src/domain/vessel-position.js';
import { world as sandboxWorld } from '../../../services/sandbox-carrier/src/outside/world.js';
import { applySnapshot } from '../../../services/shipment/src/domain/apply-snapshot.js';
import { containerMap } from '../../../services/shipment/src/domain/container-map.js';
import { journeyOfContainer } from '../../../services/shipment/src/domain/journey-of-container.js';
import { newShipment } from '../../../services/shipment/src/domain/new-shipment.js';
import { plannedSpots } from '../../../services/shipment/src/domain/plan.js';
import { routeOf } from '../../../services/shipment/src/domain/route.js';
import { fromSnapshotTaken } from '../../../services/shipment/src/messages/from-carrier.js';
import { toContainerMap } from '../../../services/shipment/src/messages/maps.js';
import { atlas as realAtlas, gazetteer, lineName } from '../../../services/shipment/src/outside/gazetteer.js';
import { sea } from '../../../services/shipment/src/outside/sea.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const START = new Date('2026-03-01T09:30:00Z');

const ships = sandboxWorld();
const known = { atlas: realAtlas(), gazetteer: gazetteer(), lineName: lineName(), sea: sea({}), zoneOf: reference(undefined).zoneOf };

// The gateway asks for as many.
const TRACK_POINTS = 500;

export type Played = { journey: Journey; statements: Statement[] };

/** A scenario from its beginning on: the same rules as in the services, without their stores and wires. */
export const play = (number: string): Played => {
  const asked = askedNumber(number);
  if (!asked) throw new Error(`${number} names no scenario`);
  const journey = journeyOf(asked, START, ships);
  return { journey, statements: statementsOf(journey, nameId) };
};

export const lengthInDays = ({ statements }: Played): number => Math.max(0, ...statements.map(({ toldAt }) => (toldAt.getTime() - START.getTime()) / DAY_MS));

const seenOf = (journey: Journey, imo: string, at: Date) => positionsOf(journey, at, ships).find(({ ship }) => ship.imo === imo);

const trackOf = (journey: Journey, { vesselImo, trackFrom, trackTo }: ContainerMap['legs'][number], now: Date) => {
  const until = Math.min(now.getTime(), trackTo?.getTime() ?? Infinity);
  const track = [];
  for (let at = trackFrom?.getTime() ?? Infinity; at <= until; at += HOUR_MS) {
    const seen = seenOf(journey, vesselImo ?? '', new Date(at));
    if (seen) track.push({ latitude: seen.latitude, longitude: seen.longitude, at: new Date(at) });
  }
  return sampledTrack(track, TRACK_POINTS);
};

const snapshotOn = ({ journey: { number }, statements }: Played, now: Date) => {
  const events = eventsAt(statements, now);
  const read = normalise([JSON.parse(JSON.stringify(events))], { body: { kind: 'array' }, repairs: [] }, { type: 'bill_of_lading', number }, { scac: 'TEST', providerName: 'Test', now, zoneOf: known.zoneOf });
  if (!read.ok) throw new Error(read.reason);
  const message = { watchId: 'w', scac: 'TEST', digest: 'd', sequence: 1, trackers: [], takenAt: now, sourceNow: now, snapshot: read.snapshot };
  return fromSnapshotTaken(SnapshotTaken.fromJSON(JSON.parse(JSON.stringify(message))), now);
};

/** The map of each container of a scenario on one day of its journey, and of what phase it speaks. */
export const mapsOn = (played: Played, day: number): { box: string; status: string; geojson: MapGeojson }[] => {
  const now = new Date(START.getTime() + day * DAY_MS);
  const { snapshot, takenAt } = snapshotOn(played, now);
  const { atlas } = known;
  const born = { ...newShipment({ accountId: 'a', scac: 'TEST', number: played.journey.number, now }, nameId), billOfLadingNumber: played.journey.number };
  const { shipment, containers } = applySnapshot(born, [], snapshot, { now, takenAt, asOf: now, atlas, nameId, line: known.lineName('TEST') });
  return containers.map(({ container }) => {
    const locations = routeOf(journeyOfContainer(container, { atlas, asOf: now, planned: plannedSpots(atlas, shipment.plan) }), atlas);
    const vesselOf = (id: string) => {
      const seen = positionsOf(played.journey, now, ships).find(({ ship }) => known.gazetteer.vesselId(ship.imo) === id);
      return seen && { id, name: seen.ship.name, imo: seen.ship.imo, mmsi: seen.mmsi, latitude: seen.latitude, longitude: seen.longitude, speedKnots: seen.speedKnots, headingDegrees: seen.course, positionAt: now };
    };
    const imoOf = (id: string | undefined) => [...played.journey.legs.values()].flatMap(({ ship }) => ship?.imo ?? []).find((imo) => known.gazetteer.vesselId(imo) === id);
    const placeOf = ({ locationId = '' }) => known.gazetteer.ports.find(locationId) ?? known.gazetteer.metroAreas.find(locationId);
    const map = toContainerMap(container, containerMap(locations, { sea: known.sea, placeOf, vesselOf }));
    const legs = map.legs.map((leg) => ({ ...leg, vesselImo: leg.vesselImo ?? imoOf(leg.vesselId) }));
    const tracks = legs.map((leg) => (leg.phase === 'ahead' ? [] : trackOf(played.journey, leg, now)));
    return { box: container.number, status: container.currentStatus, geojson: mapGeojson({ ...map, legs }, tracks, splitAtAntimeridian) };
  });
};
