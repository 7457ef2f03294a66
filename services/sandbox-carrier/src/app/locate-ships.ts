import { positionsOf, shipInPort, type VesselPosition } from '../domain/vessel-position.js';
import type { Ports } from './ports.js';
import { timeOf, underWay, type Cast } from './tell-journeys.js';

export type Located = { now: Date; positions: VesselPosition[] };

// No journey sails for longer.
const SAILING_MS = 60 * 86_400_000;
const MOST_JOURNEYS = 500;

/** Where every ship of the running journeys is. A ship that sails for several of them is where the latest wants it. */
export const locateShips = (ports: Ports, cast: Cast) => async (account: string): Promise<Located> => {
  const now = await timeOf(ports, account);
  const journeys = await underWay(ports, cast, account, new Date(now.getTime() - SAILING_MS), MOST_JOURNEYS);
  const byShip = new Map<string, VesselPosition>();
  for (const journey of journeys) for (const position of positionsOf(journey, now, ports.world)) if (!byShip.has(position.mmsi)) byShip.set(position.mmsi, position);
  return { now, positions: byShip.size > 0 ? [...byShip.values()] : shipInPort(ports.world, now) };
};
