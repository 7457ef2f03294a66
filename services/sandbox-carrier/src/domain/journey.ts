import { withCheckDigit } from '@landfall/shipping/container-number';
import type { AskedNumber } from './asked-number.js';
import type { Lane, Leg, Role, Scenario, Stop } from './scenario.js';
import { scenarioOf } from './scenarios.js';
import { digitsOf, hashOf, pick } from './seed.js';
import type { Ship, World, WorldPlace, WorldTerminal } from './world.js';

const DAY_MS = 86_400_000;

export type JourneyStop = { role: Role; sequence: number; place: WorldPlace; terminal: WorldTerminal | null };
export type JourneyLeg = Leg & { ship: Ship | null; voyage: string; callId: (role: Role) => string };
export type Box = { number: string; isoCode: string; seal: string; index: number };

/** A scenario with its cast: everything but the beginning follows from the number. */
export type Journey = {
  number: string;
  /** Not the scenario's own number, but one with something behind it. */
  isCopy: boolean;
  startedAt: Date;
  scenario: Scenario;
  stops: ReadonlyMap<Role, JourneyStop>;
  legs: ReadonlyMap<string, JourneyLeg>;
  boxes: readonly Box[];
  service: string;
  purchaseOrder: string;
};

// Owner codes that no register gives to anybody, so that a sandbox box is never taken for a real one.
const OWNERS = ['TSTU', 'TSBU', 'TSCU', 'TSDU', 'TSFU', 'TSGU', 'TSHU', 'TSJU'];
const SIZES = ['45G1', '22G1', '42G1'];

// Copies are spread over six hours, so that a hundred journeys do not move in step.
const SPREAD_MS = 6 * 60 * 60_000;

const boxOf = (number: string, index: number): Box => {
  const seed = `${number}/box/${index}`;
  const serial = `${pick(OWNERS, seed) ?? 'TSTU'}${digitsOf(`${seed}/serial`, 6)}`;
  return { number: withCheckDigit(serial) ?? serial, isoCode: pick(SIZES, number) ?? '45G1', seal: `SB${digitsOf(`${seed}/seal`, 6)}`, index };
};

/** The container numbers of a journey, known before it begins. */
export const boxesOf = ({ number, scenario }: AskedNumber): Box[] => Array.from({ length: scenarioOf(scenario).containers }, (_, index) => boxOf(number, index));

const laneOf = (lanes: readonly Lane[], { number, suffix }: AskedNumber): Lane => (suffix === '' ? lanes[0] : pick(lanes, `${number}/lane`)) ?? {};

const stopOf = (world: World, role: Role, { locode, facility }: Stop, sequence: number): JourneyStop[] => {
  const place = world.place(locode);
  return place ? [{ role, sequence, place, terminal: facility ? world.terminal(locode, facility) : null }] : [];
};

const stopsOf = (world: World, lane: Lane): Map<Role, JourneyStop> => {
  const roles = Object.entries(lane) as [Role, Stop][];
  // A port that replaces another takes its place in the order.
  return new Map(roles.flatMap(([role, stop], index) => stopOf(world, role, stop, role === 'POD2' ? index : index + 1).map((found) => [role, found] as const)));
};

const legOf = (world: World, number: string, leg: Leg): JourneyLeg => {
  const seed = `${number}/${leg.id}`;
  const ship = leg.mode === 'VESSEL' ? (pick(world.ships, seed) ?? null) : null;
  return { ...leg, ship, voyage: `${digitsOf(`${seed}/voyage`, 3)}${hashOf(seed) % 2 ? 'E' : 'W'}`, callId: (role) => `${number}-${leg.id}-${role}` };
};

/** A leg that is told of but not sailed still has a ship: the one that was given up. */
const toldLegs = (scenario: Scenario): Leg[] => {
  const known = new Set(scenario.legs.map(({ id }) => id));
  const ids = scenario.steps.flatMap(({ leg }) => (leg && !known.has(leg) ? [leg] : []));
  return [...scenario.legs, ...[...new Set(ids)].map((id): Leg => ({ id, mode: 'VESSEL', from: 'POL', to: 'POD', departs: 0, arrives: 0 }))];
};

export const journeyOf = (asked: AskedNumber, startedAt: Date, world: World): Journey => {
  const scenario = scenarioOf(asked.scenario);
  const { number } = asked;
  const legs = toldLegs(scenario);
  return {
    number,
    isCopy: asked.suffix !== '',
    startedAt,
    scenario,
    stops: stopsOf(world, laneOf(scenario.lanes, asked)),
    legs: new Map(legs.map((leg) => [leg.id, legOf(world, number, leg)])),
    boxes: boxesOf(asked),
    service: `SB${hashOf(`${number}/service`) % 9 + 1}`,
    purchaseOrder: `PO-${digitsOf(`${number}/po`, 6)}`,
  };
};

/** The instant of a day of the journey. What is before the beginning is not moved. */
export const instantOf = ({ number, isCopy, startedAt }: Journey, day: number): Date => {
  const moved = day <= 0 || !isCopy ? 0 : (hashOf(`${number}/hour`) % 1_000) / 1_000;
  return new Date(Math.floor((startedAt.getTime() + day * DAY_MS + moved * SPREAD_MS) / 60_000) * 60_000);
};
