import { arrivalOutlook } from '../domain/arrival-outlook.js';
import { isNews } from '../domain/eta-prediction.js';
import type { Gazetteer } from '../domain/gazetteer.js';
import type { Sighted } from '../domain/pace.js';
import { portCallOf } from '../domain/port-call.js';
import type { Sea, SeaPoint } from '../domain/sea-way.js';
import type { Shipment } from '../domain/shipment.js';
import { sourceClock } from '../domain/stop-tracking.js';
import type { Around, Forecasts, PortCalls, Sailing, VesselTracks } from './ports.js';

export type ArrivalBacks = { tracks: VesselTracks; portCalls: PortCalls; forecasts: Forecasts; gazetteer: Gazetteer; sea: Sea; around: Pick<Around, 'now'> };

// A turn holds the one thread for some milliseconds a ship; who is left over comes next time.
const SHIPS_A_TURN = 50;
// A large ship carries thousands of shipments; those that nobody gets to now come with its next position.
const SHIPMENTS_A_SHIP = 2_000;

const latest = (a: Date, b: Date): Date => (a > b ? a : b);

type Thinking = ArrivalBacks & { placeOf: (locode: string) => SeaPoint | null };
type Ship = { vesselId: string; track: readonly Sighted[]; shipments: readonly Shipment[] };

const rememberCalls = async ({ portCalls, sea, placeOf }: Thinking, { vesselId, track, shipments }: Ship): Promise<void> => {
  for (const locode of new Set(shipments.flatMap(({ underway }) => underway?.legs[0]?.to ?? []))) {
    const port = placeOf(locode);
    const call = port && portCallOf(track, port, sea.distanceNm);
    if (call) await portCalls.keep(vesselId, locode, call);
  }
};

const forecastAll = async ({ portCalls, forecasts, sea, around, placeOf }: Thinking, { track, shipments }: Ship): Promise<void> => {
  const ship = track.at(-1);
  const pods = new Set(shipments.flatMap(({ underway }) => underway?.legs.at(-1)?.to ?? []));
  const calls = new Map(await Promise.all([...pods].map(async (locode) => [locode, await portCalls.at(locode)] as const)));
  for (const shipment of shipments) {
    const { underway } = shipment;
    if (!underway || !ship) continue;
    const now = latest(ship.at, sourceClock(shipment, around.now()));
    const prediction = arrivalOutlook({ underway, track, placeOf, callsAt: (locode) => calls.get(locode) ?? [], sea, now });
    if (prediction && isNews(shipment.etaPrediction, prediction)) await forecasts.save(shipment, prediction, around.now());
  }
};

/** Ships are noted as they are seen and thought about later, many sightings at once: arrivals do not hurry. */
export const arrivalUseCases = (backs: ArrivalBacks) => {
  const { tracks, forecasts, gazetteer } = backs;
  const waiting = new Map<string, Sighted>();
  const thinking: Thinking = { ...backs, placeOf: (locode) => gazetteer.ports.find(locode) ?? gazetteer.metroAreas.find(locode) };

  const think = async (vesselId: string, seen: Sighted): Promise<void> => {
    const shipments = await forecasts.underwayOn(vesselId, SHIPMENTS_A_SHIP);
    if (shipments.length === 0) return;
    await tracks.note(vesselId, seen);
    const kept = await tracks.of(vesselId);
    const ship = { vesselId, shipments, track: [...kept.filter(({ at }) => at < seen.at), seen] };
    await rememberCalls(thinking, ship);
    await forecastAll(thinking, ship);
  };

  return {
    /** Costs nothing: a busy feed names thousands of ships that carry nothing of ours. */
    noted: ({ imo, latitude, longitude, speedKnots, at }: Sailing): void => {
      if (!imo) return;
      const vesselId = gazetteer.vesselId(imo);
      const seen: Sighted = { latitude, longitude, at, ...(speedKnots === undefined ? {} : { speedKnots }) };
      const before = waiting.get(vesselId);
      if (!before || before.at < at) waiting.set(vesselId, seen);
    },

    /** What comes due is forgotten before it is done: a fault costs one prediction, and the next sighting brings another. */
    predictDue: async (): Promise<boolean> => {
      for (const [vesselId, seen] of [...waiting].slice(0, SHIPS_A_TURN)) {
        waiting.delete(vesselId);
        await think(vesselId, seen);
      }
      return false;
    },
  };
};
